package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.l2.L2Cache;
import dev.syncopate.memory.mechanism.hlrc.BusyLines.Busy;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.Stateful;
import dev.syncopate.memory.protocol.TransitionCount;
import dev.syncopate.memory.protocol.decorator.L2Decorator;
import dev.syncopate.memory.topology.Node;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A bank that knows with which L1 each of its lines is registered, in front of one of plain GPU
 * coherence. Registrations of a line are granted in the order in which they are asked for, each
 * when the one before has come back. Stores to a line wait only until its holder has been told of
 * them, which it answers at once, and reads for nothing: so a holder that flushes waits for no
 * other that flushes.
 */
final class HlrcL2 extends L2Decorator implements Stateful<LinePlace, Object> {
  private final L2Cache cache;
  private final L2Environment environment;
  private final int lineBytes;
  private final HlrcL2Counters counts = new HlrcL2Counters();
  private final Registry registry;
  private final BusyLines busy = new BusyLines();
  private final StateMachine<LinePlace, LinePlace.Event, HlrcL2, Object> machine;

  @SuppressWarnings("this-escape") // kept for later calls only
  HlrcL2(MemoryConfig config, L2Environment environment, L2Counters counters, HlrcTables tables) {
    Evictions evictions = new Evictions();
    AnswerEnvironment answers = new AnswerEnvironment(environment);
    L2Cache inner = new L2Cache(config, answers, counters, evictions);
    super(inner);
    cache = inner;
    this.environment = environment;
    lineBytes = config.l1().line();
    registry = new Registry(cache);
    machine =
        new StateMachine<>(
            tables.l2(), this, "registrations at " + environment.node(), environment.clock());
    evictions.tell(this);
    answers.tell(this);
  }

  @Override
  public ControllerOutcome receive(MemoryMessage message) {
    ControllerOutcome outcome = take(message);
    Busy entry = busy.find(message.line);
    if (entry != null) {
      goOn(entry);
    }
    return outcome;
  }

  private ControllerOutcome take(MemoryMessage message) {
    if (message.type == HlrcType.UNREGISTERED) {
      unregistered(message);
      return ControllerOutcome.DONE;
    } else if (message.type == HlrcType.UPDATED) {
      updated(message);
      return ControllerOutcome.DONE;
    }
    Busy entry = busy.find(message.line);
    return entry != null && entry.parks()
        ? fire(LinePlace.Event.WAIT, message.line, message)
        : request(message);
  }

  /** Takes a request whose turn has come. */
  ControllerOutcome request(MemoryMessage message) {
    if (message.type == HlrcType.REGISTER) {
      boolean again = holder(message.line) == message.node.number();
      return fire(
          again ? LinePlace.Event.REGISTER_AGAIN : LinePlace.Event.REGISTER, message.line, message);
    } else if (message.type == LineMessage.WRITE && elsewhere(message.node, message.line)) {
      return fire(LinePlace.Event.WRITE, message.line, message);
    }
    return pass(message);
  }

  @Override
  public void filled(int miss) {
    cache.filled(miss);
    busy.each(this::goOn); // there is room for others as well
  }

  /** Does what can be done for a line now; its record is over when nothing is left. */
  private void goOn(Busy entry) {
    while (!entry.granting && !entry.updating) {
      if (entry.write != null) {
        if (cache.receive(entry.write).stalled()) {
          return;
        }
        entry.write = null;
      } else if (entry.awaitsGrant()) {
        if (fire(LinePlace.Event.READ_TO_GRANT, entry.line, null).stalled()) {
          return;
        }
      } else if (!entry.parked.isEmpty()) {
        MemoryMessage first = entry.parked.remove();
        if (request(first).stalled()) {
          entry.parked.addFirst(first);
          return;
        }
      } else {
        break;
      }
    }
    if (entry.over()) {
      busy.end(entry);
      if (entry.holder != Registry.NOBODY) {
        registry.set(entry.line, entry.holder);
      }
    }
  }

  /** The number of the node that has a line's registration. */
  private int holder(long line) {
    Busy entry = busy.find(line);
    return entry == null ? registry.holder(line) : entry.holder;
  }

  /** Whether a line is registered with another node. */
  private boolean elsewhere(Node node, long line) {
    int holder = holder(line);
    return holder != Registry.NOBODY && holder != node.number();
  }

  /** A line's record; it begins if there is none. */
  private Busy busy(long line) {
    Busy entry = busy.find(line);
    return entry == null ? busy.begin(line, registry.take(line)) : entry;
  }

  // ---- events ----

  /** The line has been read, to be granted. */
  void granted(MemoryMessage fill) {
    fire(LinePlace.Event.GRANT, fill.line, fill);
  }

  private void unregistered(MemoryMessage message) {
    if (holder(message.line) != message.node.number()) {
      throw illegal(message);
    }
    fire(LinePlace.Event.UNREGISTERED, message.line, message);
  }

  /** The cache behind is about to evict a line; what its holder writes back comes as any other. */
  void evicting(long line) {
    Busy entry = busy.find(line);
    if (holder(line) != Registry.NOBODY && (entry == null || !entry.recalled)) {
      counts.evictions++;
      fire(LinePlace.Event.EVICT, line, null);
    }
  }

  private void updated(MemoryMessage message) {
    Busy entry = busy.find(message.line);
    if (entry == null || !entry.updating) {
      throw illegal(message);
    }
    fire(LinePlace.Event.UPDATED, message.line, message);
  }

