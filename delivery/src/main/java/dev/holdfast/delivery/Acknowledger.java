package dev.holdfast.delivery;

import dev.holdfast.core.BreakerPolicy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects acknowledgements and writes them in batches; none is let go before it is written. */
final class Acknowledger {
  private static final Logger LOG = LoggerFactory.getLogger(Acknowledger.class);

  /** Past a hundred or two the batch costs latency and gains nothing. */
  private static final int BATCH_MAX = 200;

  private final EngineContext engine;
  private final Map<String, BreakerPolicy> policies;
  private final Runnable wake;
  private final BlockingQueue<Acknowledgement> waiting = new LinkedBlockingQueue<>();
  private final Set<Lease> unwritten = ConcurrentHashMap.newKeySet();
  private final List<Acknowledgement> batch = new ArrayList<>();

  /** What one batch led to. */
  enum Written {
    NOTHING,
    DELIVERIES,
    OUTAGES_TOO
  }

  Acknowledger(EngineContext engine, Map<String, BreakerPolicy> policies, Runnable wake) {
    this.engine = engine;
    this.policies = policies;
    this.wake = wake;
  }

  void add(Acknowledgement acknowledgement) {
    unwritten.add(acknowledgement.lease());
    waiting.add(acknowledgement);
    wake.run();
  }

  /** The leases of what has ended and is not written yet: ours until it is. */
  Collection<Lease> unwritten() {
    return List.copyOf(unwritten);
  }

  boolean isEmpty() {
    return unwritten.isEmpty();
  }

  /** Writes one batch. If the store fails, the batch stays and the next call writes it. */
  Written write() {
    waiting.drainTo(batch, BATCH_MAX - batch.size());
    if (batch.isEmpty()) {
      return Written.NOTHING;
    }
    boolean outagesChanged;
    try {
      outagesChanged = written(List.copyOf(batch));
    } catch (RuntimeException e) {
      outagesChanged = writeOneByOne(e);
    }
    return outagesChanged ? Written.OUTAGES_TOO : Written.DELIVERIES;
  }

  /** One acknowledgement that can't be written must not keep the others from being. */
  private boolean writeOneByOne(RuntimeException cause) {
    List<Acknowledgement> all = List.copyOf(batch);
    boolean outagesChanged = false;
    for (Acknowledgement each : all) {
      try {
        outagesChanged |= written(List.of(each));
      } catch (RuntimeException e) {
        cause.addSuppressed(e);
      }
    }
    if (batch.size() == all.size()) {
      throw cause;
    }
    if (!batch.isEmpty()) {
      LOG.error("the ends of {} deliveries can't be written yet", batch.size(), cause);
    }
    return outagesChanged;
  }

  private boolean written(List<Acknowledgement> acknowledgements) {
    Acknowledged acknowledged =
        engine.store().acknowledge(acknowledgements, policies, engine.clock());
    batch.removeAll(acknowledgements);
    acknowledgements.forEach(each -> unwritten.remove(each.lease()));
    for (Lease stale : acknowledged.stale()) {
      LOG.warn(
          "delivery {} was taken over before it ended here: its ending is not applied",
          stale.delivery());
    }
    return acknowledged.outagesChanged();
  }
}
