package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.CachedCopy;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.TransitionCount;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * DeNovo's L1. Loads of words that are here are hits; other words are read from the L2 or their
 * owner, and stay until the next acquire. Stores of words that are not registered wait in {@link
 * DenovoStores}, visible to the unit's own loads, until they are. Atomics and other synchronising
 * accesses are performed here, lane by lane, on registered words; those that lack some wait for
 * their grant in order, and what others want of these words meanwhile waits behind them.
 */
final class DenovoL1 implements L1Controller {
  private final CompletionListener listener;
  private final L1Counters counters;
  private final DenovoCounters denovo = new DenovoCounters();
  private final L1Config config;
  private final L1Words words;
  private final WaitingLoads reads;
  private final Registrations registrations;
  private final WriteBacks writeBacks;
  private final DenovoStores stores;
  private final SyncQueue syncs;

  /**
   * @param table what is executed
   */
  DenovoL1(
      MemoryConfig machine,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters,
      StateTable<DenovoWordState, DenovoWordEvent, L1Words, Object> table) {
    this.listener = listener;
    this.counters = counters;
    config = machine.l1();
    registrations = new Registrations(config);
    writeBacks = new WriteBacks();
    reads = new WaitingLoads(machine, environment, listener, counters);
    words =
        new L1Words(
            machine, environment, counters, denovo, registrations, writeBacks, reads, table);
    syncs = new SyncQueue(listener, words);
    stores =
        new DenovoStores(config, environment, listener, counters, denovo, words, registrations);
  }

  // ---- accesses ----

  @Override
  public ControllerOutcome accept(LineAccess access) {
    boolean sync = access.parent.currentStep() == DenovoStep.PERFORM_REGISTERED;
    Registration registration = registrations.find(access.line);
    if (registration != null && !registration.waiting.isEmpty()) {
      return await(access, sync, registration);
    }
    if (sync) {
      return synchronise(access, registration);
    }
    return access.parent.operation.kind() == AccessKind.LOAD
        ? load(access, registration)
        : stores.take(access, registration);
  }

  private ControllerOutcome load(LineAccess access, @Nullable Registration registration) {
    ControllerOutcome outcome = tryLoad(access, registration);
    return outcome == ControllerOutcome.PENDING
        ? await(access, false, Objects.requireNonNull(registration))
        : outcome;
  }

  /**
   * Performs a load, or lets it wait for what it lacks.
   *
   * @return {@link ControllerOutcome#DONE}; {@link ControllerOutcome#PENDING} when it lacks bytes
   *     that come with a grant alone; or the stall
   */
  private ControllerOutcome tryLoad(LineAccess access, @Nullable Registration registration) {
    int frame = words.find(access.line);
    int lacking = words.lacking(access, frame, registration);
    if (lacking != 0) {
      if (registration != null && (lacking & registration.requestedWords) != 0) {
        return ControllerOutcome.PENDING;
      }
      ControllerOutcome room = reads.room(access.line);
      if (room != ControllerOutcome.DONE) {
        return room;
      }
    }
    words.machine.fire(
        DenovoWordEvent.LOAD_HIT, access.line, L1Words.of(access) & ~lacking, access);
    words.machine.fire(DenovoWordEvent.LOAD_MISS, access.line, lacking, access);
    words.load(access, frame, registration);
    counters.loads++;
    int reading = words.gathered();
    if (reading == 0) {
      counters.hits++;
      listener.performed(access);
    } else {
      counters.misses++;
      int coming = registration == null ? 0 : registration.requestedWords | registration.stored();
      reads.miss(access, reading, words.valid(frame) | coming);
    }
    return ControllerOutcome.DONE;
  }

  private ControllerOutcome synchronise(LineAccess access, @Nullable Registration existing) {
    int touched = L1Words.of(access);
    if ((touched & ~words.registered(words.find(access.line))) == 0) {
      words.synchronise(access, touched);
      listener.performed(access);
      return ControllerOutcome.DONE;
    }
    if (registrations.waitingFull(existing)) {
      return ControllerOutcome.STALLED_MSHRS;
    }
    Registration registration = registrations.of(access.line);
    if (registration == null) {
      return ControllerOutcome.STALLED_MSHRS;
    }
    registration.waiting.add(new Registration.Waiting(access, true));
    goOn(registration);
    return ControllerOutcome.DONE;
  }

