package dev.syncopate.memory.stress;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TestBed;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import dev.syncopate.memory.stress.RaceFreeProgram.Access;
import java.util.List;
import java.util.Optional;

/**
 * A word of each thread that no other writes: it counts, by plain stores and by compare-and-swaps
 * that succeed. All others try to swap it, comparing with a value that it never has, at any scope
 * and at any time: each such compare-and-swap is a read, and undoes nothing. What it finds is no
 * older than the barrier before.
 */
final class OwnWords {
  /** By thread, in turn. */
  private static final List<DataType> TYPES = List.of(DataType.B32, DataType.B64, DataType.B16);

  /** No word counts so far. */
  private static final long NEVER = 0xffff;

  private final long[] words;

  /** What each counts to in its thread's program, and what it has counted to in the run. */
  private final long[] latest;

  private final long[] issued;

  /** What each had counted to at the barrier before. */
  private long[] previous;

  OwnWords(RaceFreeProgram program, WordPool pool) {
    int threads = program.tiles() * program.threadsPerTile();
    words = new long[threads];
    for (int thread = 0; thread < threads; thread++) {
      // the second half of a word, so that a narrow one does not begin where others do
      words[thread] =
          switch (bytes(thread)) {
            case 2 -> pool.take() + 2;
            case 4 -> pool.take();
            default -> pool.takeTwo();
          };
    }
    latest = new long[threads];
    issued = new long[threads];
    previous = new long[threads];
  }

  private static DataType type(int owner) {
    return TYPES.get(owner % TYPES.size());
  }

  private static int bytes(int owner) {
    return type(owner).bytes();
  }

  /** A thread stores the next value to its own word. */
  void store(TinyThread thread, int number) {
    thread.access(RigOperations.store(type(number)), words[number], ++latest[number], 0);
    thread.beforeLast(() -> issued[number]++);
  }

  /** A thread swaps its own word for the next value. */
  void swap(TinyThread thread, int number, Access access) {
    long version = latest[number]++;
    Register register = swap(thread, number, access, version);
    thread.beforeLast(() -> issued[number]++);
    register.whenSet(() -> check(number, number, register.value(), version, version));
  }

  /** A thread tries to swap any thread's word, in vain. */
  void swapInVain(TinyThread thread, int number, Access access) {
    int owner = access.location() % words.length;
    Register register = swap(thread, owner, access, NEVER);
    long minimum = owner == number ? latest[owner] : previous[owner];
    register.whenSet(() ->
        check(number, owner, register.value(), minimum, owner == number ? minimum : issued[owner]));
  }

  private Register swap(TinyThread thread, int owner, Access access, long expected) {
    Order order = access.order();
    Scope scope = access.scope();
    return thread.access(
        RigOperations.atomic(AtomicOp.CAS, type(owner), order, scope),
        words[owner],
        expected,
        expected + 1);
  }

  private void check(int number, int owner, long actual, long minimum, long maximum) {
    if (actual < minimum || actual > maximum) {
      throw new WrongValueException(
          "thread %d finds 0x%x in the word of thread %d, where 0x%x to 0x%x are possible"
              .formatted(number, actual, owner, minimum, maximum),
          words[owner]);
    }
  }

  /** All threads wait for one another. */
  void meet() {
    previous = latest.clone();
  }

  /** What is wrong at the end, if anything. */
  Optional<DetectedFault> trouble(TestBed bed) {
    for (int owner = 0; owner < words.length; owner++) {
      byte[] bytes = new byte[bytes(owner)];
      bed.read(words[owner], bytes);
      long value = LaneBytes.get(bytes, 0, bytes.length);
      if (value != latest[owner]) {
        return Optional.of(
            new DetectedFault(
                "the word that only thread %d writes is 0x%x instead of 0x%x"
                    .formatted(owner, value, latest[owner]),
                words[owner]));
      }
    }
    return Optional.empty();
  }
}
