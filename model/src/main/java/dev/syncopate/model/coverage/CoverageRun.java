package dev.syncopate.model.coverage;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.coverage.CoverageProtocol;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationFailure;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.explore.search.PropertyViolation;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.stress.StressRun;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lets everything happen to some hardware's controllers that there are programs for, and counts.
 */
public final class CoverageRun {
  /** States of a corner test on one machine; what it is for happens long before. */
  private static final long CORNER_BOUND = 5_000;

  private static final List<MachineSetup> EVERYWHERE =
      Stream.of(MachineSize.TINY, MachineSize.ROOMY, MachineSize.TABLES)
          .flatMap(size ->
              Stream.of(Layout.APART, Layout.TOGETHER)
                  .map(layout -> new MachineSetup(size, layout, SetupPlacement.APART)))
          .toList();

  private final BoundHardware hardware;
  private final Extent extent;
  private final Progress progress;
  private final CoveredTransitions covered;

  /**
   * Extent of the runs.
   *
   * @param bound states of one test of the library on one machine after which its exploration stops
   * @param operations of the random tester
   * @param seed of its first program
   */
  public record Extent(long bound, long operations, long seed) {}

  /** Told now and then how far it is. */
  public interface Progress {
    /** Whether to go on. */
    boolean at(TransitionOrigin source, long completed, long total);
  }

  private CoverageRun(BoundHardware hardware, Extent extent, Progress progress) {
    this.hardware = hardware;
    this.extent = extent;
    this.progress = progress;
    covered = new CoveredTransitions(hardware);
  }

  /** Explores tests on one GPU and on two, runs random programs, and counts. */
  public static CoveredTransitions of(BoundHardware hardware, Extent extent, Progress progress) {
    CoverageRun run = new CoverageRun(hardware, extent, progress);
    List<LitmusTest> library = Library.names().stream().map(Library::test).toList();
    run.explore(TransitionOrigin.TINY, library, run.setups(MachineSize.TINY), extent.bound());
    run.explore(TransitionOrigin.ROOMY, library, run.setups(MachineSize.ROOMY), extent.bound());
    run.explore(
        TransitionOrigin.CORNERS, CornerTests.tests(), run.withVariants(EVERYWHERE), CORNER_BOUND);
    run.stress();
    return run.covered;
  }

  /** A machine of a size, also with the protocol's variants. */
  private List<MachineSetup> setups(MachineSize size) {
    return withVariants(List.of(new MachineSetup(size, Layout.APART, SetupPlacement.APART)));
  }

  private List<MachineSetup> withVariants(List<MachineSetup> setups) {
    List<MachineSetup> allSetups = new ArrayList<>(setups);
    for (List<String> variant : Protocols.named(hardware.protocol()).variants()) {
      setups.forEach(setup -> allSetups.add(setup.with(variant)));
    }
    return allSetups;
  }

  private void explore(
      TransitionOrigin source, List<LitmusTest> tests, List<MachineSetup> setups, long bound) {
    CoverageProtocol counting = new CoverageProtocol(Protocols.named(hardware.protocol()));
    ExplorationRequest request =
        new ExplorationRequest(counting, ConsistencyModel.named(hardware.model()), setups, bound);
    for (int i = 0; i < tests.size() && progress.at(source, i, tests.size()); i++) {
      LitmusTest test = tests.get(i);
      explore(test, request);
      if (SpreadTests.spreads(test)) {
        explore(SpreadTests.over2(test), request);
      }
      counting.forget();
    }
    covered.add(source, counting.transitions());
  }

  private void explore(LitmusTest test, ExplorationRequest request) {
    Exploration exploration;
    try {
      exploration = Explorer.explore(test, request, (setup, states, depth) -> true);
    } catch (IllegalArgumentException e) {
      return; // the protocol refuses an instruction of it
    }
    for (ExplorationFailure failure : exploration.failures()) {
      if (failure.kind() == PropertyViolation.Kind.ERROR
          || failure.kind() == PropertyViolation.Kind.INVARIANT) {
        covered.addWrong(test.name() + ", " + failure.setup() + ": " + failure.message());
      }
    }
  }

  private void stress() {
    StressRun run =
        new StressRun(
            new StressRun.Choice(
                hardware.protocol(),
                hardware.model(),
                List.of(),
                extent.operations(),
                extent.seed()));
    boolean goesOn = true;
    while (goesOn && progress.at(TransitionOrigin.STRESS, run.operations(), extent.operations())) {
      goesOn = run.goOn();
    }
    run.finding().ifPresent(finding -> covered.addWrong(finding.machine() + ": " + finding.text()));
    covered.add(TransitionOrigin.STRESS, run.transitions());
  }
}
