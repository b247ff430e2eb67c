package dev.syncopate.app.cli.study;

import dev.syncopate.study.grid.ResultCell;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Command whose simulations shards may share. */
interface ShardedStudy {
  /** Why a study cannot be shared whose command line already chooses a part of it. */
  static String refusal(String option) {
    return "%s: found it in the study's command line, expected the whole study there"
        .formatted(option);
  }

  /** The whole study that the parsed command line means. Nothing is simulated. */
  Whole whole();

  /**
   * A study.
   *
   * @param name for people
   * @param folder of its results and report
   * @param parts that run one after the other
   * @param isFolderGiven whether the command line names the folder
   * @param refusal why shards cannot share it; none if they can
   * @param options of the runner
   */
  record Whole(
      String name,
      Path folder,
      List<Part> parts,
      boolean isFolderGiven,
      Optional<String> refusal,
      RunnerOptions options) {
    public Whole {
      parts = List.copyOf(parts);
    }
  }

  /**
   * A part of a study with results in a separate folder.
   *
   * @param command that repeats it
   */
  record Part(Path folder, List<ResultCell> cells, String command) {
    public Part {
      cells = List.copyOf(cells);
    }
  }
}
