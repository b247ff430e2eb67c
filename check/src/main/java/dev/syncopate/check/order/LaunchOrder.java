package dev.syncopate.check.order;

import dev.syncopate.machine.observer.JointObserver;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AccessOrigins;
import dev.syncopate.memory.access.ByteOrigin;
import dev.syncopate.memory.access.JointOrigin;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.MergedOrigin;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Tells its listeners which write each strong read of a launch has read. Each write to a followed
 * word is the {@link ByteOrigin} of the bytes that it writes. Bytes carry their origin through
 * caches, buffers, messages and memory, and a read returns the origins of its bytes. A write is
 * known from its issue on, a read when it is complete.
 */
final class LaunchOrder implements LaunchObserver {
  private final OrderListener[] listeners;
  private final FollowedWords words = new FollowedWords();
  private final IdentityHashMap<WarpAccess, IssuedAccess> pending = new IdentityHashMap<>();
  private final IntToLongFunction clock;

  /** Whether weak stores may begin words. */
  private final boolean weak;

  private long writes;

  private LaunchOrder(List<OrderListener> listeners, IntToLongFunction clock) {
    this.listeners = listeners.toArray(OrderListener[]::new);
    this.clock = clock;
    this.weak = listeners.stream().anyMatch(OrderListener::followsWeakStores);
  }

  /** Watches a launch for watchers, each of whose listeners hears every event before the order. */
  static LaunchObserver of(
      List<? extends OrderObserver> watchers, Grid grid, IntToLongFunction clock) {
    NoteKinds notes = new NoteKinds();
    List<OrderListener> listeners = new ArrayList<>();
    for (OrderObserver watcher : watchers) {
      listeners.addAll(watcher.listeners(grid, clock, notes));
    }
    if (listeners.isEmpty()) {
      return NOBODY;
    }
    List<Observer> observers = new ArrayList<>();
    listeners.forEach(listener -> observers.add((_, _) -> listener));
    LaunchOrder order = new LaunchOrder(listeners, clock);
    observers.add((_, _) -> order);
    return new JointObserver(observers).launched(grid, clock);
  }

  /** Commutative atomics have no order, and are strong at their scope all the same. */
  private static boolean isStrong(MemoryOperation operation) {
    return operation.order() != Order.WEAK || operation.commutative();
  }