  /** Lets an access wait behind those that wait for its line. */
  private ControllerOutcome await(LineAccess access, boolean sync, Registration registration) {
    if (registrations.crowded(registration)) {
      return ControllerOutcome.STALLED_TARGETS;
    }
    if (registrations.waitingFull(registration)) {
      return ControllerOutcome.STALLED_MSHRS;
    }
    denovo.coalesced += sync && (L1Words.of(access) & ~registration.requestedWords) == 0 ? 1 : 0;
    registration.waiting.add(new Registration.Waiting(access, sync));
    goOn(registration);
    return ControllerOutcome.DONE;
  }

  /** Performs what waits and can be performed, answers others, and asks for what is lacking. */
  private void goOn(Registration registration) {
    serve(registration);
    words.answerWaiting(registration);
    stores.ask(registration, syncs.lacking(registration));
    registrations.changed(registration);
  }

  /**
   * Performs accesses that wait, as far as their turn has come: synchronising ones lane by lane,
   * none before an earlier one on the same word; others when nothing is before them.
   */
  private void serve(Registration registration) {
    int earlierWords = 0;
    Iterator<Registration.Waiting> waiting = registration.waiting.iterator();
    while (waiting.hasNext()) {
      Registration.Waiting waiter = waiting.next();
      if (waiter.sync) {
        syncs.perform(waiter, earlierWords);
        earlierWords |= SyncQueue.of(waiter);
      } else if (earlierWords != 0 || !performWaiting(waiter.access, registration)) {
        return;
      }
      if (waiter.lanes == 0 || !waiter.sync) {
        waiting.remove();
      }
    }
  }

  /** Performs an access whose turn has come; false when it must wait for more. */
  private boolean performWaiting(LineAccess access, Registration registration) {
    if (access.parent.operation.kind() == AccessKind.STORE) {
      stores.write(access, registration);
      return true;
    }
    ControllerOutcome outcome = tryLoad(access, registration);
    if (outcome.stalled()) {
      reads.stuck(registration.line);
    }
    return outcome == ControllerOutcome.DONE;
  }

  // ---- steps ----

  @Override
  public ControllerOutcome step(Step step, WarpAccess access) {
    if (step == DenovoStep.AWAIT_REGISTRATIONS) {
      return stores.release(access) ? ControllerOutcome.DONE : ControllerOutcome.PENDING;
    }
    if (invalidates(step)) {
      words.machine.fire(DenovoWordState.VALID, DenovoWordEvent.INVALIDATE, 0, 0, step);
      counters.invalidations++;
      return ControllerOutcome.DONE;
    }
    throw new IllegalArgumentException("there is no cache step " + step.name());
  }

  @Override
  public int cycles(Step step) {
    return invalidates(step) ? config.invalidateCycles() : 1;
  }

  private static boolean invalidates(Step step) {
    return step == DenovoStep.INVALIDATE_VALID || step == DenovoStep.INVALIDATE_READ_ONLY;
  }

  // ---- messages ----

  @Override
  public void receive(MemoryMessage message) {
    if (message.type == LineMessage.FILL && message instanceof DenovoMessage fill) {
      filled(fill);
      unstick();
    } else if (message instanceof DenovoMessage denovoMessage
        && denovoMessage.type instanceof DenovoType type) {
      receive(denovoMessage, type);
    } else {
      throw words.illegal(message);
    }
  }

  private void receive(DenovoMessage message, DenovoType type) {
    switch (type) {
      case REGISTERED -> granted(message);
      case FORWARD_READ, FORWARD_REGISTER, RECALL -> forwarded(message);
      case WRITTEN_BACK -> {
        if (!writeBacks.acknowledge(message.line, message.words)) {
          throw words.illegal(message);
        }
      }
      case REGISTER, WRITE_BACK, RECALLED -> throw words.illegal(message);
    }
  }

