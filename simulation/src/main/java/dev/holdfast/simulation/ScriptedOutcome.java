package dev.holdfast.simulation;

/** What the provider does with one attempt of a simulation. */
public sealed interface ScriptedOutcome {

  /**
   * How long the attempt takes before its result is there.
   *
   * @return milliseconds, at least 0
   */
  long ms();

  /**
   * The result as the schedule names it.
   *
   * @return the code, or {@code HTTP <status>}
   */
  String result();

  /**
   * The network fails, and no answer comes.
   *
   * @param code the name of the failure, such as {@code ECONNRESET}
   * @param ms how long the attempt takes, at least 0
   */
  record NetworkError(String code, long ms) implements ScriptedOutcome {
    /**
     * Checks both.
     *
     * @throws SimulationInputException if the code is blank or the time negative
     */
    public NetworkError {
      if (code.isBlank()) {
        throw new SimulationInputException("code", "not be blank", '"' + code + '"');
      }
      SimulationInputException.notNegative("ms", ms);
    }

    @Override
    public String result() {
      return code;
    }
  }

  /**
   * The provider answers.
   *
   * @param status the HTTP status, 100 to 999
   * @param asked the wait that it asks for
   * @param ms how long the attempt takes, at least 0
   */
  record Answer(int status, AskedWait asked, long ms) implements ScriptedOutcome {
    /**
     * Checks the status and the time.
     *
     * @throws SimulationInputException if the status is out of range or the time negative
     */
    public Answer {
      if (status < 100 || status > 999) {
        throw new SimulationInputException("status", "be between 100 and 999", status);
      }
      SimulationInputException.notNegative("ms", ms);
    }

    /**
     * An answer that asks for no wait.
     *
     * @param status the HTTP status, 100 to 999
     * @param ms how long the attempt takes, at least 0
     * @throws SimulationInputException if the status is out of range or the time negative
     */
    public Answer(int status, long ms) {
      this(status, AskedWait.NONE, ms);
    }

    @Override
    public String result() {
      return "HTTP " + status;
    }
  }
}
