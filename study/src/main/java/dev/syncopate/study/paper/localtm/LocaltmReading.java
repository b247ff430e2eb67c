package dev.syncopate.study.paper.localtm;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reading of the paper: how its three versions of the hash table are executed (§IV), and on which
 * machine.
 *
 * @param words short
 * @param transactional with transactions
 * @param locked with fine-grained locks
 * @param serial one thread at a time, which is what the others are compared with
 * @param mostEntries tables with more have no room for it
 */
record LocaltmReading(
    String words,
    LocaltmScenario transactional,
    LocaltmScenario locked,
    LocaltmScenario serial,
    int mostEntries) {
  private static final int ANY = 256;

  /** With room for all 256 numbers in each entry, more entries do not fit with their shadow. */
  private static final int WIDE_ENTRIES = 8;

  private static final String FOUR_CYCLES = "4 cycles an entry";
  private static final String EACH_ACCESS = "filters an access";
  private static final String SIDE_BY_SIDE = "slots across entries";
  private static final String WHOLE_SEARCH = "whole search";

  /** As in figure 2: what the text says, or the study's decision where it is silent. */
  static final LocaltmReading STANDARD =
      new LocaltmReading(
          "as in figure 2", LocaltmScenario.TM, LocaltmScenario.FGL, LocaltmScenario.SERIAL, ANY);

  private static final LocaltmReading SETS = STANDARD.machine("r/w sets", "tx.conflicts=rw");

  /** Of transactions. */
  static final List<LocaltmReading> OF_TRANSACTIONS =
      List.of(
          SETS,
          STANDARD.machine("word's number", "tx.filterIndex=word"),
          STANDARD.machine("exact", "tx.filterBits=0"),
          STANDARD.machine("3 attempts", "tx.attempts=3"),
          STANDARD.machine("8 attempts", "tx.attempts=8"),
          STANDARD.machine("serialised to the end", "tx.serialise=rest"),
          STANDARD.machine("unarbitrated", "tx.groupSerialisation=unarbitrated"),
          STANDARD.machine("back-off 8", "tx.backoff=8"),
          STANDARD.machine("back at once", "tx.restart=at-once"),
          STANDARD.machine("weak isolation", "tx.isolation=weak"),
          STANDARD.machine("lazy", "tx.versioning=lazy"),
          STANDARD.machine(EACH_ACCESS, "tx.filterTurns=access"),
          STANDARD.machine(FOUR_CYCLES, "tx.bankLatency=4"),
          STANDARD.machine("without cost", "tx.bankLatency=0", "tx.filterLatency=0"));

  /** Of the program, and of how its lanes run. */
  static final List<LocaltmReading> OF_THE_PROGRAM =
      List.of(
          STANDARD.everywhere(WHOLE_SEARCH, "section", "search", ANY),
          STANDARD.lockedSearch(),
          STANDARD.locks("a lock a slot", "a lock a slot", "lock", "slot"),
          STANDARD.locks("tried without a look", "tried without a look", "poll", "try"),
          STANDARD.serially("one thread", "serial", "one"),
          STANDARD.everywhere(SIDE_BY_SIDE, "layout", "slot", ANY),
          STANDARD.everywhere("wide entries", "slots", "all", WIDE_ENTRIES),
          STANDARD.machines("independent threads", "core.divergence=its"));

  /** What no transaction can be faster than: the same program without sections, by atomics. */
  static final LocaltmReading BOUND =
      new LocaltmReading(
          "without sections",
          LocaltmScenario.ATOMICS,
          LocaltmScenario.FGL,
          LocaltmScenario.SERIAL,
          ANY);

  /** Several at once: with the published conflicts, and with read and write sets. */
  static final List<LocaltmReading> TOGETHER =
      Stream.of(STANDARD, SETS)
          .flatMap(reading ->
              Stream.of(
                      reading.everywhere(SIDE_BY_SIDE, "layout", "slot", ANY),
                      reading.machine(FOUR_CYCLES, "tx.bankLatency=4"),
                      reading.machine(EACH_ACCESS, "tx.filterTurns=access"),
                      reading.machine("3 attempts", "tx.attempts=3"),
                      reading.machine("8 attempts", "tx.attempts=8"),
                      reading.machine("lazy", "tx.versioning=lazy"))
                  .map(LocaltmReading::lockedSearch))
          .toList();

  /** All but figure 2's. */
  static List<LocaltmReading> others() {
    return Stream.of(OF_TRANSACTIONS, OF_THE_PROGRAM, TOGETHER, List.of(BOUND))
        .flatMap(List::stream)
        .toList();
  }

  /** Figure 2's, and all others. */
  static List<LocaltmReading> all() {
    List<LocaltmReading> readings = new ArrayList<>(List.of(STANDARD));
    readings.addAll(others());
    return List.copyOf(readings);
  }

  boolean suits(LocaltmProgram table) {
    return table.entries() <= mostEntries;
  }

  /** Transactions are otherwise. */
  private LocaltmReading machine(String how, String... settings) {
    return new LocaltmReading(
        and(how), transactional.with(how, settings), locked, serial, mostEntries);
  }

  /** The machine is otherwise under everything. */
  private LocaltmReading machines(String how, String... settings) {
    return new LocaltmReading(
        and(how),
        transactional.with(how, settings),
        locked.with(how, settings),
        serial.with(how, settings),
        mostEntries);
  }

  /** The program is otherwise in all its versions. */
  private LocaltmReading everywhere(String how, String option, String value, int maxEntries) {
    return new LocaltmReading(
        and(how),
        transactional.option(how, option, value),
        locked.option(how, option, value),
        serial.option(how, option, value),
        Math.min(maxEntries, mostEntries));
  }

  /** The version with locks keeps the lock of the entry for its whole search. */
  private LocaltmReading lockedSearch() {
    return locks("locked search", WHOLE_SEARCH, "section", "search");
  }

  /** The version with locks is otherwise. */
  private LocaltmReading locks(String how, String lockedHow, String option, String value) {
    return new LocaltmReading(
        and(how), transactional, locked.option(lockedHow, option, value), serial, mostEntries);
  }

  /** The version that is compared with is otherwise. */
  private LocaltmReading serially(String how, String option, String value) {
    return new LocaltmReading(
        and(how), transactional, locked, serial.option(how, option, value), mostEntries);
  }

  private String and(String how) {
    return words.equals("as in figure 2") ? how : words + ", " + how;
  }

  @Override
  public String toString() {
    return words;
  }
}