  private void filled(DenovoMessage fill) {
    if (!reads.arrive(fill)) {
      throw words.illegal(fill);
    }
    counters.fills++;
    int keptWords = reads.kept(fill.tag);
    if (keptWords == 0) {
      counters.droppedFills++;
    } else {
      words.fill(fill, keptWords);
    }
    reads.serve(fill);
  }

  /**
   * Answers requests that the L2 forwards to this L1 as the owner of words. The L2 records a new
   * owner at once, so a forwarded request may arrive before the word itself. The request then waits
   * until the word's registration is complete and no longer; it waits only for registrations that
   * the L2 has ordered before it.
   */
  private void forwarded(DenovoMessage message) {
    long line = message.line;
    int leaving = writeBacks.words(line, message.words);
    if (leaving != 0) {
      words.machine.fire(DenovoWordEvent.ANSWER_LEAVING, line, leaving, message);
      boolean keep = message.type != DenovoType.FORWARD_REGISTER;
      writeBacks.answer(
          line,
          words.gathered(),
          keep,
          (wordMask, bytes) -> words.answer(message, wordMask, bytes, 0, true));
    }
    Registration registration = registrations.find(line);
    int remainingWords = message.words & ~leaving;
    int heldWords = registration == null ? 0 : registration.held();
    int ready = words.words(DenovoWordState.REGISTERED, line, remainingWords & ~heldWords);
    int waits = remainingWords & ~ready;
    if (waits != 0) {
      words.machine.fire(DenovoWordEvent.WAIT, line, waits, message);
      waits = words.gathered();
    }
    if (ready != 0) {
      words.machine.fire(
          DenovoWordState.REGISTERED, DenovoWordEvent.answering(message), line, ready, message);
    }
    if (waits != 0) {
      Objects.requireNonNull(registration).forwards.add(message.as(message.type, waits));
    }
  }

  private void granted(DenovoMessage message) {
    Registration registration = registrations.find(message.line);
    if (registration == null || (message.words & ~registration.requestedWords) != 0) {
      throw words.illegal(message);
    }
    words.machine.fire(
        DenovoWordState.REGISTERING, DenovoWordEvent.GRANT, message.line, message.words, message);
    denovo.grants += Integer.bitCount(message.words);
    for (int generation : registration.granted(message.words)) {
      if (!stores.acknowledge(generation)) {
        throw words.illegal(message);
      }
    }
    goOn(registration);
  }

  /** MSHRs for reads may be free again: goes on with those that need one. */
  private void unstick() {
    for (long line : reads.takeStuck()) {
      Registration registration = registrations.find(line);
      if (registration != null) {
        goOn(registration);
      }
    }
  }

  // ---- diagnosis ----

  @Override
  public boolean idle() {
    return registrations.isEmpty() && writeBacks.isEmpty() && reads.idle() && stores.idle();
  }

  @Override
  public List<Object> counters() {
    return List.of(denovo);
  }

  @Override
  public List<TransitionCount> transitions() {
    return Stream.concat(words.machine.pairs().stream(), reads.transitions().stream()).toList();
  }

  @Override
  public void check() {
    words.machine.check();
    reads.check();
  }

  @Override
  public void canonicalize() {
    words.canonicalize();
    reads.canonicalize();
    registrations.canonicalize();
    stores.canonicalize();
  }

  @Override
  public List<String> checkInvariants() {
    return Stream.of(
            words.checkInvariants(),
            reads.checkInvariants(),
            registrations.checkInvariants(),
            stores.checkInvariants())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public void holds(OwnershipBalance holdings) {
    words.holds(holdings);
    writeBacks.holds(holdings);
  }

  @Override
  public List<String> waiting() {
    return Stream.of(
            reads.waiting(), registrations.waiting(), writeBacks.waiting(), stores.waiting())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public void hostRead(long address, byte[] target, int offset, int bytes) {
    System.arraycopy(words.array.data().bytes, words.place(address), target, offset, bytes);
  }

  @Override
  public void hostWrite(long address, byte[] source, int offset, int bytes) {
    words.array.data().put(words.place(address), new LineData(source), offset, bytes);
  }

  @Override
  public @Nullable CachedCopy copy(long address, int bytes) {
    return words.copy(address, bytes);
  }
}
