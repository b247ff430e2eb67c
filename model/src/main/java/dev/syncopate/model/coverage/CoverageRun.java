package dev.syncopate.model.coverage;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.coverage.Coverage;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.Failure;
import dev.syncopate.model.explore.Request;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.Placement;
import dev.syncopate.model.explore.machine.setup.Setup;
import dev.syncopate.model.explore.machine.setup.Size;
import dev.syncopate.model.explore.search.Fault;
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

  private static final List<Setup> EVERYWHERE =
      Stream.of(Size.TINY, Size.ROOMY, Size.TABLES)
          .flatMap(size ->
              Stream.of(Layout.APART, Layout.TOGETHER)
                  .map(layout -> new Setup(size, layout, Placement.APART)))
          .toList();

  private final Hardware hardware;
  private final Extent extent;
  private final Progress progress;
  private final Covered covered;

  /**
   * How much is run.
   *
   * @param bound states of one test of the library on one machine after which its exploration stops
   * @param operations of the random tester
   * @param seed of its first program
   */
  public record Extent(long bound, long operations, long seed) {}

  /** Told now and then how far it is. */
  public interface Progress {
    /** Whether to go on. */
    boolean at(Source source, long completed, long total);
  }

  private CoverageRun(Hardware hardware, Extent extent, Progress progress) {
    this.hardware = hardware;
    this.extent = extent;
    this.progress = progress;
    covered = new Covered(hardware);
  }

  /** Explores tests on one GPU and on two, runs random programs, and counts. */
  public static Covered of(Hardware hardware, Extent extent, Progress progress) {
    CoverageRun run = new CoverageRun(hardware, extent, progress);
    List<LitmusTest> library = Library.names().stream().map(Library::test).toList();
    run.explore(Source.TINY, library, run.setups(Size.TINY), extent.bound());
    run.explore(Source.ROOMY, library, run.setups(Size.ROOMY), extent.bound());
    run.explore(Source.CORNERS, Corners.tests(), run.withVariants(EVERYWHERE), CORNER_BOUND);
    run.stress();
    return run.covered;
  }

  /** A machine of a size, also with the protocol's variants. */
  private List<Setup> setups(Size size) {
    return withVariants(List.of(new Setup(size, Layout.APART, Placement.APART)));
  }

  private List<Setup> withVariants(List<Setup> setups) {
    List<Setup> allSetups = new ArrayList<>(setups);
    for (List<String> variant : Protocols.named(hardware.protocol()).variants()) {
      setups.forEach(setup -> allSetups.add(setup.with(variant)));
    }
    return allSetups;
  }

  private void explore(Source source, List<LitmusTest> tests, List<Setup> setups, long bound) {
    Coverage counting = new Coverage(Protocols.named(hardware.protocol()));
    Request request =
        new Request(counting, ConsistencyModel.named(hardware.model()), setups, bound);
    for (int i = 0; i < tests.size() && progress.at(source, i, tests.size()); i++) {
      LitmusTest test = tests.get(i);
      explore(test, request);
      if (Spread.spreads(test)) {
        explore(Spread.over2(test), request);
      }
      counting.forget();
    }
    covered.add(source, counting.transitions());
  }

  private void explore(LitmusTest test, Request request) {
    Exploration exploration;
    try {
      exploration = Explorer.explore(test, request, (setup, states, depth) -> true);
    } catch (IllegalArgumentException e) {
      return; // the protocol refuses an instruction of it
    }
    for (Failure failure : exploration.failures()) {
      if (failure.kind() == Fault.Kind.ERROR || failure.kind() == Fault.Kind.INVARIANT) {
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
    while (goesOn && progress.at(Source.STRESS, run.operations(), extent.operations())) {
      goesOn = run.goOn();
    }
    run.finding().ifPresent(finding -> covered.addWrong(finding.machine() + ": " + finding.text()));
    covered.add(Source.STRESS, run.transitions());
  }
}
