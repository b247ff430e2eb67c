package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.cache.Holdings;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.l2.L2Cache;
import dev.syncopate.memory.mechanism.hlrc.BusyLines.Busy;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Transitions;
import dev.syncopate.memory.protocol.decorator.L2Decorator;
import dev.syncopate.memory.topology.Node;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A bank that knows with which L1 each of its lines is registered, in front of one of plain GPU
 * coherence. Registrations of a line are granted in the order in which they are asked for, each
 * when the one before has come back. Stores to a line wait only until its holder has been told of
 * them, which it answers at once, and reads for nothing: so a holder that flushes waits for no
 * other that flushes.
 */
final class HlrcL2 extends L2Decorator {
  private final Rules rules;
  private final L2Cache cache;
  private final L2Environment environment;
  private final int lineBytes;
  private final HlrcL2Counters counts = new HlrcL2Counters();
  private final Registry registry;
  private final BusyLines busy = new BusyLines();
  private final Transitions<LinePlace, LinePlace.Event> transitions;

  @SuppressWarnings("this-escape") // kept for later calls only
  HlrcL2(MemoryConfig config, L2Environment environment, L2Counters counters, Rules rules) {
    Evictions evictions = new Evictions();
    AnswerEnvironment answers = new AnswerEnvironment(environment);
    L2Cache behind = new L2Cache(config, answers, counters, evictions);
    super(behind);
    cache = behind;
    this.rules = rules;
    this.environment = environment;
    lineBytes = config.l1().line();
    registry = new Registry(cache);
    transitions = LinePlace.table("registrations at " + environment.node(), environment.clock());
    evictions.tell(this);
    answers.tell(this);
  }

  @Override
  public Outcome receive(MemoryMessage message) {
    Outcome outcome = take(message);
    Busy at = busy.find(message.line);
    if (at != null) {
      goOn(at);
    }
    return outcome;
  }

  private Outcome take(MemoryMessage message) {
    if (message.type == HlrcType.UNREGISTERED) {
      unregistered(message);
      return Outcome.DONE;
    } else if (message.type == HlrcType.UPDATED) {
      updated(message);
      return Outcome.DONE;
    }
    Busy at = busy.find(message.line);
    if (at != null && at.parks() && (!at.granting || rules.waitsForGrant())) {
      at.parked.add(message);
      return Outcome.DONE;
    }
    return request(message);
  }

  /** Takes a request whose turn has come. */
  private Outcome request(MemoryMessage message) {
    if (message.type == HlrcType.REGISTER) {
      register(message);
      return Outcome.DONE;
    } else if (message.type == LineMessage.WRITE && tellsHolder(message)) {
      update(message);
      return Outcome.DONE;
    }
    return cache.receive(message);
  }

  @Override
  public void filled(int miss) {
    cache.filled(miss);
    busy.each(this::goOn); // there is room for others as well
  }

  /** Does what can be done for a line now; its record is over when nothing is left. */
  private void goOn(Busy at) {
    while (!at.granting && !at.updating) {
      if (at.write != null) {
        if (cache.receive(at.write).stalled()) {
          return;
        }
        at.write = null;
      } else if (at.awaitsGrant()) {
        if (readToGrant(at).stalled()) {
          return;
        }
      } else if (!at.parked.isEmpty()) {
        MemoryMessage first = at.parked.remove();
        if (request(first).stalled()) {
          at.parked.addFirst(first);
          return;
        }
      } else {
        break;
      }
    }
    if (at.over()) {
      busy.end(at);
      if (at.holder != Registry.NOBODY) {
        registry.set(at.line, at.holder);
      }
    }
  }

  /** The number of the node that has a line's registration. */
  private int holder(long line) {
    Busy at = busy.find(line);
    return at == null ? registry.holder(line) : at.holder;
  }

  /** Whether a line is registered with another node. */
  private boolean elsewhere(Node node, long line) {
    int holder = holder(line);
    return holder != Registry.NOBODY && holder != node.number();
  }

  /** A line's record; it begins if there is none. */
  private Busy busy(long line) {
    Busy at = busy.find(line);
    return at == null ? busy.begin(line, registry.take(line)) : at;
  }

  // ---- registrations ----

  private void register(MemoryMessage message) {
    boolean again = holder(message.line) == message.node.number();
    record(message.line, again ? LinePlace.Event.REGISTER_AGAIN : LinePlace.Event.REGISTER);
    Busy at = busy(message.line);
    at.queue.add(message.node);
    if (again) {
      at.recalled = true; // it has been given up, and comes
    } else if (at.holder != Registry.NOBODY && !at.recalled) {
      counts.transfers++;
      recall(at);
    }
  }

