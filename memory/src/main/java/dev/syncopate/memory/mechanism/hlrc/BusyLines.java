package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lines of a bank whose registrations change hands, or whose holders are told of a store. */
final class BusyLines {
  /** State of one busy line. */
  static final class Busy {
    final long line;

    /** The node that holds the registration, or {@link Registry#NOBODY}. */
    int holder;

    /** Whether the holder gives the registration back. */
    boolean recalled;

    /** Whether the line is being read, to be granted to the first of {@link #queue}. */
    boolean granting;

    /** Whether the holder is being told of {@link #write}. */
    boolean updating;

    /** A store of which the holder is or has been told, that is not performed. */
    @Nullable MemoryMessage write;

    /** Who wants the registration, in the order in which they asked. */
    final ArrayDeque<Node> queue = new ArrayDeque<>();

    /** What has come since the line is being granted or its holder told of a store. */
    final ArrayDeque<MemoryMessage> parked = new ArrayDeque<>();

    Busy(long line, int holder) {
      this.line = line;
      this.holder = holder;
    }

    /** Whether what comes for the line must wait for a grant or a store. */
    boolean parks() {
      return granting || updating || write != null || !parked.isEmpty() || awaitsGrant();
    }

    /** Whether the registration is at the bank and an L1 waits for it. */
    boolean awaitsGrant() {
      return holder == Registry.NOBODY && !queue.isEmpty();
    }

    /** Whether nothing is in progress. */
    boolean over() {
      return !parks() && queue.isEmpty() && !recalled;
    }
  }

  /** Few. */
  private final List<Busy> entries = new ArrayList<>();

  @Nullable Busy find(long line) {
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).line == line) {
        return entries.get(i);
      }
    }
    return null;
  }

  Busy begin(long line, int holder) {
    Busy busy = new Busy(line, holder);
    entries.add(busy);
    return busy;
  }

  void end(Busy busy) {
    entries.remove(busy);
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Does something for each; it may end, and others may begin, for which it is not done. */
  void each(Consumer<Busy> action) {
    for (int i = entries.size() - 1; i >= 0; i--) {
      action.accept(entries.get(i));
    }
  }

  void holds(OwnershipBalance holdings) {
    for (Busy busy : entries) {
      if (busy.holder != Registry.NOBODY) {
        holdings.add(busy.line, HlrcMessage.REGISTRATION, -1);
      }
    }
  }

  List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (Busy busy : entries) {
      String activity =
          busy.granting
              ? "is read to be granted"
              : busy.updating
                  ? "has its holder, node %d, told of a store".formatted(busy.holder)
                  : busy.recalled ? "is recalled from node %d".formatted(busy.holder) : "is busy";
      lines.add(
          "line 0x%x %s; %d want its registration, %d other requests wait"
              .formatted(busy.line, activity, busy.queue.size(), busy.parked.size()));
    }
    return lines;
  }
}
