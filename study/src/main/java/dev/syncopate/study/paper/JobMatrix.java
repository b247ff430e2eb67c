package dev.syncopate.study.paper;

import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.sweep.SweepTask;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Every subject under every scenario on a machine, as jobs. */
final class JobMatrix {
  private static final String MODEL = "hrf";

  /** The programs that the papers ran. */
  private static final String KERNELS = "pannotia";

  private JobMatrix() {}

  /**
   * @param queues of work-groups of the usual size
   */
  static List<ResultCell> cells(
      StudySetup setup,
      String machine,
      int queues,
      List<StudySubject> subjects,
      List<PaperScenario> scenarios) {
    List<ResultCell> cells = new ArrayList<>();
    for (StudySubject subject : subjects) {
      JobInput.Named input = setup.input(subject.input());
      for (PaperScenario scenario : scenarios) {
        Coordinate coordinate = new Coordinate(subject.label(), scenario.label(), machine);
        SortedMap<String, String> options = new TreeMap<>();
        options.put("scenario", scenario.scenario());
        options.put("grouping", scenario.grouping());
        options.put("kernels", KERNELS);
        options.put("queues", Integer.toString(scenario.queues(queues)));
        options.putAll(setup.scale().rounds(subject.workload()));
        Job job =
            new Job(
                subject.workload(),
                input,
                options,
                machine,
                scenario.settings(),
                scenario.protocol(),
                MODEL,
                setup.seed());
        double weight = setup.weight(subject.workload(), input);
        cells.add(new ResultCell(coordinate, new SweepTask(coordinate.toString(), job, weight)));
      }
    }
    return cells;
  }
}
