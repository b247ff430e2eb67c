package dev.syncopate.workload.transaction;

import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Outcome;
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
  private static final Option.Choice SLOTS =
      new Option.Choice(
          "slots",
          "Slots of an entry: for the numbers that hash there, or for those of all threads.",
          List.of("hashed", "all"));
  private static final Option.Choice SECTION =
      new Option.Choice(
          "section",
          "What one critical section is: the look at a slot, with the insertion where it is free, or"
              + " the whole search.",
          List.of("slot", "search"));

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
  List<Option> ownOptions() {
    return List.of(SLOTS, SECTION);
  }

  @Override
  Outcome run(Groups groups) {
    int threads = groups.threads();
    boolean all = groups.context().word(SLOTS.name()).equals("all");
    int slots = all ? threads : Math.ceilDiv(threads, entries);
    int words = entries * slots;
    boolean searches =
        !groups.variant().equals("atomics")
            && groups.context().word(SECTION.name()).equals("search");
    Buffer out = groups.device().allocate((long) Integer.BYTES * words * groups.count());
    groups.launch(
        searches ? "search_" : "",
        new KernelStruct().pointer(out).word(entries).word(slots),
        words,
        entries);
    int[] expected = new int[words];
    Arrays.fill(expected, FREE);
    int[] used = new int[entries];
    for (int number = 0; number < threads; number++) {
      int entry = number % entries;
      expected[entry * slots + used[entry]++] = number;
    }
    int[] found = out.readInts();
    List<Comparison> comparisons = new ArrayList<>();
    for (int group = 0; group < groups.count(); group++) {
      int[] table = Arrays.copyOfRange(found, group * words, (group + 1) * words);
      comparisons.add(
          Comparison.signed("slots of CTA " + group, sorted(table, slots, used), expected));
    }
    return Verdict.of(
        comparisons,
        "%d tables of %d entries hold every number once".formatted(groups.count(), entries),
        groups.figures(groups.allThreads()));
  }

  /** Any order within an entry is right; free slots come behind it. */
  private static int[] sorted(int[] table, int slots, int[] used) {
    for (int entry = 0; entry < used.length; entry++) {
      Arrays.sort(table, entry * slots, entry * slots + used[entry]);
    }
    return table;
  }
}
