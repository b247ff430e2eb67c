package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.Holdings;
import dev.syncopate.memory.config.DenovoConfig;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.mechanism.denovo.WordTable.WordEvent;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.CachedCopy;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Transitions;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * DeNovo's L1. Loads of words that are here are hits; other words are read from the L2 or their
 * owner, and stay until the next acquire. Stores of words that are not registered wait in {@link
 * Stores}, visible to the unit's own loads, until they are. Atomics and other synchronising
 * accesses are performed here, lane by lane, on registered words; those that lack some wait for
 * their grant in order, and what others want of these words meanwhile waits behind them.
 */
final class DenovoL1 implements L1Controller {
  private final CompletionListener listener;
  private final L1Counters counters;
  private final DenovoCounters denovo = new DenovoCounters();
  private final L1Config config;
  private final Words words;
  private final Reads reads;
  private final Registrations registrations;
  private final WriteBacks writeBacks;
  private final Stores stores;
  private final Forwards forwards;
  private final SyncQueue syncs;

  DenovoL1(
      MemoryConfig machine,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters,
      Parts parts) {
    this.listener = listener;
    this.counters = counters;
    config = machine.l1();
    registrations = new Registrations(config);
    writeBacks = parts.writeBacks();
    words = parts.words(machine, environment, counters, denovo, registrations, writeBacks);
    reads = parts.reads(machine, environment, listener, counters, words);
    forwards = parts.forwards(environment, denovo, words, writeBacks);
    words.tell(reads, forwards);
    syncs = parts.syncs(environment, listener, counters, words);
    boolean buffers = machine.denovo().register() == DenovoConfig.Register.RELEASE;
    stores =
        new Stores(
            config,
            environment,
            listener,
            counters,
            denovo,
            words,
            registrations,
            buffers ? parts.buffer(registrations) : null);
  }

  // ---- accesses ----

  @Override
  public Outcome accept(LineAccess access) {
    boolean sync = access.parent.currentStep() == DenovoStep.PERFORM_REGISTERED;
    Registration at = registrations.find(access.line);
    if (at != null && !at.waiting.isEmpty()) {
      return await(access, sync, at);
    }
    if (sync) {
      return synchronise(access, at);
    }
    return access.parent.operation.kind() == Kind.LOAD ? load(access, at) : stores.take(access, at);
  }

  private Outcome load(LineAccess access, @Nullable Registration at) {
    int frame = words.find(access.line);
    if (words.here(frame, at, access)) {
      hit(access, frame, at);
      return Outcome.DONE;
    }
    if (at != null && words.mustWait(access, frame, at)) {
      return await(access, false, at);
    }
    return reads.miss(access, frame, at);
  }

  private void hit(LineAccess access, int frame, @Nullable Registration at) {
    words.record(WordEvent.LOAD_HIT, access.line, frame, at, words.of(access));
    words.load(access, frame, at);
    counters.loads++;
    counters.hits++;
    listener.performed(access);
  }

  private Outcome synchronise(LineAccess access, @Nullable Registration before) {
    int frame = words.find(access.line);
    int touched = words.of(access);
    if ((touched & ~words.registered(frame)) == 0) {
      words.record(WordEvent.SYNC, access.line, frame, before, touched);
      syncs.perform(access, frame);
      listener.performed(access);
      return Outcome.DONE;
    }
    if (registrations.waitingFull(before)) {
      return Outcome.STALLED_MSHRS;
    }
    Registration at = registrations.of(access.line);
    if (at == null) {
      return Outcome.STALLED_MSHRS;
    }
    at.waiting.add(new Registration.Waiting(access, true));
    goOn(at);
    return Outcome.DONE;
  }

  /** Lets an access wait behind those that wait for its line. */
  private Outcome await(LineAccess access, boolean sync, Registration at) {
    if (registrations.crowded(at)) {
      return Outcome.STALLED_TARGETS;
    }
    if (registrations.waitingFull(at)) {
      return Outcome.STALLED_MSHRS;
    }
    denovo.coalesced += sync && (words.of(access) & ~at.asked) == 0 ? 1 : 0;
    at.waiting.add(new Registration.Waiting(access, sync));
    goOn(at);
    return Outcome.DONE;
  }

  /** Performs what waits and can be performed, answers others, and asks for what is lacking. */
  private void goOn(Registration at) {
    serve(at);
    forwards.answer(at);
    stores.ask(at, syncs.lacking(at));
    registrations.changed(at);
  }

