package dev.syncopate.app.report;

import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.ProgramSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The launches of a run, a row for each kernel, in the order of their first launches. Instances of
 * one template, and others that are called alike, are numbered.
 */
public final class LaunchTable {
  private static final List<String> HEADS =
      List.of("kernel", "launches", "cycles", "share", "warp instructions", "L1 hits", "atomics");

  /** Of a sampled program. */
  private static final List<String> SAMPLED_HEADS =
      List.of(
          "kernel",
          "launches",
          "timed",
          "CTAs",
          "timed",
          "cycles (estimate)",
          "error",
          "share",
          "warp instructions");

  /** Of launches without time. */
  private static final List<String> FUNCTIONAL_HEADS =
      List.of("kernel", "launches", "warp instructions", "share", "atomics");

  private LaunchTable() {}

  /** The lines, each with a line feed at its end; empty without launches. */
  public static String of(List<LaunchResult> launches) {
    Map<String, List<LaunchResult>> kernels = new LinkedHashMap<>();
    for (LaunchResult launch : launches) {
      kernels.computeIfAbsent(launch.kernel(), name -> new ArrayList<>()).add(launch);
    }
    if (kernels.isEmpty()) {
      return "";
    }
    long totalCycles = launches.stream().mapToLong(LaunchResult::cycles).sum();
    List<List<String>> rows = new ArrayList<>();
    boolean timed = totalCycles > 0;
    long totalInstructions = sum(launches, "instructions.warp");
    rows.add(timed ? HEADS : FUNCTIONAL_HEADS);
    Map<String, Integer> called = new HashMap<>();
    kernels.forEach((kernel, kernelLaunches) -> {
      String numberedName = numbered(LaunchProgress.shortName(kernel), called);
      rows.add(
          timed
              ? row(numberedName, kernelLaunches, totalCycles)
              : functionalRow(numberedName, kernelLaunches, totalInstructions));
    });
    return text(rows);
  }

  private static String text(List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        int width = width(rows, column);
        String cell = row.get(column);
        String space = " ".repeat(width - cell.length());
        line.append(column == 0 ? cell + space : "  " + space + cell);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  /** The lines of a sampled program, likewise: cycles are estimates where not all are timed. */
  public static String of(ProgramSample sample, List<LaunchResult> launches) {
    Map<String, Long> instructions = new HashMap<>();
    launches.forEach(launch ->
        instructions.merge(launch.kernel(), launch.statistic("instructions.warp"), Long::sum));
    Map<String, ProgramSample.Estimate> kernels = sample.kernels();
    if (kernels.isEmpty()) {
      return "";
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(SAMPLED_HEADS);
    Map<String, Integer> called = new HashMap<>();
    long total = sample.total().cycles();
    kernels.forEach((kernel, estimate) ->
        rows.add(
            List.of(
                numbered(LaunchProgress.shortName(kernel), called),
                number(estimate.launches()),
                number(estimate.timed()),
                number(estimate.ctas()),
                number(estimate.timedCtas()),
                number(estimate.cycles()),
                estimate.timedCtas() == estimate.ctas() ? "-" : error(estimate),
                share(estimate.cycles(), total),
                number(instructions.getOrDefault(kernel, 0L)))));
    return text(rows);
  }

  /** The error of an estimate, as in {@code 1.2%}. */
  static String error(ProgramSample.Estimate estimate) {
    return String.format(Locale.ROOT, "%.1f%%", estimate.errorPercent());
  }

  private static String numbered(String name, Map<String, Integer> called) {
    int number = called.merge(name, 1, Integer::sum);
    return number == 1 ? name : name + " (" + number + ")";
  }

  private static List<String> row(String name, List<LaunchResult> launches, long totalCycles) {
    long cycles = launches.stream().mapToLong(LaunchResult::cycles).sum();
    return List.of(
        name,
        number(launches.size()),
        number(cycles),
        share(cycles, totalCycles),
        number(sum(launches, "instructions.warp")),
        share(sum(launches, "l1.hits"), sum(launches, "l1.loads")),
        number(sum(launches, "instructions.atomicThread")));
  }

  private static List<String> functionalRow(
      String name, List<LaunchResult> launches, long totalInstructions) {
    long instructions = sum(launches, "instructions.warp");
    return List.of(
        name,
        number(launches.size()),
        number(instructions),
        share(instructions, totalInstructions),
        number(sum(launches, "instructions.atomicThread")));
  }

  private static long sum(List<LaunchResult> launches, String counter) {
    return launches.stream().mapToLong(launch -> launch.statistic(counter)).sum();
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String share(long part, long total) {
    return total == 0 ? "-" : String.format(Locale.ROOT, "%.1f%%", 100.0 * part / total);
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
