package dev.syncopate.app.report;

import dev.syncopate.workload.runtime.LaunchResult;
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
      String name = LaunchProgress.shortName(kernel);
      int number = called.merge(name, 1, Integer::sum);
      String numberedName = number == 1 ? name : name + " (" + number + ")";
      rows.add(
          timed
              ? row(numberedName, kernelLaunches, totalCycles)
              : functionalRow(numberedName, kernelLaunches, totalInstructions));
    });
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
