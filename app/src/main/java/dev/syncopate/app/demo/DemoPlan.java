package dev.syncopate.app.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * Runs of the demo: PageRank on one generated graph, in every combination.
 *
 * @param machines presets
 * @param programs what the updates promise; the first under the first model is what speed-ups
 *     compare with
 * @param models consistency models
 * @param vertices of the graph, whose degrees follow a power law
 * @param degree arcs a vertex on average
 * @param block threads of a CTA
 * @param seed of the graph
 */
record DemoPlan(
    List<String> machines,
    List<Program> programs,
    List<Model> models,
    int vertices,
    int degree,
    int block,
    long seed) {

  /**
   * A way to write the program.
   *
   * @param label two short lines
   * @param atomic the workload's option
   * @param lesson what the printed table says of its row; empty for a program that only the page
   *     and the picture show
   */
  record Program(String label, String atomic, String lesson) {
    /** The label on one line. */
    String line() {
      return label.replace('\n', ' ');
    }
  }

  /**
   * A consistency model.
   *
   * @param meaning what it makes of orders and scopes, in a few words
   */
  record Model(String name, String meaning) {}

  /** Model of the printed table's rows: the one that honours both order and scope. */
  static final String PRINTED_MODEL = "hrf";

  /** A combination of settings. */
  record Setting(String machine, Program program, Model model) {}

  /** Small enough for a minute on two cores. */
  static DemoPlan standard() {
    return new DemoPlan(
        List.of("rsp-8cu", "titanv-80sm"),
        List.of(
            new Program(
                "acquire+release,\ngpu scope", "acq_rel", "an update flushes and invalidates L1s"),
            new Program("relaxed,\ngpu scope", "relaxed", "weaker order: L1s keep their lines"),
            new Program("relaxed, binned,\ngpu scope", "binned_gpu", ""),
            new Program(
                "relaxed, binned,\ncta scope",
                "binned_cta",
                "one CTA a bin: updates stay in its L1")),
        List.of(
            new Model("drf0", "every atomic orders everything, GPU-wide"),
            new Model("hrf", "order and scope as written"),
            new Model("drfrlx", "order as written, GPU-wide")),
        8192,
        8,
        128,
        1);
  }

  /** Every combination, machine by machine, program by program. */
  List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    for (String machine : machines) {
      for (Program program : programs) {
        for (Model model : models) {
          settings.add(new Setting(machine, program, model));
        }
      }
    }
    return settings;
  }

  /** Whether the printed table has a row for a setting; page and picture have all. */
  static boolean printed(Setting setting) {
    return !setting.program().lesson().isEmpty() && setting.model().name().equals(PRINTED_MODEL);
  }

  /** The setting that others on its machine are compared with. */
  Setting baseline(String machine) {
    return new Setting(machine, programs.getFirst(), models.getFirst());
  }

  /** How a user repeats one setting. */
  String command(Setting setting) {
    return "./syncopate run pagerank-push --gpu %s --model %s --size %d --option shape=power-law --option degree=%d --option block=%d --option atomic=%s --seed %d"
        .formatted(
            setting.machine(),
            setting.model().name(),
            vertices,
            degree,
            block,
            setting.program().atomic(),
            seed);
  }
}
