package dev.syncopate.workload.transaction;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A queue of items, of which most put two more in: every one is taken once, in the order put. */
public final class WorkQueue extends GroupWorkload {
  private static final int MOST_ITEMS = 1024;

  private static final WorkloadOption.Whole ITEMS =
      new WorkloadOption.Whole("items", "Items of a CTA.", 256, 1, MOST_ITEMS);
  private static final WorkloadOption.Whole ROOTS =
      new WorkloadOption.Whole(
          "roots", "Items that are there from the beginning.", 8, 1, MOST_ITEMS);

  /** With the program's kernels. */
  public WorkQueue(KernelLibrary kernels) {
    super(kernels, "queue", 64, 1024);
  }

  @Override
  public String name() {
    return "work-queue";
  }

  @Override
  public String description() {
    return "Takes items from a queue in shared memory and puts two more in for each.";
  }

  @Override
  List<WorkloadOption> ownOptions() {
    return List.of(ITEMS, ROOTS);
  }

  @Override
  WorkloadOutcome run(TransactionRun groups) {
    int items = groups.number(ITEMS);
    int roots = Math.min(items, groups.number(ROOTS));
    int totalItems = items * groups.count();
    Device device = groups.device();
    Buffer takenCounts = device.copyOf(new int[totalItems]);
    Buffer out = device.copyOf(new int[totalItems]);
    Buffer put = device.copyOf(new int[totalItems]);
    groups.launch(
        new KernelStruct().pointer(takenCounts).pointer(out).pointer(put).word(roots).word(items),
        items + 2,
        2);
    int[] once = new int[totalItems];
    Arrays.fill(once, 1);
    List<ResultComparison> comparisons = new ArrayList<>();
    comparisons.add(
        ResultComparison.unsigned("how often items were taken", takenCounts.readInts(), once));
    int[] takenPlaces = out.readInts();
    int[] putPlaces = put.readInts();
    comparisons.add(
        ResultComparison.unsigned("places items were taken from", takenPlaces, putPlaces));
    for (int g = 0; g < groups.count(); g++) {
      int[] places = Arrays.copyOfRange(takenPlaces, g * items, (g + 1) * items);
      comparisons.add(inOrder("CTA " + g, places, roots));
      Arrays.sort(places);
      int[] expectedPlaces = new int[items];
      Arrays.setAll(expectedPlaces, i -> i);
      comparisons.add(ResultComparison.unsigned("places of CTA " + g, places, expectedPlaces));
    }
    return TransactionVerdict.of(
        comparisons,
        "%d items were taken once each, in the order put".formatted(totalItems),
        groups.figures(2L * totalItems - (long) roots * groups.count()));
  }

  /** An element that another one put in came behind it; roots came first. */
  private static ResultComparison inOrder(String ctaName, int[] places, int roots) {
    for (int i = 0; i < places.length; i++) {
      boolean right =
          i < roots ? places[i] == i : places[i] >= roots && places[i] > places[(i - roots) / 2];
      if (!right) {
        return ResultComparison.wrong(
            "%s: item %d was at place %d, before what put it in".formatted(ctaName, i, places[i]));
      }
    }
    return new ResultComparison(true, "in order");
  }
}
