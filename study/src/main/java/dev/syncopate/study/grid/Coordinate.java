package dev.syncopate.study.grid;

/**
 * A combination of what a study varies.
 *
 * @param subject workload and input under their name in the study, for example {@code SSSP.1}
 * @param scenario how it synchronises, for example {@code scope-only}
 * @param machine name of the machine
 */
public record Coordinate(String subject, String scenario, String machine) {
  @Override
  public String toString() {
    return subject + " " + scenario + " " + machine;
  }
}
