package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.MachinePart;
import dev.syncopate.model.explore.snapshot.Snapshots;
import dev.syncopate.model.explore.table.InternedObjects;
import java.util.List;

/** Messages on their way, numbered by channel and what they say. For any threads. */
final class MessageTable {
  private final Snapshots snapshots;
  private final InternedObjects<MachinePart.Sent> messages = new InternedObjects<>();

  MessageTable(Snapshots snapshots) {
    this.snapshots = snapshots;
  }

  /** The channels and numbers, in turn, of what a part sends. */
  synchronized int[] send(List<MachinePart.Sent> sent) {
    if (sent.isEmpty()) {
      return Transition.NO_SENDS;
    }
    int[] sends = new int[2 * sent.size()];
    for (int i = 0; i < sent.size(); i++) {
      MachinePart.Sent sentMessage =
          snapshots.copy(sent.get(i)); // the part may go on with what it has passed on
      sends[2 * i] = sentMessage.channel();
      sends[2 * i + 1] = messages.number(snapshots.encode(sentMessage), sentMessage);
    }
    return sends;
  }

  /**
   * A message that arrives: a new object, so that two messages with the same contents stay
   * distinct.
   *
   * @param copies makes the object
   */
  MachinePart.Sent arriving(Snapshots copies, int message) {
    return copies.copy(messages.get(message));
  }

  synchronized int size() {
    return messages.size();
  }
}
