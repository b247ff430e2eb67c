package dev.syncopate.memory.config;

import dev.syncopate.sim.config.CheckedConfig;
import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * Transactions in local memory (localtm §III). What the paper leaves open, or leaves for later, is
 * a field; its own text is one of the values.
 */
public record TxConfig(
    @Setting(
            value =
                "Bits of a work-item's Bloom filter for a bank; 0 for filters that are exact (localtm"
                    + " §III-C: 8).",
            unit = Unit.COUNT,
            max = 64,
            absent = "8")
        int filterBits,
    @Setting(
            value =
                "What number of a word, modulo the filter's bits, is its bit: the word's row in its"
                    + " bank, or its number in all banks, which leaves few bits for each bank.",
            absent = "row")
        FilterIndex filterIndex,
    @Setting(
            value =
                "Whether any two accesses conflict, as in the paper, or only those of which one"
                    + " writes.",
            absent = "any")
        Conflicts conflicts,
    @Setting(
            value =
                "Whether memory has new values and the shadow the old ones, as in the paper, or the"
                    + " shadow has the new ones until commit.",
            absent = "eager")
        Versioning versioning,
    @Setting(
            value =
                "Values that accesses outside transactions read: committed ones only, or the current"
                    + " bytes. The paper does not say.",
            absent = "strong")
        Isolation isolation,
    @Setting(
            value =
                "Whether commit and roll-back clear the owners in the shadow memory; kept is what the"
                    + " paper says, and wrong.",
            absent = "cleared")
        Owners owners,
    @Setting(
            value =
                "Restarts in a row with the same conflict mask before a wavefront is serialised"
                    + " (localtm §III-A: 2).",
            unit = Unit.COUNT,
            min = 1,
            max = 1000,
            absent = "2")
        int attempts,
    @Setting(
            value =
                "Conflicts after which a lane's transaction is given up, in kernels that ask"
                    + " %tx_failed: its lane goes on outside of any. 0 for never, as in the paper.",
            unit = Unit.COUNT,
            max = 100,
            absent = "4")
        int fallback,
    @Setting(
            value =
                "For how long a wavefront is serialised: until one lane has committed, as the paper's text"
                    + " is read here, or for the rest of its transaction.",
            absent = "once")
        Serialise serialise,
    @Setting(
            value =
                "Whether one wavefront at a time may serialise the work-group; the paper does not"
                    + " say.",
            absent = "arbitrated")
        GroupSerialisation groupSerialisation,
    @Setting(
            value =
                "When lanes go back of which none runs any more: when they would have come to"
                    + " tx.commit, with nothing to do on the way (localtm §III), or at once.",
            absent = "at-commit")
        Restart restart,
    @Setting(
            value =
                "Cycles before an attempt after the first, times the attempts that have failed.",
            unit = Unit.CYCLES,
            max = 100_000,
            absent = "0")
        int backoff,
    @Setting(
            value = "Cycles for the filters of an access (localtm §IV: 1).",
            unit = Unit.CYCLES,
            max = 1000,
            absent = "1")
        int filterLatency,
    @Setting(
            value =
                "Whether a bank's filters take these cycles once for an instruction, or once for each"
                    + " access that the slowest bank serves; the paper does not say.",
            absent = "instruction")
        FilterTurns filterTurns,
    @Setting(
            value =
                "Cycles of a bank for each entry of the shadow memory that is changed (localtm §IV:"
                    + " the latency of an access to a bank).",
            unit = Unit.CYCLES,
            max = 1000,
            absent = "1")
        int bankLatency)
    implements CheckedConfig {

  /** What the paper says, and what is right where it is silent. */
  public static TxConfig standard() {
    return new TxConfig(
        8,
        FilterIndex.ROW,
        Conflicts.ANY,
        Versioning.EAGER,
        Isolation.STRONG,
        Owners.CLEARED,
        2,
        4,
        Serialise.ONCE,
        GroupSerialisation.ARBITRATED,
        Restart.AT_COMMIT,
        0,
        1,
        FilterTurns.INSTRUCTION,
        1);
  }

  /** Number of a word that selects its filter bit. */
  public enum FilterIndex {
    ROW,
    WORD
  }

  /** Pairs of accesses that conflict. */
  public enum Conflicts {
    ANY,
    RW
  }

  /** Place of new values before commit. */
  public enum Versioning {
    EAGER,
    LAZY
  }

  /** Isolation of plain accesses from transactions. */
  public enum Isolation {
    STRONG,
    WEAK
  }

  /** Treatment of owners at commit and roll-back. */
  public enum Owners {
    CLEARED,
    KEPT
  }

  /** Duration of a wavefront's serialisation. */
  public enum Serialise {
    ONCE,
    REST
  }

  /** When lanes go back. */
  public enum Restart {
    AT_COMMIT,
    AT_ONCE
  }

  /** Arbitration of the work-group's serialisation. */
  public enum GroupSerialisation {
    ARBITRATED,
    UNARBITRATED
  }

  /** Unit that pays the latency of filters. */
  public enum FilterTurns {
    INSTRUCTION,
    ACCESS
  }

  /** Whether filters are exact. */
  public boolean exact() {
    return filterBits == 0;
  }

  /** The same for programs that never ask whether a transaction was given up: none ever is. */
  public TxConfig withoutFallback() {
    return new TxConfig(
        filterBits,
        filterIndex,
        conflicts,
        versioning,
        isolation,
        owners,
        attempts,
        0,
        serialise,
        groupSerialisation,
        restart,
        backoff,
        filterLatency,
        filterTurns,
        bankLatency);
  }

  /**
   * Bytes that the shadow of so many bytes takes: for each word an old value and the number of a
   * work-item, which is one byte in a work-group of up to 256 (localtm §III-B).
   *
   * @param items work-items of the work-group
   */
  public static long shadowBytes(long bytes, int items) {
    long words = (bytes + 3) / 4;
    return words * 4 + words * (items <= 256 ? 1 : 2);
  }

  @Override
  public List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    if (filterBits == 1) {
      problems.add(
          new Problem("filterBits", "found 1, expected 0 for exact filters, or 2 to 64 bits"));
    }
    if (owners == Owners.KEPT && versioning == Versioning.LAZY) {
      problems.add(
          new Problem(
              "owners",
              "found kept, expected cleared where tx.versioning = lazy: no text says so"));
    }
    return problems;
  }
}
