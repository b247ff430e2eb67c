package dev.syncopate.memory.coverage;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.TransitionCount;
import dev.syncopate.memory.protocol.TransitionLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A protocol that counts how often each listed (state, event) pair happens, in all controllers made
 * from it. Copies of a controller that share its {@link TransitionLog} count as that controller.
 * The L2 of the only GPU, the L2s of several and the memory side that these share are told apart.
 */
public final class CoverageProtocol extends ForwardingProtocol {
  private final SortedMap<String, Long> counts = new TreeMap<>();

  /** Controllers whose transitions are not in the counts yet; several threads may make some. */
  private final List<Counted> controllers = Collections.synchronizedList(new ArrayList<>());

  private record Counted(String place, Supplier<List<TransitionCount>> transitions) {}

  public CoverageProtocol(Protocol protocol) {
    super(protocol);
  }

  /** How often each listed pair has happened so far, for example {@code L1 CLEAN STORE}. */
  public SortedMap<String, Long> transitions() {
    forget();
    return Collections.unmodifiableSortedMap(counts);
  }

  /** The listed pairs that have not happened so far. */
  public SortedSet<String> never() {
    SortedSet<String> never = new TreeSet<>();
    transitions()
        .forEach((pair, count) -> {
          if (count == 0) {
            never.add(pair);
          }
        });
    return never;
  }

  /** Takes over what has happened in the controllers made so far, and forgets these. */
  public void forget() {
    for (Counted controller : controllers) {
      for (TransitionCount pair : controller.transitions().get()) {
        counts.merge(
            controller.place() + " " + pair.state() + " " + pair.event(), pair.count(), Long::sum);
      }
    }
    controllers.clear();
  }

  @Override
  public L1Controller l1(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    L1Controller l1 = super.l1(config, environment, listener, counters);
    controllers.add(new Counted("L1", l1::transitions));
    return l1;
  }

  @Override
  public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
    L2Controller l2 = super.l2(config, environment, counters);
    String place =
        !config.severalGpus()
            ? "L2"
            : environment.node().isMemorySide() ? "memory-side" : "L2-of-GPU";
    controllers.add(new Counted(place, l2::transitions));
    return l2;
  }
}
