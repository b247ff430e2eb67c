package dev.syncopate.study.paper.claim;

/**
 * Labels that say of which simulation a number is, by the names of the paper's {@link
 * ClaimVocabulary}; empty where a label is not chosen yet.
 *
 * @param subject what runs: a benchmark, an input
 * @param scenario how it synchronises: a protocol, a configuration, a buffer
 * @param size the third thing that a study varies, if it does: compute units, lines of a buffer
 */
public record SimulationLabels(String subject, String scenario, String size) {
  /** No label is chosen. */
  static final SimulationLabels NONE = new SimulationLabels("", "", "");

  /** Dimension of a label. */
  enum Dimension {
    SUBJECT,
    SCENARIO,
    SIZE
  }

  /** The same of another subject. */
  public SimulationLabels subject(String label) {
    return new SimulationLabels(label, scenario, size);
  }

  /** The same under another scenario. */
  public SimulationLabels scenario(String label) {
    return new SimulationLabels(subject, label, size);
  }

  /** The same at another size. */
  public SimulationLabels size(String label) {
    return new SimulationLabels(subject, scenario, label);
  }

  SimulationLabels with(Dimension dimension, String label) {
    return switch (dimension) {
      case SUBJECT -> subject(label);
      case SCENARIO -> scenario(label);
      case SIZE -> size(label);
    };
  }

  /** The labels that are chosen, one after the other. */
  @Override
  public String toString() {
    return "%s %s %s".formatted(subject, scenario, size).replaceAll(" +", " ").strip();
  }
}
