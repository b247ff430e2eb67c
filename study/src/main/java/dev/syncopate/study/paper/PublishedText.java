package dev.syncopate.study.paper;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.syncopate.study.json.JsonReader;
import dev.syncopate.study.json.MayBeMissing;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Statements of the papers in text and tables. It is shown with the measurements and never enters
 * one. Speed-ups are ratios to a study's own baseline, reductions fractions.
 */
public sealed interface PublishedText {
  /** The data file. */
  String FILE = "published-results.json";

  /** The machine, in words. */
  String gpu();

  /** Of each scenario, over all subjects. */
  Map<String, Double> meanSpeedup();

  /** Of one scenario. */
  default double meanSpeedup(String scenario) {
    Double mean = meanSpeedup().get(scenario);
    if (mean == null) {
      throw new IllegalStateException("no mean speed-up of " + scenario + " in " + FILE);
    }
    return mean;
  }

  /** Of single subjects. */
  List<Point> points();

  /** Statements in words. */
  List<String> shape();

  /** The input of each subject, in the paper's order. */
  Map<String, String> inputs();

  /** Papers that are not studied yet: any JSON. */
  record Papers(
      String comment, Rsp rsp, Srsp srsp, HeteroSync heterosync, LocalTm localtm, JsonNode lab) {}

  /** Remote scope promotion, as first published. */
  record Rsp(
      String gpu,
      @JsonProperty("mean_speedup") Map<String, Double> meanSpeedup,
      List<Point> points,
      Also also,
      List<String> shape,
      @JsonProperty("table3_percent_of_elements_stolen") Map<String, List<JsonNode>> stolen,
      Map<String, String> inputs)
      implements PublishedText {

    /**
     * Per cent of a subject's queue elements.
     *
     * @param column of table 3, from 0
     */
    double percentStolen(String subject, int column) {
      return stolen.getOrDefault(subject, List.of()).get(column).doubleValue();
    }
  }

  /** Speed-ups of rem-sync over other scenarios. */
  record Also(
      @JsonProperty("rem_sync_over_scope_only") double overScopeOnly,
      @JsonProperty("rem_sync_over_steal_only") double overStealOnly,
      String where) {}

  /** Selective remote scope promotion. */
  record Srsp(
      String gpu,
      @JsonProperty("mean_speedup") Map<String, Double> meanSpeedup,
      List<Point> points,
      @JsonProperty("max_l2_access_reduction") Map<String, Double> l2Reduction,
      @JsonProperty("remote_sync_overhead_reduction_sRSP_vs_bRSP") Overhead overhead,
      @JsonProperty("sRSPOpt_vs_bRSP_speedup") Optimised optimised,
      List<String> shape,
      Map<String, String> inputs)
      implements PublishedText {}

  /** HeteroSync's scaling study: statements in words, which have the numbers in them. */
  record HeteroSync(String gpu, List<Statement> points, List<String> shape) {}

  /**
   * Transactions in local memory: a range and statements in words, one of which has a number.
   *
   * @param speedup over serialisation
   */
  record LocalTm(
      String gpu,
      @JsonProperty("speedup_over_serialization") Range speedup,
      List<String> shape,
      String workload) {}

  /** From the least to the most. */
  record Range(double min, double max) {}

  /**
   * A statement about a benchmark.
   *
   * @param config null where several are meant
   * @param cus a number of compute units or two in words; null where all are meant
   */
  record Statement(
      String bench,
      @MayBeMissing @Nullable String config,
      @MayBeMissing @Nullable JsonNode cus,
      String statement) {}

  /** Share of the remote synchronisation overhead that sRSP saves. */
  record Overhead(double mean, double max, @JsonProperty("max_workload") String workload) {}

  /** Speed-ups with small work-groups. */
  record Optimised(double mean, double max, String note) {}

  /**
   * The speed-up of one subject.
   *
   * @param speedup null where the paper states a bound alone
   * @param atLeast the bound; else null
   * @param note a remark; null for none
   */
  record Point(
      String workload,
      String scenario,
      @MayBeMissing @Nullable Double speedup,
      @MayBeMissing @JsonProperty("speedup_at_least") @Nullable Double atLeast,
      @MayBeMissing @Nullable String note) {

    /** The speed-up, or its bound. */
    double value() {
      if (speedup != null) {
        return speedup;
      }
      if (atLeast != null) {
        return atLeast;
      }
      throw new IllegalStateException(workload + ", " + scenario + ": no speed-up in " + FILE);
    }

    boolean isBound() {
      return speedup == null;
    }
  }

  /** What a paper states, as in the file. */
  static JsonNode data(String paper) {
    return JsonReader.tree(text()).path(paper);
  }

  /** The data on all papers. */
  static Papers all() {
    return JsonReader.read(FILE, text(), Papers.class);
  }

  private static String text() {
    try (InputStream stream = PublishedText.class.getResourceAsStream(FILE)) {
      if (stream == null) {
        throw new IllegalStateException("this build has no " + FILE);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + FILE, e);
    }
  }

  /** Labels and inputs of a paper, in its order. */
  default List<StudySubject> subjects() {
    List<StudySubject> subjects = new ArrayList<>();
    inputs()
        .forEach((label, input) -> subjects.add(new StudySubject(label, workload(label), input)));
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
