package dev.syncopate.study.paper;

import dev.syncopate.study.json.JsonObject;
import dev.syncopate.study.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What the papers state in words and tables. It is shown beside what was measured and never enters
 * a measurement.
 */
final class Published {
  private static final String FILE = "published-results.json";

  private Published() {}

  /** The data on one paper. */
  static JsonObject of(String paper) {
    try (InputStream in = Published.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("this build has no " + FILE);
      }
      return JsonReader.object(new String(in.readAllBytes(), StandardCharsets.UTF_8)).object(paper);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + FILE, e);
    }
  }

  /** Labels and inputs of a paper, in its order. */
  static List<Subject> subjects(JsonObject paper) {
    List<Subject> subjects = new ArrayList<>();
    paper
        .object("inputs")
        .stringMembers()
        .forEach((label, input) -> subjects.add(new Subject(label, workload(label), input)));
    return List.copyOf(subjects);
  }

  private static String workload(String label) {
    String name = label.replaceFirst("[-.][0-9]+$", "");
    return switch (name) {
      case "SSSP" -> "sssp";
      case "color", "CLR" -> "color";
      case "MIS" -> "mis";
      case "PR", "PRK" -> "pagerank";
      default -> throw new IllegalStateException("no workload is known as " + name);
    };
  }
}