  /**
   * Sends bytes that an L1 has asked for: not to be kept where the line is registered elsewhere.
   *
   * @return whether they have been sent
   */
  boolean sentOnce(Node reader, MemoryMessage fill) {
    boolean once = elsewhere(reader, fill.line);
    if (once) {
      fire(LinePlace.Event.READ, fill.line, fill);
    }
    return once;
  }

  // ---- actions ----

  /** Lets an L1 wait for a registration. */
  void queue(MemoryMessage request) {
    busy(request.line).queue.add(request.node);
  }

  /** Reads a line, to grant its registration. */
  ControllerOutcome readToGrant(long line) {
    Busy entry = busy(line);
    entry.granting = true;
    ControllerOutcome outcome =
        cache.receive(
            MemoryMessage.asking(
                LineMessage.READ,
                line,
                environment.node(),
                LineBytes.rangeLow(0, lineBytes),
                LineBytes.rangeHigh(0, lineBytes),
                0));
    if (outcome.stalled()) {
      entry.granting = false;
    }
    return outcome;
  }

  /** Takes out the node that has waited longest for a registration. */
  Node takeFirst(long line) {
    return busy(line).queue.remove();
  }

  /** The node that has waited longest for a registration. */
  Node first(long line) {
    return busy(line).queue.element();
  }

  /** Grants a registration with its line. */
  void grant(MemoryMessage fill, Node receiver) {
    Busy entry = busy(fill.line);
    entry.granting = false;
    entry.holder = receiver.number();
    environment.send(receiver, HlrcMessage.carrying(HlrcType.REGISTERED, receiver, fill));
  }

  /** Whether an L1 waits for a registration. */
  boolean wanted(long line) {
    return !busy(line).queue.isEmpty();
  }

  /** Has a registration given back for another L1. */
  void recallForNext(long line) {
    counts.transfers++;
    recall(line);
  }

  /** Has a registration given back. */
  void recall(long line) {
    Busy entry = busy(line);
    entry.recalled = true;
    Node holder = environment.topology().node(entry.holder);
    environment.send(holder, new HlrcMessage(HlrcType.RECALL, line, holder));
  }

  /** The holder has given the registration up already. */
  void awaitReturn(long line) {
    busy(line).recalled = true;
  }

  /** The registration is here. */
  void takeBack(long line) {
    Busy entry = busy(line);
    entry.holder = Registry.NOBODY;
    entry.recalled = false;
  }

  /** Takes no L1 to have a registration. */
  void forgetHolder(long line) {
    busy(line).holder = Registry.NOBODY;
  }

  /** Ends the record of a line. */
  void endRecord(long line) {
    busy.end(busy(line));
  }

  void sendOnce(MemoryMessage fill) {
    environment.send(fill.node, HlrcMessage.carrying(HlrcType.FILL_ONCE, fill.node, fill));
  }

  /** Tells the holder of a line of a store before that is performed. */
  void tellHolder(MemoryMessage store) {
    counts.updates++;
    Busy entry = busy(store.line);
    entry.write = store;
    entry.updating = true;
    Node holder = environment.topology().node(entry.holder);
    environment.send(holder, HlrcMessage.carrying(HlrcType.UPDATE, holder, store));
  }

  /** The holder has been told: {@link #goOn} performs the store. */
  void resumeStore(long line) {
    busy(line).updating = false;
  }

  /** Lets a request wait behind what is in progress for its line. */
  void park(MemoryMessage request) {
    busy(request.line).parked.add(request);
  }

  /** Has the bank behind take a request. */
  ControllerOutcome pass(MemoryMessage request) {
    return cache.receive(request);
  }

  // ---- states ----

  private ControllerOutcome fire(LinePlace.Event event, long line, @Nullable Object cause) {
    return machine.offer(state(line, 0), event, line, 0, cause);
  }

  @Override
  public LinePlace state(long line, int part) {
    Busy entry = busy.find(line);
    if (entry == null) {
      return registry.holder(line) == Registry.NOBODY ? LinePlace.AT_L2 : LinePlace.AT_L1;
    } else if (entry.granting) {
      return LinePlace.GRANTING;
    } else if (entry.holder == Registry.NOBODY) {
      return LinePlace.AT_L2;
    }
    return entry.recalled ? LinePlace.RECALLED : LinePlace.AT_L1;
  }

  /** A line's state follows from its record, which the actions write. */
  @Override
  public void enter(LinePlace next, long line, int part, @Nullable Object cause) {}

  private RuntimeException illegal(MemoryMessage message) {
    return machine.illegal(
        state(message.line, 0).name(), message.type.name() + " from " + message.node, message.line);
  }

  // ---- diagnosis ----

  @Override
  public int owner(long address) {
    return holder(address & -lineBytes);
  }

  @Override
  public List<Object> counters() {
    return List.of(counts);
  }

  @Override
  public List<TransitionCount> transitions() {
    return Stream.concat(machine.pairs().stream(), cache.transitions().stream()).toList();
  }

  @Override
  public void check() {
    machine.check();
    cache.check();
  }

  @Override
  public void canonicalize() {
    registry.rebuild(cache::canonicalize);
  }

  /** A bank's balance is one registration less for each line whose holder it records. */
  @Override
  public void holds(OwnershipBalance holdings) {
    registry.holds(holdings);
    busy.holds(holdings);
  }

  @Override
  public boolean idle() {
    return cache.idle() && busy.isEmpty();
  }

  @Override
  public List<String> waiting() {
    return Stream.concat(busy.waiting().stream(), cache.waiting().stream()).toList();
  }
}
