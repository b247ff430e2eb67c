package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.Lanes;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.mechanism.denovo.WordTable.WordEvent;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.Outcome;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an L1 does with stores, and how it asks to own words. Bytes for words that it does not own
 * stay in the line's {@link Registration} until it does. They are asked for at once, or, where
 * {@code denovo.register} says so, when a release wants them, when another line finds the store
 * buffer full, or when an access that synchronises needs the word.
 */
final class Stores {
  private final L1Environment environment;
  private final CompletionListener listener;
  private final L1Counters counters;
  private final DenovoCounters denovo;
  private final Words words;
  private final Registrations registrations;
  private final L1Writes writes;

  /** Lines with words that nobody has asked for; null where a store asks. */
  private final @Nullable StoreBuffer buffer;

  private final byte[] scratch;

  Stores(
      L1Config config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters,
      DenovoCounters denovo,
      Words words,
      Registrations registrations,
      @Nullable StoreBuffer buffer) {
    this.environment = environment;
    this.listener = listener;
    this.counters = counters;
    this.denovo = denovo;
    this.words = words;
    this.registrations = registrations;
    this.buffer = buffer;
    writes = new L1Writes(config.outstandingWrites(), environment, listener);
    scratch = new byte[config.line()];
  }

  /** Takes a store, or refuses it. */
  Outcome take(LineAccess access, @Nullable Registration before) {
    int frame = words.find(access.line);
    if ((words.of(access) & ~words.registered(frame)) == 0) {
      write(access, frame, before);
      return Outcome.DONE;
    }
    if (registrations.storesFull(before)) {
      if (buffer != null) {
        askFor(buffer.overflow());
      }
      return Outcome.STALLED_WRITES;
    }
    Registration at = registrations.of(access.line);
    if (at == null) {
      return Outcome.STALLED_MSHRS;
    }
    write(access, frame, at);
    registrations.changed(at);
    return Outcome.DONE;
  }

  /** Writes to the words that are registered; what is for others waits. */
  void write(LineAccess access, int frame, @Nullable Registration at) {
    int touched = words.of(access);
    int owned = touched & words.registered(frame);
    int others = touched & ~owned;
    Lanes.store(access, scratch, 0);
    if (owned != 0) {
      words.record(WordEvent.STORE, access.line, frame, at, owned);
      words.write(frame, owned, access, scratch);
    }
    if (at != null && others != 0) {
      words.record(
          WordEvent.STORE, access.line, frame, at, buffer == null ? others & at.asked : others);
      at.store(
          scratch,
          0,
          access.maskLow & WordMask.low(others),
          access.maskHigh & WordMask.high(others));
      int lacking = others & ~at.asked;
      if (buffer == null) {
        ask(at, lacking);
      } else if (lacking != 0) {
        words.forget(frame, lacking);
        buffer.add(at);
      }
      at.await(others, writes::issue);
    }
    counters.stores++;
    listener.performed(access);
  }

  /** Asks the home bank to be the owner of words. */
  void ask(Registration at, int lacking) {
    if (lacking == 0) {
      return;
    }
    int frame = words.find(at.line);
    words.record(WordEvent.REGISTER, at.line, frame, at, lacking);
    words.forget(frame, lacking);
    int known = WordMask.covered(at.storedLow, at.storedHigh);
    at.ask(lacking);
    denovo.registrations++;
    environment.send(
        environment.home(at.line),
        new DenovoMessage(
            DenovoType.REGISTER, at.line, environment.node(), lacking, lacking & ~known, 0));
    if (buffer != null) {
      at.await(lacking & at.stored(), writes::issue);
      buffer.asked(at);
    }
  }

  private void askFor(List<Registration> lines) {
    for (Registration at : lines) {
      ask(at, at.unasked());
    }
  }

  /** Whether every word stored to before is owned; if not, the access is told when they are. */
  boolean release(WarpAccess access) {
    if (buffer != null) {
      askFor(buffer.release(access));
    }
    return writes.await(access);
  }

  /** Whatever is not owned is dropped. */
  void acquire() {
    if (buffer != null) {
      buffer.acquire();
    }
  }

  /** A registration is complete; false when none of its generation was under way. */
  boolean acknowledge(int generation) {
    return writes.acknowledge(generation);
  }

  boolean idle() {
    return writes.idle();
  }

  void canonicalize() {
    writes.canonicalize();
    Arrays.fill(scratch, (byte) 0);
  }

  List<String> checkInvariants() {
    return writes.checkInvariants();
  }

  List<String> waiting() {
    return writes.waiting();
  }
}
