package dev.syncopate.study.paper.lab;

import com.fasterxml.jackson.databind.JsonNode;
import dev.syncopate.study.paper.PublishedText;

/**
 * The numbers that the paper states, fractions of the baseline that are taken away.
 *
 * @param data the paper's part of the published numbers
 */
record LabPublishedNumbers(JsonNode data) {
  static LabPublishedNumbers published() {
    return new LabPublishedNumbers(PublishedText.all().lab());
  }

  /**
   * A number by its place in the data.
   *
   * @param pointer for example {@code /mean_reduction/time}
   */
  double at(String pointer) {
    JsonNode number = data.at(pointer);
    if (!number.isNumber()) {
      throw new IllegalStateException(
          "no number at /lab%s in %s".formatted(pointer, PublishedText.FILE));
    }
    return number.doubleValue();
  }

  /**
   * A number of a benchmark.
   *
   * @param name as in the data
   * @param member for example {@code time_mean}
   */
  double of(String name, String member) {
    for (JsonNode point : data.path("points")) {
      if (point.path("bench").asText().equals(name) && point.path(member).isNumber()) {
        return point.path(member).doubleValue();
      }
    }
    throw new IllegalStateException(
        "no %s of %s in %s".formatted(member, name, PublishedText.FILE));
  }
}
