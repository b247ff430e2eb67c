package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.protocol.MemoryMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Frames of an L1 with registered lines, and their operations. */
final class RegisteredFrames {
  private final L1Lines lines;
  private final CacheArray array;

  /** A bit for each frame. */
  private final long[] registered;

  RegisteredFrames(L1Lines lines) {
    this.lines = lines;
    array = lines.array;
    registered = new long[(array.frames() + 63) / 64];
  }

  /** Whether the line of a frame is registered; of no frame it is not. */
  boolean contains(int frame) {
    return frame != CacheArray.NONE && (registered[frame >> 6] >>> frame & 1) != 0;
  }

  void add(int frame) {
    registered[frame >> 6] |= 1L << frame;
  }

  void remove(int frame) {
    registered[frame >> 6] &= ~(1L << frame);
  }

  /** Performs an access to a registered line; whether an atomic has changed a byte. */
  boolean perform(LineAccess access, int frame) {
    switch (access.parent.operation.kind()) {
      case LOAD -> lines.fire(frame, L1Event.LOAD_HIT, access.line, access);
      case STORE -> lines.fire(frame, L1Event.STORE, access.line, access);
      case ATOMIC -> {
        return lines.atomic(access, frame).changed();
      }
      case FENCE -> throw lines.machine.illegal("REGISTERED", "FENCE", access.line);
    }
    return false;
  }

  /**
   * Keeps bytes that another has stored to a line if it is registered here, but for those that are
   * dirty, which are newer in the L2's order; whether one has another value.
   */
  boolean update(MemoryMessage store) {
    int frame = lines.find(store.line);
    return contains(frame)
        && LineBytes.write(
            store.data(),
            store.origins(),
            -store.first(),
            array.data(),
            array.base(frame),
            store.maskLow & ~array.dirtyLow(frame),
            store.maskHigh & ~array.dirtyHigh(frame));
  }

  /** Drops every byte of the L1 that is neither dirty nor in a registered line. */
  void dropOthers() {
    boolean anyRegistered = false;
    for (long frameMask : registered) {
      anyRegistered |= frameMask != 0;
    }
    if (!anyRegistered) {
      array.invalidateClean();
    } else {
      for (int frame = 0; frame < array.frames(); frame++) {
        if (array.live(frame) && !contains(frame)) {
          array.invalidateClean(frame);
        }
      }
    }
  }

  /** The lines, in the order of their frames. */
  List<Long> lines() {
    List<Long> lineAddresses = new ArrayList<>();
    for (int frame = 0; frame < array.frames(); frame++) {
      if (contains(frame)) {
        lineAddresses.add(array.line(frame));
      }
    }
    return lineAddresses;
  }

  /** Lines have changed their frames. */
  void rebuild(List<Long> lineAddresses) {
    Arrays.fill(registered, 0);
    lineAddresses.forEach(line -> add(lines.find(line)));
  }

  void holds(OwnershipBalance holdings) {
    lines().forEach(line -> holdings.add(line, HlrcMessage.REGISTRATION, 1));
  }

  /**
   * What does not hold and always should: a registered line is in its frame, wholly.
   *
   * @param low mask of all bytes of a line, with {@code high}
   */
  List<String> checkInvariants(long low, long high) {
    List<String> wrong = new ArrayList<>();
    for (int frame = 0; frame < array.frames(); frame++) {
      if (contains(frame) && !(array.live(frame) && array.holds(frame, low, high))) {
        wrong.add("frame " + frame + " is registered and has no whole line");
      }
    }
    return wrong;
  }
}