  @Override
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
    MemoryOperation operation = access.operation;
    if (!isStrong(operation)) {
      if (operation.kind() == AccessKind.STORE) {
        overwritten(unit, warp, pc, access);
      }
      return;
    }
    IssuedAccess issue = new IssuedAccess(unit, warp, pc, access, clock.applyAsLong(unit));
    if (operation.kind() != AccessKind.FENCE) {
      follow(access);
    }
    switch (operation.kind()) {
      case LOAD -> loads(issue);
      case STORE, ATOMIC -> written(issue);
      case FENCE -> {}
    }
    if (operation.order() != Order.WEAK) {
      pending.put(access, issue);
    }
  }

  /** From now on the access's bytes carry origins. */
  private static void follow(WarpAccess access) {
    if (access.origins == null) { // no other order of the launch has made them
      access.origins = new AccessOrigins(access);
    }
  }

  private void loads(IssuedAccess issue) {
    for (long rest = issue.access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < issue.access.operation.elements(); e++) {
        FollowedWord word = words.find(issue.address(lane, e));
        if (word != null) {
          for (OrderListener listener : listeners) {
            listener.loads(issue, lane, word);
          }
        }
      }
    }
  }

  private void written(IssuedAccess issue) {
    MemoryOperation operation = issue.access.operation;
    boolean answered = operation.kind() == AccessKind.ATOMIC && operation.resultUsed();
    for (long rest = issue.access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < operation.elements(); e++) {
        long address = issue.address(lane, e);
        FollowedWord word = words.find(address);
        if (word == null && isFollowed(issue, lane)) {
          word = words.at(address);
        }
        if (word != null) {
          FollowedWrite write = written(issue, word, lane, e);
          if (answered) {
            issue.awaits(write);
          }
        }
      }
    }
  }

  private boolean isFollowed(IssuedAccess issue, int lane) {
    boolean strong = isStrong(issue.access.operation);
    for (OrderListener listener : listeners) {
      if ((strong || listener.followsWeakStores()) && listener.follows(issue, lane)) {
        return true;
      }
    }
    return false;
  }

  private FollowedWrite written(IssuedAccess issue, FollowedWord word, int lane, int element) {
    FollowedWrite previous = word.latest();
    FollowedWrite write = new FollowedWrite(++writes, word, lane, element, issue.pc, issue.access);
    word.add(write);
    Objects.requireNonNull(issue.access.origins).write(lane, element, write);
    for (OrderListener listener : listeners) {
      listener.wrote(issue, write, previous);
    }
    return write;
  }

  private void overwritten(int unit, Warp warp, int pc, WarpAccess access) {
    if (weak) {
      follow(access);
      written(new IssuedAccess(unit, warp, pc, access, clock.applyAsLong(unit)));
      return;
    }
    IssuedAccess issue = null;
    int bytes = access.operation.type().bytes();
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < access.operation.elements(); e++) {
        FollowedWord word = words.find(access.address[lane] + (long) e * bytes);
        if (word != null) {
          if (issue == null) {
            issue = new IssuedAccess(unit, warp, pc, access, clock.applyAsLong(unit));
            follow(access);
          }
          written(issue, word, lane, e);
        }
      }
    }
  }

  @Override
  public void completed(int unit, Warp warp, WarpAccess access) {
    IssuedAccess issue = pending.remove(access);
    if (issue == null) {
      return;
    }
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < access.resultBase.length; e++) {
        read(issue, lane, e, issue.own(lane, e));
      }
    }
    for (OrderListener listener : listeners) {
      listener.answered(issue);
    }
  }

  private void read(IssuedAccess issue, int lane, int element, @Nullable FollowedWrite ownWrite) {
    WarpAccess access = issue.access;
    ReadSource source = source(issue, lane, element);
    FollowedWrite match = source.match();
    FollowedWord word =
        ownWrite != null
            ? ownWrite.word
            : match != null ? match.word : words.find(issue.address(lane, element));
    for (OrderListener listener : listeners) {
      listener.read(issue, lane, element, word, source);
    }
    if (ownWrite == null) {
      return;
    }
    boolean written = access.wrote(lane);
    if (!written) {
      ownWrite.word.remove(ownWrite);
    } else if (!ownWrite.known()) {
      ownWrite.settle(access.left(lane, element));
    }
    for (OrderListener listener : listeners) {
      listener.performed(issue, ownWrite, written, source);
    }
  }

  /** The write that an element has been read from, by the origins of its bytes. */
  private ReadSource source(IssuedAccess issue, int lane, int element) {
    WarpAccess access = issue.access;
    int bytes = access.operation.type().bytes();
    long returned = access.result[access.resultBase[element] + lane];
    long value = FollowedWrite.truncated(returned, bytes);
    AccessOrigins origins = Objects.requireNonNull(access.origins);
    FollowedWrite match = write(origins.found(lane, element, 0));
    boolean isSingle = true;
    for (int b = 1; b < bytes; b++) {
      FollowedWrite candidate = write(origins.found(lane, element, b));
      isSingle &= candidate == match;
      match =
          match == null || (candidate != null && candidate.number > match.number)
              ? candidate
              : match;
    }
    if (match == null) {
      return new ReadSource(true, null, value);
    }
    long address = issue.address(lane, element);
    if (isSingle && match.known() && match.isOf(address, bytes) && match.value() != value) {
      throw new IllegalStateException(
          "0x%x is read as 0x%x, and comes from a write of 0x%x"
              .formatted(address, value, match.value()));
    }
    return new ReadSource(isSingle && match.known(), match, value);
  }

  /**
   * The write of this launch that an origin is; of merged updates the last, which stands for all;
   * null for none.
   */
  private @Nullable FollowedWrite write(@Nullable ByteOrigin origin) {
    ByteOrigin last = origin;
    while (last instanceof MergedOrigin merged) {
      last = merged.last();
    }
    if (last instanceof JointOrigin(ByteOrigin first, ByteOrigin second)) {
      FollowedWrite own = write(first);
      return own == null ? write(second) : own;
    }
    return last instanceof FollowedWrite write && words.find(write.word.address) == write.word
        ? write
        : null;
  }

  @Override
  public void ended() {
    words.end();
  }
}