  private Outcome readToGrant(Busy at) {
    at.granting = true;
    Outcome outcome =
        cache.receive(
            MemoryMessage.asking(
                LineMessage.READ,
                at.line,
                environment.node(),
                LineBytes.rangeLow(0, lineBytes),
                LineBytes.rangeHigh(0, lineBytes),
                0));
    if (outcome.stalled()) {
      at.granting = false;
    }
    return outcome;
  }

  /** The line has been read: who has waited longest has the registration now. */
  void grant(MemoryMessage fill) {
    record(fill.line, LinePlace.Event.GRANT);
    Busy at = Objects.requireNonNull(busy.find(fill.line));
    Node to = rules.servesOnce() ? at.queue.remove() : at.queue.element();
    at.granting = false;
    at.holder = to.number();
    environment.send(to, HlrcMessage.carrying(HlrcType.REGISTERED, to, fill));
    if (!at.queue.isEmpty()) {
      counts.transfers++;
      recall(at);
    }
  }

  /** Has a registration given back. */
  private void recall(Busy at) {
    if (!rules.recalls()) {
      at.holder = Registry.NOBODY;
      return;
    }
    at.recalled = true;
    Node to = environment.topology().node(at.holder);
    environment.send(to, new HlrcMessage(HlrcType.RECALL, at.line, to));
  }

  private void unregistered(MemoryMessage message) {
    if (holder(message.line) != message.node.number()) {
      throw illegal(message);
    }
    record(message.line, LinePlace.Event.UNREGISTERED);
    Busy at = busy(message.line);
    at.holder = Registry.NOBODY;
    at.recalled = false;
  }

  /** The cache behind is about to evict a line; what its holder writes back comes as any other. */
  void evicting(long line) {
    Busy before = busy.find(line);
    if (holder(line) != Registry.NOBODY && (before == null || !before.recalled)) {
      record(line, LinePlace.Event.EVICT);
      counts.evictions++;
      if (rules.recallsEvicted()) {
        recall(busy(line));
      } else {
        forget(busy(line));
      }
    }
  }

  /** Nobody is taken to have a line's registration. */
  private void forget(Busy at) {
    at.holder = Registry.NOBODY;
    busy.end(at);
  }

  // ---- data ----

  /** Whether the holder of a line must be told of a store before it is performed. */
  private boolean tellsHolder(MemoryMessage store) {
    return rules.tellsHolder() && elsewhere(store.node, store.line);
  }

  private void update(MemoryMessage store) {
    record(store.line, LinePlace.Event.WRITE);
    counts.updates++;
    Busy at = busy(store.line);
    at.write = store;
    at.updating = true;
    Node to = environment.topology().node(at.holder);
    environment.send(to, HlrcMessage.carrying(HlrcType.UPDATE, to, store));
  }

  private void updated(MemoryMessage message) {
    Busy at = busy.find(message.line);
    if (at == null || !at.updating) {
      throw illegal(message);
    }
    record(message.line, LinePlace.Event.UPDATED);
    at.updating = false;
  }

  /** Whether who reads a line may not keep what it gets: the line is registered elsewhere. */
  boolean once(Node reader, long line) {
    boolean once = elsewhere(reader, line);
    if (once) {
      record(line, LinePlace.Event.READ);
    }
    return once;
  }

  // ---- the table ----

  private void record(long line, LinePlace.Event event) {
    transitions.record(place(line), event, line);
  }

  private LinePlace place(long line) {
    Busy at = busy.find(line);
    if (at == null) {
      return registry.holder(line) == Registry.NOBODY ? LinePlace.AT_L2 : LinePlace.AT_L1;
    } else if (at.granting) {
      return LinePlace.GRANTING;
    } else if (at.holder == Registry.NOBODY) {
      return LinePlace.AT_L2;
    }
    return at.recalled ? LinePlace.RECALLED : LinePlace.AT_L1;
  }

  private RuntimeException illegal(MemoryMessage message) {
    return transitions.illegalTransition(
        place(message.line).name(), message.type.name() + " from " + message.node, message.line);
  }

  // ---- for whoever looks on ----

  @Override
  public int owner(long address) {
    return holder(address & -lineBytes);
  }

  @Override
  public List<Object> counters() {
    return List.of(counts);
  }

  @Override
  public List<Transitions.Pair> transitions() {
    return Stream.concat(transitions.pairs().stream(), cache.transitions().stream()).toList();
  }

  @Override
  public void check() {
    transitions.check();
    cache.check();
  }

  @Override
  public void settle() {
    transitions.settle(this::place);
    cache.settle();
  }

  @Override
  public void canonicalize() {
    registry.rebuild(cache::canonicalize);
  }

  /** A bank has a registration less where it knows who has it. */
  @Override
  public void holds(Holdings into) {
    registry.holds(into);
    busy.holds(into);
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
