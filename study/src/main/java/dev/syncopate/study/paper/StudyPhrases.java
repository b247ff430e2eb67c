package dev.syncopate.study.paper;

import dev.syncopate.study.figure.BarFigure;
import java.util.ArrayList;
import java.util.List;

/** Words that the studies share. */
final class StudyPhrases {
  static final String MEANS =
      "The paper does not say which mean its average is; its number is shown with both.";

  private StudyPhrases() {}

  static List<String> of(StudySetup setup, String machines, int queues) {
    List<String> facts = new ArrayList<>();
    facts.add("Machine: " + machines + "; consistency model hrf.");
    facts.add(
        "Kernels: Pannotia's as published, two or three launches a round, on %d queues of as many"
                .formatted(queues)
            + " work-groups.");
    facts.add(setup.scale().words());
    facts.add(
        switch (setup.scale()) {
          case FULL ->
              "Scale full: graphs of the paper's sizes. A name that ends in -like is a generated"
                  + " stand-in, where the original's file was not at hand.";
          case QUICK ->
              "Scale quick: large graphs are replaced by generated ones of the same class, reduced"
                  + " by the factor in their names. Speed-ups of reduced graphs differ from those of"
                  + " whole ones; --scale full runs the paper's sizes.";
        });
    facts.add("Every answer was compared with a reference computed on the host.");
    return facts;
  }

  /** What a paper states about speedups: points, and means. */
  static List<BarFigure.Stated> stated(PublishedText published, List<String> series) {
    List<BarFigure.Stated> stated = new ArrayList<>();
    for (PublishedText.Point point : published.points()) {
      if (series.contains(point.scenario())) {
        stated.add(
            new BarFigure.Stated(
                point.workload(),
                point.scenario(),
                point.value(),
                (point.isBound() ? ">" : "") + point.value()));
      }
    }
    published
        .meanSpeedup()
        .forEach((scenario, mean) -> {
          if (series.contains(scenario)) {
            String text = Double.toString(mean);
            stated.add(new BarFigure.Stated(Ratios.GEOMETRIC, scenario, mean, text));
            stated.add(new BarFigure.Stated(Ratios.ARITHMETIC, scenario, mean, text));
          }
        });
    return stated;
  }
}
