package dev.syncopate.app.explore;

import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationFailure;
import dev.syncopate.model.explore.ObservedOutcome;
import dev.syncopate.model.explore.report.SequenceChart;
import dev.syncopate.sim.text.FileName;
import dev.syncopate.sim.text.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes message-sequence charts of explored tests into a folder. */
public final class Charts {
  private Charts() {}

  /**
   * A chart for each outcome and each failure.
   *
   * @return how many
   */
  public static int write(Path folder, ExploredTest test) throws IOException {
    Exploration exploration = test.exploration();
    Files.createDirectories(folder);
    String stem = FileName.of(exploration.test().name() + "-" + exploration.protocol());
    int number = 0;
    for (ObservedOutcome outcome : exploration.outcomes()) {
      WholeFile.write(
          folder.resolve("%s-outcome-%d.svg".formatted(stem, ++number)),
          SequenceChart.svg(
              outcome.schedule(),
              exploration.test().name() + ": " + outcome.text(),
              "protocol %s, model %s, %s"
                  .formatted(exploration.protocol(), exploration.model(), outcome.setup())));
    }
    int failed = 0;
    for (ExplorationFailure failure : exploration.failures()) {
      WholeFile.write(
          folder.resolve("%s-failure-%d.svg".formatted(stem, ++failed)),
          SequenceChart.svg(
              failure.schedule(),
              exploration.test().name() + ": " + failure.message(),
              "protocol %s, model %s, %s"
                  .formatted(exploration.protocol(), exploration.model(), failure.setup())));
    }
    return number + failed;
  }
}
