package dev.syncopate.study.paper.explain;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The experiments of {@code explanations.json}, by paper. */
public final class ExplainingExperiments {
  private static final String FILE = "explanations.json";

  private ExplainingExperiments() {}

  /** Those of a paper, in the file's order; none for one without. */
  public static List<ExplainingExperiment> of(String paper) {
    return all().getOrDefault(paper, List.of());
  }

  /** The experiments about a claim, in the file's order; none where any explanation is a guess. */
  public static List<ExplainingExperiment> about(String paper, String claim) {
    return of(paper).stream().filter(explanation -> explanation.claims().contains(claim)).toList();
  }

  /**
   * What decides a claim that is not held: the sentences that its experiments bear out and the
   * command that runs them, or that no experiment is about it; nothing of a claim that is held.
   */
  public static String reason(String paper, Claim claim) {
    return switch (claim.verdict()) {
      case HELD, NOT_MEASURED -> "";
      case PARTLY, NOT_HELD -> reason(paper, claim.id());
    };
  }

  /** The same of a claim by its id, for every verdict. */
  public static String reason(String paper, String claim) {
    List<ExplainingExperiment> explanations = about(paper, claim);
    return explanations.isEmpty()
        ? "No experiment is about it: any explanation is a guess."
        : "%s. Run: ./syncopate reproduce %s --explain %s"
            .formatted(
                String.join("; ", explanations.stream().map(ExplainingExperiment::title).toList()),
                paper,
                claim);
  }

  /** By paper. */
  static Map<String, List<ExplainingExperiment>> all() {
    Map<String, List<ExplainingExperiment>> byPaper = new TreeMap<>();
    for (Paper paper : JsonReader.read(FILE, text(), File.class).papers()) {
      byPaper.put(paper.paper(), paper.explanations());
    }
    return byPaper;
  }

  private record File(List<Paper> papers) {}

  private record Paper(String paper, List<ExplainingExperiment> explanations) {}

  private static String text() {
    try (InputStream stream = ExplainingExperiments.class.getResourceAsStream(FILE)) {
      if (stream == null) {
        throw new IllegalStateException("this build has no " + FILE);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
