package dev.syncopate.model.explore.transaction;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Watches a run for what transactions promise, from what lanes are given and leave alone. It keeps
 * the committed value of each location, and what each attempt has read and written. On every step:
 *
 * <ul>
 *   <li>an attempt reads what it wrote itself, or the committed value: it never sees what another
 *       has not committed;
 *   <li>what it read before is still committed, so that all it has seen is one state of memory,
 *       also where it is rolled back later (opacity);
 *   <li>the same holds when it commits: the transaction takes effect at that moment, so that
 *       transactions are ordered one after the other and in real time;
 *   <li>what lanes outside transactions read is committed;
 *   <li>memory holds what is committed, but for what attempts in progress have written: one that is
 *       rolled back leaves no trace;
 *   <li>an attempt is not rolled back that no other lane has come in the way of.
 * </ul>
 *
 * <p>This is stricter than serialisability of a history: a unit whose transactions take effect at
 * another moment than commit would be refused. The explored unit keeps what it has touched until
 * commit.
 */
final class TransactionWatch {
  private final WordMap words;
  private final String[] names;

  /** By location. */
  private final long[] committed;

  /** Lanes in an attempt, and those that no other lane has disturbed in it, as bits. */
  private long inside;

  private long uninterrupted;

  /** By lane: locations read from memory and written, as bits, and the values of both. */
  private final long[] reads;

  private final long[] writes;

  /** By lane and location, one lane after the other. */
  private final long[] seenValues;

  private final long[] written;

  /** What was found first; empty as long as nothing was. */
  private String fault = "";

  /** Whether it has found something before, and looks no more. */
  private boolean ended;

  TransactionWatch(WordMap words, String[] names) {
    this.words = words;
    this.names = names;
    committed = new long[words.count()];
    for (int i = 0; i < committed.length; i++) {
      committed[i] = words.initial(i);
    }
    reads = new long[names.length];
    writes = new long[names.length];
    seenValues = new long[names.length * words.count()];
    written = new long[names.length * words.count()];
  }

  private TransactionWatch(TransactionWatch original) {
    words = original.words;
    names = original.names;
    committed = original.committed.clone();
    inside = original.inside;
    uninterrupted = original.uninterrupted;
    reads = original.reads.clone();
    writes = original.writes.clone();
    seenValues = original.seenValues.clone();
    written = original.written.clone();
    ended = original.ended;
    fault = original.fault;
  }

  private int at(int lane, int location) {
    return lane * committed.length + location;
  }

  TransactionWatch copy() {
    return new TransactionWatch(this);
  }

  /** What is wrong with the last step; empty for nothing. */
  String fault() {
    return fault;
  }

  /** What was found is told; from now on nothing is watched. */
  void finish() {
    fault = "";
    ended = true;
    inside = 0;
    uninterrupted = 0;
    Arrays.fill(committed, 0);
    for (int lane = 0; lane < names.length; lane++) {
      forget(lane);
    }
  }

  /** Something is wrong that was not seen here. */
  void found(String description) {
    if (!ended && fault.isEmpty()) {
      fault = description;
    }
  }

  /** Lanes take a step. */
  void step(long lanes) {
    if ((lanes & lanes - 1) != 0) {
      uninterrupted = 0;
    } else {
      uninterrupted &= lanes;
    }
  }

  /** A lane begins an attempt. */
  void begin(int lane) {
    if (ended) {
      return;
    }
    forget(lane);
    uninterrupted = inside == 0 ? uninterrupted | 1L << lane : 0;
    inside |= 1L << lane;
  }

  private void forget(int lane) {
    reads[lane] = 0;
    writes[lane] = 0;
    Arrays.fill(seenValues, at(lane, 0), at(lane + 1, 0), 0);
    Arrays.fill(written, at(lane, 0), at(lane + 1, 0), 0);
  }

