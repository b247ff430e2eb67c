package dev.syncopate.memory.rig;

import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.ArrayDeque;

/**
 * A tile or bank of a {@link LooseMachine}, with how many things can happen there next. They are
 * counted again only where something has happened: there are as many steps as messages and turns,
 * and most leave most parts as they are.
 */
abstract class LoosePart {
  private final LooseMachine machine;
  private final Node node;

  /** The channels that lead here; messages on the way on each, and whether it is a slow one. */
  private final int[] channels;

  private final ArrayDeque<MemoryMessage>[] incoming;
  private final boolean[] slow;

  /** Things that can happen at once, and those on slow channels. */
  private int quick;

  private int late;
  private boolean changed = true;

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of queues
  LoosePart(LooseMachine machine, Node node) {
    this.machine = machine;
    this.node = node;
    channels = machine.channels().into(node);
    slow = machine.slow(channels.length);
    incoming = new ArrayDeque[channels.length];
    for (int i = 0; i < channels.length; i++) {
      incoming[i] = new ArrayDeque<>();
    }
  }

  public final Node node() {
    return node;
  }

  public final Topology topology() {
    return machine.topology();
  }

  public final void send(Node receiver, MemoryMessage message) {
    machine.journal().message(machine.steps(), () -> node + " sends to " + receiver, message);
    machine.part(receiver).arrives(machine.channels().between(node, receiver), message);
  }

  /** A message is on its way here. */
  private void arrives(int channel, MemoryMessage message) {
    for (int i = 0; i < channels.length; i++) {
      if (channels[i] == channel) {
        incoming[i].add(message);
      }
    }
    change();
  }

  /** How many things can happen here next. */
  final int possible(boolean slow) {
    if (changed) {
      changed = false;
      quick = countEvents() + countMessages(false);
      late = countMessages(true);
    }
    return slow ? late : quick;
  }

  /** Something has come or has happened here. */
  final void change() {
    changed = true;
  }

  private int countMessages(boolean ofSlow) {
    int count = 0;
    for (int i = 0; i < channels.length; i++) {
      count += slow[i] == ofSlow && arrivesNext(i) ? 1 : 0;
    }
    return count;
  }

  private boolean arrivesNext(int i) {
    return !incoming[i].isEmpty() && mayTake(channels[i]);
  }

  /**
   * Lets one of those things happen.
   *
   * @param number of them, in an order that depends on the state alone
   */
  final void happen(boolean ofSlow, int number) {
    int remaining = number;
    if (!ofSlow && eventsFirst()) {
      int events = countEvents();
      if (remaining < events) {
        event(remaining);
        return;
      }
      remaining -= events;
    }
    for (int i = 0; i < channels.length; i++) {
      if (slow[i] == ofSlow && arrivesNext(i) && remaining-- == 0) {
        MemoryMessage message = incoming[i].remove();
        if (!take(message, channels[i])) {
          incoming[i].addFirst(message);
        }
        return;
      }
    }
    event(remaining);
  }

  /** Counts what can happen without a message. */
  abstract int countEvents();

  /** Lets one of those happen. */
  abstract void event(int number);

  /** Whether what can happen without a message is counted before what comes. */
  abstract boolean eventsFirst();

  /** Whether a message that comes by a channel is taken now or offered. */
  abstract boolean mayTake(int channel);

  /** Takes a message; false when it is refused. */
  abstract boolean take(MemoryMessage message, int channel);
}
