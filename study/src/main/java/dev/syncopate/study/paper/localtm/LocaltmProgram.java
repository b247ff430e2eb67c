package dev.syncopate.study.paper.localtm;

import dev.syncopate.study.paper.EvaluationScale;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A program of the suite {@code transactions}.
 *
 * @param label the paper's, or a word
 * @param workload its name
 * @param entries of the hash table; 0 for the programs that are not the paper's
 * @param length the option that says how much a thread does; empty where there is none
 * @param fullScaleFactor by what its default is multiplied at full scale
 */
record LocaltmProgram(
    String label, String workload, int entries, String length, int fullScaleFactor) {
  /** HT2 to HT256 (§IV). */
  static final List<LocaltmProgram> TABLES =
      IntStream.rangeClosed(1, 8).mapToObj(k -> table(1 << k)).toList();

  /** The table with most conflicts, and the one without any. */
  static final LocaltmProgram HT2 = TABLES.getFirst();

  static final LocaltmProgram HT256 = TABLES.getLast();

  /** What the paper leaves for later. */
  static final List<LocaltmProgram> OTHERS =
      List.of(
          new LocaltmProgram("transfers", "bank", 0, "transfers", 16),
          new LocaltmProgram("list", "sorted-list", 0, "inserts", 4),
          new LocaltmProgram("queue", "work-queue", 0, "items", 1024),
          new LocaltmProgram("histogram", "triple-histogram", 0, "values", 16),
          new LocaltmProgram("k-means", "kmeans", 0, "points", 16));

  /** Tables with many, some, few and no conflicts, and the others. */
  static final List<LocaltmProgram> CHOSEN = chosen();

  private static LocaltmProgram table(int entries) {
    return new LocaltmProgram("HT" + entries, "ht" + entries, entries, "", 0);
  }

  private static List<LocaltmProgram> chosen() {
    List<LocaltmProgram> chosen =
        new ArrayList<>(List.of(table(2), table(16), table(64), table(256)));
    chosen.addAll(OTHERS);
    return List.copyOf(chosen);
  }

  /** All of them, the paper's first. */
  static List<LocaltmProgram> all() {
    List<LocaltmProgram> programs = new ArrayList<>(TABLES);
    programs.addAll(OTHERS);
    return programs;
  }

  /** What a thread does at this scale, as the workload's options. The paper's tables have one. */
  Map<String, String> options(EvaluationScale scale) {
    return scale == EvaluationScale.QUICK || length.isEmpty()
        ? Map.of()
        : Map.of(length, Integer.toString(fullScaleFactor));
  }

  /** What a simulation costs compared with others, about: threads wait for those of their entry. */
  double weight() {
    return entries == 0 ? 4 : 256.0 / entries;
  }

  @Override
  public String toString() {
    return label;
  }
}
