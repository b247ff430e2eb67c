package dev.syncopate.study.paper.explain;

import dev.syncopate.study.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The experiments of {@code explanations.json}, by paper. */
public final class Explanations {
  private static final String FILE = "explanations.json";

  private Explanations() {}

  /** Those of a paper, in the file's order; none for one without. */
  public static List<Explanation> of(String paper) {
    return all().getOrDefault(paper, List.of());
  }

  /** By paper. */
  static Map<String, List<Explanation>> all() {
    Map<String, List<Explanation>> all = new TreeMap<>();
    for (Paper paper : JsonReader.read(FILE, text(), File.class).papers()) {
      all.put(paper.paper(), paper.explanations());
    }
    return all;
  }

  private record File(List<Paper> papers) {}

  private record Paper(String paper, List<Explanation> explanations) {}

  private static String text() {
    try (InputStream in = Explanations.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("this build has no " + FILE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
