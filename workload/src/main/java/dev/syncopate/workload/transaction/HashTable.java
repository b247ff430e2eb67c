package dev.syncopate.workload.transaction;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * HT2 to HT256 (localtm §IV): each thread of a CTA inserts its number into entry {@code number % N}
 * of a table, in the first free slot that it finds.
 *
 * <p>"Each entry has capacity for all possible elements." Elements that are possible in an entry
 * are those that hash there, 256 / N of 256: so HT256 has 256 words, and fits with its shadow. Room
 * for all 256 in each entry takes more than a work-group's 32 KiB from N = 64 on, with the shadow
 * from 16 on. {@code slots=all} is that.
 */
public final class HashTable extends GroupWorkload {
  private static final WorkloadOption.Choice SLOTS =
      new WorkloadOption.Choice(
          "slots",
          "Slots of an entry: for the numbers that hash there, or for those of all threads.",
          List.of("hashed", "all"));
  private static final WorkloadOption.Choice SECTION =
      new WorkloadOption.Choice(
          "section",
          "What one critical section is: the look at a slot, with the insertion where it is free, or"
              + " the whole search.",
          List.of("slot", "search"));

  private static final WorkloadOption.Choice LAYOUT =
      new WorkloadOption.Choice(
          "layout",
          "What lies side by side: the slots of an entry, or the slots of all entries with one number.",
          List.of("entry", "slot"));
  private static final WorkloadOption.Choice SERIAL =
      new WorkloadOption.Choice(
          "serial",
          "Of the variant serial: every thread in its turn, with a barrier behind each, or the first"
              + " thread for all of them.",
          List.of("turns", "one"));
  private static final WorkloadOption.Choice LOCK =
      new WorkloadOption.Choice(
          "lock",
          "Of the variant locks: what has a lock, each entry or each slot.",
          List.of("entry", "slot"));
  private static final WorkloadOption.Choice POLL =
      new WorkloadOption.Choice(
          "poll",
          "Of the variant locks: whether a thread looks at a lock before it tries to take it, or tries"
              + " at once.",
          List.of("look", "try"));

  private static final int THREADS = 256;
  private static final int MOST_THREADS = 1024;
  private static final int FREE = -1;

  private final int entries;

  private HashTable(KernelLibrary kernels, int entries) {
    super(kernels, "table", THREADS, MOST_THREADS);
    this.entries = entries;
  }

  /** Those of the paper: 2, 4, …, 256 entries. */
  public static List<HashTable> all(KernelLibrary kernels) {
    return IntStream.rangeClosed(1, 8).mapToObj(k -> new HashTable(kernels, 1 << k)).toList();
  }

  @Override
  public String name() {
    return "ht" + entries;
  }

  @Override
  public String description() {
    return "Inserts each thread's number into a hash table of %d entries in shared memory."
        .formatted(entries);
  }

  @Override
  List<WorkloadOption> ownOptions() {
    return List.of(SLOTS, SECTION, LAYOUT, SERIAL, LOCK, POLL);
  }

  @Override
  WorkloadOutcome run(TransactionRun groups) {
    int threads = groups.threads();
    boolean allSlots = groups.chose(SLOTS, "all");
    int slots = allSlots ? threads : Math.ceilDiv(threads, entries);
    int words = entries * slots;
    boolean beside = groups.chose(LAYOUT, "entry");
    Buffer out = groups.device().allocate((long) Integer.BYTES * words * groups.count());
    groups.launch(
        infix(groups),
        new KernelStruct()
            .pointer(out)
            .word(entries)
            .word(slots)
            .word(beside ? slots : 1)
            .word(beside ? 1 : entries),
        words,
        groups.chose(LOCK, "slot") ? words : entries);
    int[] expected = new int[words];
    Arrays.fill(expected, FREE);
    int[] used = new int[entries];
    for (int number = 0; number < threads; number++) {
      int entry = number % entries;
      expected[entry * slots + used[entry]++] = number;
    }
    int[] actual = out.readInts();
    List<ResultComparison> comparisons = new ArrayList<>();
    for (int group = 0; group < groups.count(); group++) {
      int[] table = Arrays.copyOfRange(actual, group * words, (group + 1) * words);
      table = beside ? table : transposed(table, slots);
      comparisons.add(
          ResultComparison.signed("slots of CTA " + group, sorted(table, slots, used), expected));
    }
    return TransactionVerdict.of(
        comparisons,
        "%d tables of %d entries hold every number once".formatted(groups.count(), entries),
        groups.figures(groups.allThreads()));
  }

  /** What the kernel's name has between the suite's prefix and the variant. */
  private static String infix(TransactionRun groups) {
    boolean searches = groups.chose(SECTION, "search");
    return switch (groups.variant()) {
      case "atomics" -> "";
      case "serial" -> groups.chose(SERIAL, "one") ? "one_" : searches ? "search_" : "";
      case "locks" -> {
        boolean ofSlots = groups.chose(LOCK, "slot");
        if (ofSlots && searches) {
          throw new WorkloadInputException(
              "lock=slot has a lock for each slot, but with section=search a section takes one lock"
                  + " for all slots of its entry: choose section=slot or lock=entry");
        }
        yield (groups.chose(POLL, "try") ? "try_" : "")
            + (searches ? "search_" : "")
            + (ofSlots ? "slot_" : "");
      }
      default -> searches ? "search_" : "";
    };
  }

  /** A table whose entries lie one after the other, of one whose slots with one number do. */
  private static int[] transposed(int[] table, int slots) {
    int entries = table.length / slots;
    int[] result = new int[table.length];
    for (int i = 0; i < table.length; i++) {
      result[i % entries * slots + i / entries] = table[i];
    }
    return result;
  }

  /** Any order within an entry is right; free slots come behind it. */
  private static int[] sorted(int[] table, int slots, int[] used) {
    for (int entry = 0; entry < used.length; entry++) {
      Arrays.sort(table, entry * slots, entry * slots + used[entry]);
    }
    return table;
  }
}
