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
    int capacity = config.sfifoEntries() + config.mshrs();
    table = new MissTable(capacity);
    entries = new @Nullable Registration[capacity];
  }

  @Nullable Registration find(long line) {
    int entry = table.used() == 0 ? MissTable.NONE : table.find(line);
    return entry == MissTable.NONE ? null : entries[entry];
  }

  /** The one of a line, made if there is none; or null when it has none and all are in use. */
  @Nullable Registration of(long line) {
    Registration existing = find(line);
    if (existing != null || table.full()) {
      return existing;
    }
    Registration registration = new Registration(line, config.line());
    entries[table.allocate(line)] = registration;
    return registration;
  }

  /** Whether the store buffer has no room for stores to a line. */
  boolean storesFull(@Nullable Registration registration) {
    return (registration == null || !registration.stores()) && storing >= config.sfifoEntries();
  }

  /** Whether no MSHR is free for accesses to a line. */
  boolean waitingFull(@Nullable Registration registration) {
    return (registration == null || registration.waiting.isEmpty()) && waiting >= config.mshrs();
  }

  /** Whether too many accesses wait for a line. */
  boolean crowded(Registration registration) {
    return registration.waiting.size() >= config.mshrTargets();
  }

  /** Counts again, after an entry has changed; it is gone when nothing is left to do. */
  void changed(Registration registration) {
    int oldFlags = registration.counted;
    int newFlags =
        (registration.stores() ? Registration.STORES : 0)
            | (registration.waiting.isEmpty() ? 0 : Registration.WAITS);
    storing += (newFlags & Registration.STORES) - (oldFlags & Registration.STORES);
    waiting +=
        ((newFlags & Registration.WAITS) - (oldFlags & Registration.WAITS)) / Registration.WAITS;
    registration.counted = newFlags;
    if (registration.done()) {
      int entry = table.find(registration.line);
      table.release(entry);
      entries[entry] = null;
    }
  }

  /** A line has stored words that are not asked for. */
  void buffer(Registration registration) {
    if (!registration.buffered) {
      registration.buffered = true;
      buffered.add(registration);
    }
  }

  /** Words of a line are not in the buffer any more: if these were all, the line is not either. */
  void unbuffer(Registration registration) {
    if (registration.buffered && registration.unasked() == 0) {
      registration.buffered = false;
      buffered.remove(registration);
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
    List<Registration> registrations = new ArrayList<>();
    for (int i = 0; i < entries.length; i++) {
      if (table.inUse(i)) {
        registrations.add(Objects.requireNonNull(entries[i]));
      }
    }
    return registrations;
  }

  List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>();
    int stores = 0;
    int waits = 0;
    for (Registration registration : all()) {
      wrong.addAll(registration.checkInvariants());
      stores += registration.stores() ? 1 : 0;
      waits += registration.waiting.isEmpty() ? 0 : 1;
      if (registration.done()) {
        wrong.add(
            "the registration of line 0x"
                + Long.toHexString(registration.line)
                + " awaits nothing");
      }
    }
    if (stores != storing || waits != waiting) {
      wrong.add("lines that wait to be registered are counted wrong");
    }
    return wrong;
  }

  List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (Registration registration : all()) {
      String line = "line 0x" + Long.toHexString(registration.line);
      if (registration.buffered) {
        lines.add(
            line
                + " has words "
                + Integer.toHexString(registration.unasked())
                + " in the store buffer without a requested registration");
      }
      if (registration.requestedWords != 0
          || !registration.waiting.isEmpty()
          || !registration.forwards.isEmpty()) {
        lines.add(
            line
                + " awaits the registration of words "
                + Integer.toHexString(registration.requestedWords)
                + " for "
                + registration.waiting.size()
                + " accesses, "
                + registration.forwards.size()
                + " forwarded messages wait");
      }
    }
    return lines;
  }
}
