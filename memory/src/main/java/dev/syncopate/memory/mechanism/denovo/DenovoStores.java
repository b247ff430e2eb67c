package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Store path of an L1, with its requests to own words. Bytes for words that it does not own stay in
 * the line's {@link Registration} until it does. They are asked for at once, or, where {@code
 * mechanisms.denovo.register} says so, when a release wants them, when another line finds the store
 * buffer full, or when an access that synchronises needs the word.
 */
final class DenovoStores {
  private final L1Environment environment;
  private final CompletionListener listener;
  private final L1Counters counters;
  private final DenovoCounters denovo;
  private final L1Words words;
  private final Registrations registrations;
  private final L1Writes writes;

  DenovoStores(
      L1Config config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters,
      DenovoCounters denovo,
      L1Words words,
      Registrations registrations) {
    this.environment = environment;
    this.listener = listener;
    this.counters = counters;
    this.denovo = denovo;
    this.words = words;
    this.registrations = registrations;
    writes = new L1Writes(config.outstandingWrites(), environment, listener);
  }

  /** Takes a store, or refuses it. */
  ControllerOutcome take(LineAccess access, @Nullable Registration existing) {
    if ((L1Words.of(access) & ~words.registered(words.find(access.line))) == 0) {
      write(access);
      return ControllerOutcome.DONE;
    }
    if (registrations.storesFull(existing)) {
      ask(DenovoWordEvent.OVERFLOW, null);
      return ControllerOutcome.STALLED_WRITES;
    }
    Registration registration = registrations.of(access.line);
    if (registration == null) {
      return ControllerOutcome.STALLED_MSHRS;
    }
    write(access, registration);
    registrations.changed(registration);
    return ControllerOutcome.DONE;
  }

  private void write(LineAccess access) {
    words.store(access);
    counters.stores++;
    listener.performed(access);
  }

  /** Writes to the words that are registered; what is for others waits. */
  void write(LineAccess access, Registration registration) {
    int unregistered = L1Words.of(access) & ~words.registered(words.find(access.line));
    words.store(access);
    send(registration, words.gathered());
    registration.await(unregistered, writes::issue);
    counters.stores++;
    listener.performed(access);
  }

  /** Asks the home bank to be the owner of words that accesses lack. */
  void ask(Registration registration, int lacking) {
    words.machine.fire(DenovoWordEvent.REGISTER, registration.line, lacking, null);
    send(registration, words.gathered());
  }

  /** Asks for all words in the store buffer, line by line. */
  private void ask(DenovoWordEvent event, @Nullable WarpAccess cause) {
    for (Registration registration : registrations.buffered()) {
      words.machine.fire(
          DenovoWordState.STORED, event, registration.line, registration.unasked(), cause);
      send(registration, words.gathered());
    }
  }

  private void send(Registration registration, int requested) {
    if (requested == 0) {
      return;
    }
    int fullyStored = WordMask.covered(registration.storedLow, registration.storedHigh);
    registration.ask(requested);
    denovo.registrations++;
    environment.send(
        environment.home(registration.line),
        new DenovoMessage(
            DenovoType.REGISTER,
            registration.line,
            environment.node(),
            requested,
            requested & ~fullyStored,
            0));
    registration.await(requested & registration.stored(), writes::issue);
    registrations.unbuffer(registration);
  }

  /** Whether every word stored to before is owned; if not, the access is told when they are. */
  boolean release(WarpAccess access) {
    ask(DenovoWordEvent.RELEASE, access);
    return writes.await(access);
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
  }

  List<String> checkInvariants() {
    return writes.checkInvariants();
  }

  List<String> waiting() {
    return writes.waiting();
  }
}