  /** A lane reads a location. */
  void read(int lane, int location, long value) {
    if (ended) {
      return;
    }
    boolean isInside = (inside >>> lane & 1) != 0;
    if (isInside && (writes[lane] >>> location & 1) != 0) {
      if (value != written[at(lane, location)]) {
        found(
            "%s reads %s=%s, where it wrote %s itself"
                .formatted(
                    names[lane],
                    name(location),
                    words.shown(value),
                    words.shown(written[at(lane, location)])));
      }
      return;
    }
    if (value != committed[location]) {
      found(stale(lane, location, value, isInside));
    }
    if (isInside && (reads[lane] >>> location & 1) == 0) {
      reads[lane] |= 1L << location;
      seenValues[at(lane, location)] = value;
    }
    if (isInside) {
      snapshot(lane, "reads " + name(location));
    }
  }

  private String stale(int lane, int location, long value, boolean isInside) {
    for (int otherLane = 0; otherLane < names.length; otherLane++) {
      if (otherLane != lane
          && (inside >>> otherLane & 1) != 0
          && (writes[otherLane] >>> location & 1) != 0
          && written[at(otherLane, location)] == value) {
        return "%s reads %s=%s%s, which %s has not committed"
            .formatted(
                names[lane],
                name(location),
                words.shown(value),
                isInside ? "" : " outside a transaction",
                names[otherLane]);
      }
    }
    return "%s reads %s=%s%s, and committed is %s"
        .formatted(
            names[lane],
            name(location),
            words.shown(value),
            isInside ? "" : " outside a transaction",
            words.shown(committed[location]));
  }

  /** Whether all that a lane has read is still so. */
  private void snapshot(int lane, String occasion) {
    for (int location = 0; location < committed.length; location++) {
      if ((reads[lane] >>> location & 1) != 0
          && seenValues[at(lane, location)] != committed[location]) {
        found(
            "%s %s and has read %s=%s in the same attempt, where %s is committed now"
                .formatted(
                    names[lane],
                    occasion,
                    name(location),
                    words.shown(seenValues[at(lane, location)]),
                    words.shown(committed[location])));
      }
    }
  }

  /** A lane writes a location. */
  void write(int lane, int location, long value) {
    if (ended) {
      return;
    }
    if ((inside >>> lane & 1) == 0) {
      committed[location] = value;
      return;
    }
    writes[lane] |= 1L << location;
    written[at(lane, location)] = value;
    snapshot(lane, "writes " + name(location));
  }

  /** A lane's outermost transaction commits. */
  void commit(int lane) {
    if (ended) {
      return;
    }
    snapshot(lane, "commits");
    for (int location = 0; location < committed.length; location++) {
      if ((writes[lane] >>> location & 1) != 0) {
        committed[location] = written[at(lane, location)];
      }
    }
    leave(lane);
  }

  private void leave(int lane) {
    forget(lane);
    inside &= ~(1L << lane);
    uninterrupted &= ~(1L << lane);
  }

  /** Lanes in an attempt, as far as it knows. */
  long inside() {
    return inside;
  }

  /** A lane's attempt is rolled back. */
  void rolledBack(int lane) {
    if ((uninterrupted >>> lane & 1) != 0) {
      found(names[lane] + " is rolled back, and no other lane has come in its way");
    }
    leave(lane);
  }

  /** Memory holds a value after a step. */
  void holds(int location, long value) {
    if (ended || value == committed[location]) {
      return;
    }
    for (int lane = 0; lane < names.length; lane++) {
      if ((inside >>> lane & 1) != 0 && (writes[lane] >>> location & 1) != 0) {
        return;
      }
    }
    found(
        "memory holds %s=%s, and committed is %s"
            .formatted(name(location), words.shown(value), words.shown(committed[location])));
  }

  private String name(int location) {
    return words.names().get(location);
  }

  void write(LongConsumer sink) {
    sink.accept(ended ? 1 : 0);
    if (ended) {
      return;
    }
    sink.accept(inside);
    sink.accept(uninterrupted);
    for (long value : committed) {
      sink.accept(value);
    }
    for (int lane = 0; lane < names.length; lane++) {
      if ((inside >>> lane & 1) != 0) {
        sink.accept(reads[lane]);
        sink.accept(writes[lane]);
        for (int location = 0; location < committed.length; location++) {
          sink.accept(seenValues[at(lane, location)]);
          sink.accept(written[at(lane, location)]);
        }
      }
    }
  }
}
