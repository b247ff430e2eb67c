package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.Part;
import dev.syncopate.model.explore.machine.PartState;
import dev.syncopate.model.explore.snapshot.Snapshots;
import dev.syncopate.model.explore.table.Interned;
import java.util.List;

/** Messages on their way, numbered by channel and what they say. For any threads. */
final class Messages {
  private final Snapshots snapshots;
  private final Interned<Part.Sent> messages = new Interned<>();

  Messages(Snapshots snapshots) {
    this.snapshots = snapshots;
  }

  /** The channels and numbers, in turn, of what a part sends from a state. */
  synchronized int[] send(Part part, PartState state, List<Part.Sent> sent) {
    if (sent.isEmpty()) {
      return Transition.NO_SENDS;
    }
    int[] sends = new int[2 * sent.size()];
    for (int i = 0; i < sent.size(); i++) {
      Part.Sent each = snapshots.copy(sent.get(i), object -> part.outside(state, object));
      sends[2 * i] = each.channel();
      sends[2 * i + 1] = messages.number(snapshots.encode(each), each);
    }
    return sends;
  }

  /**
   * A copy of a message that arrives at a part in some state.
   *
   * @param copies who makes it
   */
  Part.Sent arriving(Snapshots copies, Part part, PartState state, int message) {
    return copies.copy(messages.get(message), object -> part.inside(state, object));
  }

  synchronized int size() {
    return messages.size();
  }
}
