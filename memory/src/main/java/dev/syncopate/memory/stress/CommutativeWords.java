package dev.syncopate.memory.stress;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TestBed;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import dev.syncopate.memory.stress.RaceFreeProgram.Barrier;
import java.util.List;
import java.util.Optional;

/**
 * Words that threads update with commutative atomics of one kind and read with plain loads. Update
 * and read phases alternate at barriers of the widest scope. Each read, and the final value, must
 * equal the combination of all earlier updates. Promoted barriers order no commutative atomics, so
 * a phase continues over them.
 */
final class CommutativeWords {
  /** In which turns a word is read: one of so many. */
  private static final int TURNS = 3;

  /** A kind of update. */
  private record Update(AtomicOp operation, DataType type) {
    MemoryOperation at(Scope scope) {
      return MemoryOperation.atomic(operation, type)
          .with(Order.RELAXED, scope)
          .withCommutative(true)
          .withResult(false);
    }
  }

  private static final List<Update> WHOLE =
      List.of(
          new Update(AtomicOp.ADD, DataType.U32),
          new Update(AtomicOp.MIN, DataType.S32),
          new Update(AtomicOp.XOR, DataType.B32),
          new Update(AtomicOp.MAX, DataType.U32),
          new Update(AtomicOp.ADD, DataType.S32),
          new Update(AtomicOp.OR, DataType.B32),
          new Update(AtomicOp.MAX, DataType.S32),
          new Update(AtomicOp.AND, DataType.B32));
  private static final List<Update> WIDE =
      List.of(
          new Update(AtomicOp.ADD, DataType.U64),
          new Update(AtomicOp.XOR, DataType.B64),
          new Update(AtomicOp.MIN, DataType.U64),
          new Update(AtomicOp.MAX, DataType.S64));

  /** Values that floating point adds without rounding, so that any order gives the same. */
  private static final List<Update> SINGLE = List.of(new Update(AtomicOp.ADD, DataType.F32));

  private static final List<Update> HALVES = List.of(new Update(AtomicOp.ADD, DataType.F16X2));
  private static final List<Update> DOUBLE = List.of(new Update(AtomicOp.ADD, DataType.F64));

  /** By word: what is done to it, turn by turn. */
  private static final List<List<Update>> UPDATES =
      List.of(WHOLE, WIDE, SINGLE, WHOLE, HALVES, DOUBLE);

  /** How many words there are. */
  static final int COUNT = UPDATES.size();

  private final RaceFreeProgram program;
  private final long[] words = new long[COUNT];

  /** What all updates so far come to. */
  private final long[] sums = new long[COUNT];

  private int turn;

  CommutativeWords(RaceFreeProgram program, WordPool pool) {
    this.program = program;
    if (!program.commutes()) {
      return;
    }
    for (int word = 0; word < COUNT; word++) {
      words[word] = bytes(word) == 4 ? pool.take() : pool.takeTwo();
    }
  }

  private static int bytes(int word) {
    return UPDATES.get(word).getFirst().type().bytes();
  }

  /** Updates a word or reads it, whichever it is the turn of. */
  void access(TinyThread thread, int number, int word, long value) {
    if ((turn + word) % TURNS == TURNS - 1) {
      read(thread, number, word);
      return;
    }
    if (program.gpu(number) != (turn + word) % program.gpus()) {
      return; // a word of one of several GPUs, for this turn
    }
    List<Update> updates = UPDATES.get(word);
    Update update = updates.get(turn % updates.size());
    long operand = operand(update.type(), value);
    thread.access(update.at(Scope.GPU), words[word], operand, 0);
    sums[word] = update.operation().apply(update.type(), sums[word], operand, 0);
  }

  private static long operand(DataType type, long value) {
    return switch (type) {
      case F32 -> Integer.toUnsignedLong(Float.floatToRawIntBits((byte) value));
      case F64 -> Double.doubleToRawLongBits((byte) value);
      case F16X2 -> half(value & 3) | half(value >>> 2 & 3) << 16;
      default -> type.bytes() == 8 ? value : value & 0xffff_ffffL;
    };
  }

  private static long half(long value) {
    return Float.floatToFloat16((float) value) & 0xffffL;
  }

  private void read(TinyThread thread, int number, int word) {
    DataType type = bytes(word) == 4 ? DataType.B32 : DataType.B64;
    Register register = thread.access(RigOperations.load(type), words[word], 0, 0);
    long sum = sums[word];
    register.whenSet(() -> {
      if (register.value() != sum) {
        throw new WrongValueException(
            "thread %d loaded 0x%x, where commutative atomics have come to 0x%x"
                .formatted(number, register.value(), sum),
            words[word]);
      }
    });
  }

  /**
   * Updates every word whose turn it is, behind the last barrier: nothing but the end orders it.
   */
  void last(TinyThread thread, int number) {
    for (int word = 0; word < COUNT; word++) {
      if ((turn + word) % TURNS != TURNS - 1) {
        access(thread, number, word, (number + 1L) * (word + 3L));
      }
    }
  }

  /** All threads wait for one another. */
  void meet(Barrier barrier) {
    turn += barrier == Barrier.REMOTE ? 0 : 1;
  }

  /** What is wrong at the end, if anything. */
  Optional<DetectedFault> trouble(TestBed bed) {
    if (!program.commutes()) {
      return Optional.empty();
    }
    for (int word = 0; word < COUNT; word++) {
      byte[] bytes = new byte[bytes(word)];
      bed.read(words[word], bytes);
      long value = LaneBytes.get(bytes, 0, bytes.length);
      if (value != sums[word]) {
        return Optional.of(
            new DetectedFault(
                "commutative atomics left 0x%x instead of 0x%x".formatted(value, sums[word]),
                words[word]));
      }
    }
    return Optional.empty();
  }
}
