package dev.syncopate.study.paper;

import dev.syncopate.study.grid.Cell;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.sweep.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Every subject under every scenario on a machine, as jobs. */
final class Matrix {
  private static final String MODEL = "hrf";

  private Matrix() {}

  static List<Cell> cells(
      Setup setup, String machine, List<Subject> subjects, List<PaperScenario> scenarios) {
    List<Cell> cells = new ArrayList<>();
    for (Subject subject : subjects) {
      JobInput.Named input = setup.input(subject.input());
      for (PaperScenario scenario : scenarios) {
        Coordinate at = new Coordinate(subject.label(), scenario.label(), machine);
        SortedMap<String, String> options = new TreeMap<>();
        options.put("scenario", scenario.scenario());
        options.put("grouping", scenario.grouping());
        options.put("iterations", Integer.toString(setup.scale().rounds()));
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
        double weight = setup.weight(input);
        cells.add(new Cell(at, new Task(at.toString(), job, weight)));
      }
    }
    return cells;
  }
}
