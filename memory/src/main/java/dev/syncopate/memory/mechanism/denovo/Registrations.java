package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.config.L1Config;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The lines of which an L1 has words registered, by line: its store buffer and MSHRs for atomics.
 * Lines with stored words that are not asked for ({@code mechanisms.denovo.register}) are in the
 * buffer's order, oldest first.
 */
final class Registrations {
  private final MissTable table;
  private final @Nullable Registration[] entries;
  private final L1Config config;

  /** Lines with stores that wait, and with accesses that wait. */
  private int storing;

  private int waiting;

  private final ArrayDeque<Registration> buffered = new ArrayDeque<>();

  Registrations(L1Config config) {
    this.config = config;
    int most = config.sfifoEntries() + config.mshrs();
    table = new MissTable(most);
    entries = new @Nullable Registration[most];
  }

  @Nullable Registration find(long line) {
    int entry = table.used() == 0 ? MissTable.NONE : table.find(line);
    return entry == MissTable.NONE ? null : entries[entry];
  }

  /** The one of a line, made if there is none; or null when it has none and all are in use. */
  @Nullable Registration of(long line) {
    Registration found = find(line);
    if (found != null || table.full()) {
      return found;
    }
    Registration made = new Registration(line, config.line());
    entries[table.allocate(line)] = made;
    return made;
  }

  /** Whether the store buffer has no room for stores to a line. */
  boolean storesFull(@Nullable Registration at) {
    return (at == null || !at.stores()) && storing >= config.sfifoEntries();
  }

  /** Whether no MSHR is free for accesses to a line. */
  boolean waitingFull(@Nullable Registration at) {
    return (at == null || at.waiting.isEmpty()) && waiting >= config.mshrs();
  }

  /** Whether too many accesses wait for a line. */
  boolean crowded(Registration at) {
    return at.waiting.size() >= config.mshrTargets();
  }

  /** Counts again, after an entry has changed; it is gone when nothing is left to do. */
  void changed(Registration at) {
    int had = at.counted;
    int has =
        (at.stores() ? Registration.STORES : 0) | (at.waiting.isEmpty() ? 0 : Registration.WAITS);
    storing += (has & Registration.STORES) - (had & Registration.STORES);
    waiting += ((has & Registration.WAITS) - (had & Registration.WAITS)) / Registration.WAITS;
    at.counted = has;
    if (at.done()) {
      int entry = table.find(at.line);
      table.release(entry);
      entries[entry] = null;
    }
  }

  /** A line has stored words that are not asked for. */
  void buffer(Registration at) {
    if (!at.buffered) {
      at.buffered = true;
      buffered.add(at);
    }
  }

  /** Words of a line are not in the buffer any more: if these were all, the line is not either. */
  void unbuffer(Registration at) {
    if (at.buffered && at.unasked() == 0) {
      at.buffered = false;
      buffered.remove(at);
    }
  }

  /** The lines in the buffer, oldest first. */
  List<Registration> buffered() {
    return buffered.isEmpty() ? List.of() : List.copyOf(buffered);
  }

  boolean isEmpty() {
    return table.used() == 0;
  }

  void canonicalize() {
    table.canonicalize();
  }

  private List<Registration> all() {
    List<Registration> all = new ArrayList<>();
    for (int i = 0; i < entries.length; i++) {
      if (table.inUse(i)) {
        all.add(Objects.requireNonNull(entries[i]));
      }
    }
    return all;
  }

  List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>();
    int stores = 0;
    int waits = 0;
    for (Registration at : all()) {
      wrong.addAll(at.checkInvariants());
      stores += at.stores() ? 1 : 0;
      waits += at.waiting.isEmpty() ? 0 : 1;
      if (at.done()) {
        wrong.add("the registration of line 0x" + Long.toHexString(at.line) + " awaits nothing");
      }
    }
    if (stores != storing || waits != waiting) {
      wrong.add("lines that wait to be registered are counted wrong");
    }
    return wrong;
  }

  List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (Registration at : all()) {
      String line = "line 0x" + Long.toHexString(at.line);
      if (at.buffered) {
        lines.add(
            line
                + " has words "
                + Integer.toHexString(at.unasked())
                + " in the store buffer, for which nobody has asked");
      }
      if (at.asked != 0 || !at.waiting.isEmpty() || !at.forwards.isEmpty()) {
        lines.add(
            line
                + " awaits the registration of words "
                + Integer.toHexString(at.asked)
                + " for "
                + at.waiting.size()
                + " accesses, "
                + at.forwards.size()
                + " forwarded messages wait");
      }
    }
    return lines;
  }
}
