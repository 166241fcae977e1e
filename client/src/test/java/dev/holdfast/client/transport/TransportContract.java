package dev.holdfast.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.transport.Fault.Elsewhere;
import dev.holdfast.client.transport.Fault.Line;
import dev.holdfast.client.transport.Fault.Served;
import dev.holdfast.client.transport.Fault.Trait;
import dev.holdfast.client.transport.FaultMatrix.Deviation;
import dev.holdfast.client.transport.FaultMatrix.Expected;
import dev.holdfast.client.transport.FaultRun.Observed;
import dev.holdfast.client.transport.FaultRun.Use;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallOutcome;
import dev.holdfast.core.CallTable;
import dev.holdfast.core.OperationKind;
import dev.holdfast.core.ServerErrors;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every transport must make of the faults in {@code conformance/fault-matrix.json}, on real
 * sockets: each row as a read, a write and a keyed write, in the clear and over TLS. A module that
 * has a transport extends this.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class TransportContract {
  /** Enough to overlap the waits, few enough for a small machine to keep up. */
  private static final int AT_ONCE = 16;

  private final Map<FaultRun, Future<Observed>> runs = new LinkedHashMap<>();
  private @Nullable Transport http1;
  private @Nullable Transport http2;

  /**
   * What a transport is made for.
   *
   * @param tls what it trusts
   * @param http2 whether it speaks HTTP/2, or HTTP/1.1 only
   * @param proxy what it is to go through
   */
  protected record Setup(SSLContext tls, boolean http2, @Nullable ProxySelector proxy) {}

  /**
   * Makes a transport with its default limits. It is closed if it can be.
   *
   * @param setup what it is made for
   * @return a new transport
   */
  protected abstract Transport transport(Setup setup);

  /**
   * The transport's names in the matrix's deviations.
   *
   * @return such as jdk
   */
  protected abstract Set<String> names();

  /**
   * Whether the transport closes an idle connection when the provider does, or only finds it closed
   * when it is to be used.
   *
   * @return true by default
   */
  protected boolean watchesIdleConnections() {
    return true;
  }

  @BeforeAll
  void run_all() {
    http1 = transport(new Setup(TestTls.CLIENT, false, null));
    http2 = transport(new Setup(TestTls.CLIENT, true, null));
    try (ExecutorService executor =
        Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      faults()
          .map(fault -> watchesIdleConnections() ? fault : unwatched(fault))
          .flatMap(TransportContract::runs)
          .forEach(run -> runs.put(run, executor.submit(() -> run.observe(this::use))));
    }
  }

  @AfterAll
  void close_all() throws Exception {
    close(http1);
    close(http2);
  }

  private Observed use(FaultRun run, int proxyPort, Use use) throws Exception {
    if (run.alone()) {
      ProxySelector proxy =
          run.line() == Line.PROXY
              ? ProxySelector.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), proxyPort))
              : null;
      Transport own = transport(new Setup(TestTls.CLIENT, false, proxy));
      try {
        return use.of(own);
      } finally {
        close(own);
      }
    }
    return use.of(Objects.requireNonNull(run.line() == Line.HTTP_2 ? http2 : http1));
  }

  private static void close(@Nullable Transport transport) throws Exception {
    if (transport instanceof AutoCloseable closeable) {
      closeable.close();
    }
  }

  private static Stream<Fault> faults() {
    return Stream.of(Http1Faults.all(), TlsFaults.all().stream(), Http2Faults.all().stream())
        .flatMap(each -> each);
  }

  private static Fault unwatched(Fault fault) {
    return fault instanceof Served served ? served.without(Trait.CLOSED_BEFORE) : fault;
  }

  private static Stream<FaultRun> runs(Fault fault) {
    Set<Line> lines =
        switch (fault) {
          case Elsewhere elsewhere -> Set.of(Line.PLAIN);
          case Served served -> served.lines();
        };
    return lines.stream()
        .flatMap(line ->
            Arrays.stream(OperationKind.values())
                .map(operation -> new FaultRun(fault, line, operation)));
  }

  Stream<FaultRun> runs() {
    return runs.keySet().stream();
  }

  private Observed observed(FaultRun run) throws Exception {
    return Objects.requireNonNull(runs.get(run)).get();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("runs")
  void a_fault_is_told_as_the_matrix_says(FaultRun run) throws Exception {
    Observed seen = observed(run);
    Expected expected = expected(run);

    assertThat(kind(seen.reply()))
        .as("class of %s", seen.reply())
        .isIn((Object[]) expected.kind().split("\\|"));
    if (!expected.retry().equals("p")) {
      assertThat(retry(seen.reply(), run.operation()))
          .as("what becomes of it after %s", seen.reply())
          .isEqualTo(expected.retry().equals("c") ? "-" : expected.retry());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("runs")
  void a_fault_leaves_no_trace_but_the_requests_that_are_known(FaultRun run) throws Exception {
    Observed seen = observed(run);

    assertThat(seen.arrivals()).as("whole requests").isEqualTo(expected(run).arrivals());
    assertThat(seen.closed()).as("connections closed").isTrue();
    assertThat(seen.reply().toString()).doesNotContain(FaultRun.CANARY);
  }

  /** With HTTP/2 a provider can say that it has not looked at what arrived. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("runs")
  void what_was_surely_not_sent_has_not_arrived(FaultRun run) throws Exception {
    Observed seen = observed(run);

    if (kind(seen.reply()).equals("N") && run.line() != Line.HTTP_2) {
      assertThat(seen.arrivals()).isZero();
    }
  }

  @Test
  void every_row_runs_or_says_why_it_can_not() {
    Set<String> covered = faults().map(Fault::id).collect(Collectors.toCollection(TreeSet::new));
    Set<String> not = FaultMatrix.SHARED.cannotRun().keySet();

    assertThat(covered).doesNotContainAnyElementsOf(not);
    covered.addAll(not);
    assertThat(covered).hasSize(106).containsExactlyInAnyOrderElementsOf(FaultMatrix.SHARED.ids());
  }

  @Test
  void every_deviation_is_one() {
    for (Deviation deviation : FaultMatrix.SHARED.deviations()) {
      assertThat(deviation.reason()).isNotBlank();
      if (names(deviation)) {
        List<FaultRun> covered = runs().filter(run -> covers(deviation, run)).toList();
        Set<String> rows =
            covered.stream().map(run -> run.fault().id()).collect(Collectors.toSet());
        assertThat(rows).isEqualTo(deviation.rows());
        assertThat(covered).allMatch(run -> !expected(run).equals(byTheTable(run)));
      }
    }
  }

  private boolean names(Deviation deviation) {
    return who().contains(deviation.whom());
  }

  private boolean covers(Deviation deviation, FaultRun run) {
    return deviation.covers(who(), run.fault().id(), run.operation(), run.line());
  }

  private Expected expected(FaultRun run) {
    return FaultMatrix.SHARED.expected(
        who(), run.fault().id(), run.operation(), run.line(), run.arrives());
  }

  private static Expected byTheTable(FaultRun run) {
    return FaultMatrix.SHARED.expected(run.fault().id(), run.operation(), run.arrives());
  }

  private Set<String> who() {
    Set<String> who = new HashSet<>(names());
    who.add("any");
    return who;
  }

  private static String kind(Reply reply) {
    return switch (reply) {
      case Reply.Answer answer -> "A";
      case Reply.Bodiless answer -> "A~";
      case Reply.Unanswered(CallEnding.Refused refused, String cause) -> "L";
      case Reply.Unanswered none -> none.ending().sent() == CallEnding.Sent.NO ? "N" : "U";
    };
  }

  private static String retry(Reply reply, OperationKind operation) {
    if (reply instanceof Reply.Bodiless answer && answer.status() / 100 == 2) {
      // The provider did it: only a read is asked for again, and only if that may help.
      boolean passing = answer.flaw() == Reply.Flaw.BROKEN || answer.flaw() == Reply.Flaw.TIMED_OUT;
      return passing && operation == OperationKind.READ ? "y" : "-";
    }
    return switch (CallTable.outcome(Wire.ending(reply), operation, ServerErrors.MAY_HAVE_ACTED)) {
      case CallOutcome.Success success -> "done";
      case CallOutcome.GivenBack givenBack -> "y";
      case CallOutcome.Failure failure ->
          switch (failure.kind().then()) {
            case RETRY -> "y";
            case FAIL -> "-";
            case PARK -> "u";
          };
    };
  }
}