  /**
   * Performs accesses that wait, as far as their turn has come: synchronising ones lane by lane,
   * none before an earlier one on the same word; others when nothing is before them.
   */
  private void serve(Registration at) {
    int before = 0;
    Iterator<Registration.Waiting> waiting = at.waiting.iterator();
    while (waiting.hasNext()) {
      Registration.Waiting each = waiting.next();
      if (each.sync) {
        syncs.perform(each, words.find(at.line), before, at);
        before |= SyncQueue.of(each);
      } else if (before != 0 || !performWaiting(each.access, at)) {
        return;
      }
      if (each.lanes == 0 || !each.sync) {
        waiting.remove();
      }
    }
  }

  /** Performs an access whose turn has come; false when it must wait for more. */
  private boolean performWaiting(LineAccess access, Registration at) {
    if (access.parent.operation.kind() == Kind.STORE) {
      stores.write(access, words.find(access.line), at);
      return true;
    }
    int frame = words.find(access.line);
    if (words.here(frame, at, access)) {
      hit(access, frame, at);
      return true;
    }
    if (words.mustWait(access, frame, at)) {
      return false;
    }
    if (reads.miss(access, frame, at).stalled()) {
      reads.stuck(at.line);
      return false;
    }
    return true;
  }

  // ---- steps ----

  @Override
  public Outcome step(Step step, WarpAccess access) {
    if (step == DenovoStep.AWAIT_REGISTRATIONS) {
      return stores.release(access) ? Outcome.DONE : Outcome.PENDING;
    }
    if (invalidates(step)) {
      words.invalidate(step == DenovoStep.INVALIDATE_READ_ONLY);
      stores.acquire();
      counters.invalidations++;
      return Outcome.DONE;
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
      reads.fill(fill);
      unstick();
    } else if (message instanceof DenovoMessage of && of.type instanceof DenovoType type) {
      receive(of, type);
    } else {
      throw words.illegal(message);
    }
  }

  private void receive(DenovoMessage message, DenovoType type) {
    switch (type) {
      case REGISTERED -> granted(message);
      case FORWARD_READ, FORWARD_REGISTER, RECALL ->
          forwards.take(message, registrations.find(message.line));
      case WRITTEN_BACK -> {
        if (!writeBacks.acknowledge(message.line, message.words)) {
          throw words.illegal(message);
        }
      }
      case REGISTER, WRITE_BACK, RECALLED -> throw words.illegal(message);
    }
  }

  private void granted(DenovoMessage message) {
    Registration at = registrations.find(message.line);
    if (at == null || (message.words & ~at.asked) != 0) {
      throw words.illegal(message);
    }
    words.granted(message, at);
    for (int generation : at.granted(message.words)) {
      if (!stores.acknowledge(generation)) {
        throw words.illegal(message);
      }
    }
    goOn(at);
  }

  /** MSHRs for reads may be free again: goes on with those that need one. */
  private void unstick() {
    for (long line : reads.takeStuck()) {
      Registration at = registrations.find(line);
      if (at != null) {
        goOn(at);
      }
    }
  }

  // ---- for whoever looks on ----

  @Override
  public boolean idle() {
    return registrations.isEmpty() && writeBacks.isEmpty() && reads.idle() && stores.idle();
  }

  @Override
  public List<Object> counters() {
    return List.of(denovo);
  }

  @Override
  public List<Transitions.Pair> transitions() {
    return Stream.concat(words.transitions().stream(), reads.transitions().stream()).toList();
  }

  @Override
  public void check() {
    words.check();
    reads.check();
  }

  @Override
  public void settle() {
    words.settle();
    reads.settle();
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
  public void holds(Holdings into) {
    words.holds(into);
    writeBacks.holds(into);
  }

  @Override
  public List<String> waiting() {
    return Stream.of(
            reads.waiting(), registrations.waiting(), writeBacks.waiting(), stores.waiting())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public void hostRead(long address, byte[] into, int at, int bytes) {
    words.host().read(address, into, at, bytes);
  }

  @Override
  public void hostWrite(long address, byte[] from, int at, int bytes) {
    words.host().write(address, from, at, bytes);
  }

  @Override
  public @Nullable CachedCopy copy(long address, int bytes) {
    return words.host().copy(address, bytes);
  }
}
