package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.Machine;
import dev.syncopate.model.explore.machine.ScheduleChoice;
import dev.syncopate.model.explore.table.ExploredStates;
import dev.syncopate.model.progress.ProgressUnits;
import dev.syncopate.model.progress.StepGraph;
import java.util.HashMap;
import java.util.Map;

/**
 * States of a completed search as a graph of steps. Agents are the threads; and of the hardware
 * each part's own events and each channel, whose messages arrive in the end.
 */
final class HardwareSteps implements StepGraph {
  /** Events of a part, at most: above them are channels. */
  private static final int EVENTS = 1024;

  private final Machine machine;
  private final PartMemo[] parts;
  private final ExploredStates table;
  private final SuccessorWalk walk;
  private final int first;
  private final ProgressUnits units;
  private final int[] row;
  private final int[] unitOfAgent;

  /** By part and its state: the threads that have ended, as bits. */
  private final Map<Long, Long> ended = new HashMap<>();

  /**
   * @param first the state that the graph starts with; those before it only lead to it
   */
  HardwareSteps(
      Machine machine,
      PartMemo[] parts,
      ExploredStates table,
      SuccessorWalk expansion,
      int first,
      ProgressUnits.Granularity granularity) {
    this.machine = machine;
    this.parts = parts;
    this.table = table;
    this.walk = expansion.again();
    this.first = first;
    this.units = ProgressUnits.of(machine.test(), granularity);
    row = new int[walk.width()];
    unitOfAgent = new int[agents()];
    for (int agent = 0; agent < unitOfAgent.length; agent++) {
      int part = agent / EVENTS;
      int thread = part < parts.length ? machine.thread(part, agent % EVENTS) : -1;
      unitOfAgent[agent] = thread < 0 ? HARDWARE : units.of(thread);
    }
  }

  ProgressUnits units() {
    return units;
  }

  /** What happens where an agent steps. */
  ScheduleChoice choice(int agent) {
    int channel = agent - parts.length * EVENTS;
    return channel >= 0
        ? ScheduleChoice.delivery(machine.channels().to(channel).number(), channel)
        : ScheduleChoice.event(agent / EVENTS, agent % EVENTS);
  }

  @Override
  public int agents() {
    return parts.length * EVENTS + machine.channels().count();
  }

  @Override
  public int unit(int agent) {
    return unitOfAgent[agent];
  }

  @Override
  public void steps(int state, Visitor visitor) {
    long[] packed = new long[table.layout().words()];
    table.load(first + state, packed);
    table.load(first + state, row);
    boolean _ =
        walk.walk(
            packed,
            (part, event, channel, transition) -> {
              if (transition.failure() == null) {
                visitor.step(
                    known() - first,
                    channel < 0 ? agent(part, event) : parts.length * EVENTS + channel);
              }
              return true;
            });
    for (int part = 0; part < parts.length; part++) {
      PartMemo.Events events = parts[part].events(row[part]);
      for (int i = 0; i < events.codes().length; i++) {
        if (events.transitions()[i].target() == Transition.SPINS) {
          visitor.step(state, agent(part, events.codes()[i]));
        }
      }
    }
  }

  private static int agent(int part, int event) {
    if (event >= EVENTS) {
      throw new IllegalStateException("event " + event + " of a part, of which there are too many");
    }
    return part * EVENTS + event;
  }

  private int known() {
    int state = table.find(walk.next);
    if (state < first) {
      throw new IllegalStateException("a state was not met before");
    }
    return state;
  }

  @Override
  public long ended(int state) {
    table.load(first + state, row);
    boolean[] threads = new boolean[machine.test().threads().size()];
    for (int part = 0; part < parts.length; part++) {
      int partIndex = part;
      int partState = row[part];
      long warps =
          ended.computeIfAbsent(
              (long) part << Integer.SIZE | partState,
              _ -> machine.ended(partIndex, parts[partIndex].state(partState)));
      for (int warp = 0; warp < Long.SIZE; warp++) {
        if ((warps >>> warp & 1) != 0) {
          threads[machine.thread(part, warp)] = true;
        }
      }
    }
    return units.whole(threads);
  }
}
