package dev.syncopate.memory.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AccessOrigins;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.ByteOrigin;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.MergedOrigin;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The origin of each byte that is read is the write that has left its value, however it came. */
class OriginsTest {
  private static final int WIDTH = 32;
  private static final int WORDS = 96;
  private static final int SEEDS = 4;

  static List<String> protocols() {
    return Protocols.all().stream().map(protocol -> protocol.name()).toList();
  }

  /** A write, and what it leaves in memory; an addition's is known when it is complete. */
  private static final class Left implements ByteOrigin {
    final long address;
    long value;

    Left(long address, long value) {
      this.address = address;
      this.value = value;
    }
  }

  /** Racing accesses of all sizes, each store and exchange with a unique value. */
  private static final class RandomRun {
    private final Random random;
    private final String name;
    private final Rig rig;
    private final List<WarpAccess> reads = new ArrayList<>();
    private long values = 0x0101_0101_0101_0101L;

    RandomRun(String protocol, long seed) {
      random = new Random(seed);
      name = protocol + ", seed " + seed;
      rig = new Rig(RigConfigs.tiny(), Protocols.named(protocol), ConsistencyModel.HRF, 1);
    }

    void run() {
      for (int tile = 0; tile < 2; tile++) {
        for (int warp = 0; warp < 2; warp++) {
          TinyThread thread = rig.thread(tile, warp);
          for (int i = 0; i < 250; i++) {
            issue(thread, warp);
          }
        }
      }
      rig.run();
    }

    private void issue(TinyThread thread, int warp) {
      DataType type =
          List.of(DataType.B8, DataType.B32, DataType.B32, DataType.B64).get(random.nextInt(4));
      Scope scope = random.nextBoolean() ? Scope.GPU : Scope.CTA;
      boolean weak = random.nextInt(3) > 0;
      MemoryOperation operation =
          switch (random.nextInt(6)) {
            case 0, 1 ->
                weak ? RigOperations.load(type) : RigOperations.load(type, Order.ACQUIRE, scope);
            case 2, 3 ->
                weak ? RigOperations.store(type) : RigOperations.store(type, Order.RELEASE, scope);
            case 4 -> RigOperations.atomic(AtomicOp.EXCH, DataType.B32, Order.ACQ_REL, scope);
            default -> RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.RELAXED, scope);
          };
      int bytes = operation.type().bytes();
      long location = Rig.BASE + 4L * random.nextInt(WORDS) * (random.nextInt(4) == 0 ? 32 : 1);
      values += 0x0103_0507_0103_0507L;
      issue(thread, warp, operation, location & -bytes, values);
    }

    void issue(TinyThread thread, int warp, MemoryOperation operation, long location, long value) {
      int bytes = operation.type().bytes();
      long[] address = new long[WIDTH];
      long[] operand = new long[operation.kind() == AccessKind.LOAD ? 0 : WIDTH];
      address[0] = location;
      if (operand.length != 0) {
        operand[0] = bytes == 8 ? value : value & (1L << (8 * bytes)) - 1;
      }
      WarpAccess access = WarpAccess.of(operation, warp, 1, address, operand, WarpAccess.NO_VALUES);
      access.origins = new AccessOrigins(access);
      Left trace = operand.length == 0 ? null : new Left(location, operand[0]);
      if (trace != null) {
        access.origins.write(0, 0, trace);
      }
      TinyThread.Register register = thread.issue(access);
      if (operation.resultUsed()) {
        register.whenSet(() -> {
          reads.add(access);
          if (trace != null) {
            trace.value = access.left(0, 0);
          }
        });
      }
    }

    void check() {
      int attributed = 0;
      for (WarpAccess access : reads) {
        int bytes = access.operation.type().bytes();
        for (int b = 0; b < bytes; b++) {
          long address = access.address[0] + b;
          ByteOrigin origin = Objects.requireNonNull(access.origins).found(0, 0, b);
          long value = access.result[access.resultBase[0]] >>> (8 * b) & 0xff;
          String description =
              name + ": byte 0x" + Long.toHexString(address) + " that " + access.operation;
          assertThat(value).as(description).isEqualTo(left(origin, address));
          attributed += origin == null ? 0 : 1;
        }
      }
      assertThat(attributed).as("%s: bytes that come from a write", name).isGreaterThan(500);
    }

    private static long left(@Nullable ByteOrigin origin, long address) {
      return origin instanceof Left left ? left.value >>> (8 * (address - left.address)) & 0xff : 0;
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void theOriginOfWhatIsReadHasLeftItsValue(String protocol) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      RandomRun run = new RandomRun(protocol, seed);
      run.run();
      run.check();
    }
  }

  /** A host's write has no origin, and takes that of the store whose bytes it replaces. */
  @ParameterizedTest
  @MethodSource("protocols")
  void whatTheHostHasWrittenHasNoOrigin(String protocol) {
    RandomRun run = new RandomRun(protocol, 1);
    MemoryOperation store = RigOperations.store(DataType.B32, Order.RELEASE, Scope.GPU);
    MemoryOperation load = RigOperations.load(DataType.B32, Order.ACQUIRE, Scope.GPU);
    TinyThread writer = run.rig.thread(0, 0);
    run.issue(writer, 0, store, Rig.BASE, 7);
    run.issue(writer, 0, store, Rig.BASE + 4, 7);
    TinyThread reader = run.rig.thread(1, 0);
    reader.delay(5000);
    reader.run(() -> run.rig.write(Rig.BASE, new byte[] {9, 0}));
    run.issue(reader, 0, load, Rig.BASE, 0);
    run.issue(reader, 0, load, Rig.BASE + 4, 0);
    run.rig.run();
    assertThat(run.reads).extracting(read -> read.result[0]).containsExactly(9L, 7L);
    AccessOrigins replaced = Objects.requireNonNull(run.reads.getFirst().origins);
    assertThat(replaced.found(0, 0, 0)).as("written by the host").isNull();
    assertThat(replaced.found(0, 0, 1)).as("written by the host").isNull();
    assertThat(replaced.found(0, 0, 2)).as("left by the store").isInstanceOf(Left.class);
    assertThat(Objects.requireNonNull(run.reads.getLast().origins).found(0, 0, 0))
        .as("not written by the host")
        .isInstanceOf(Left.class);
  }

  static List<String> buffered() {
    return List.of("gpu+lab2", "brsp+lab1", "srsp+lab2", "denovo+lab2", "hlrc+lab1");
  }

  /**
   * Updates that set a bit each, behind a buffer of few lines: of whatever is read the updates that
   * its origin combines have all come, and a word with the same bits has the same origin.
   */
  @ParameterizedTest
  @MethodSource("buffered")
  void whatABufferCombinesIsTheOriginOfItsBits(String protocol) {
    int combined = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      UpdateRun run = new UpdateRun(protocol, seed);
      run.run();
      combined += run.check();
    }
    assertThat(combined).as("%s: reads of combined updates", protocol).isGreaterThan(20);
  }

  /** Commutative updates of words in few lines, each update with a bit that no other one sets. */
  private static final class UpdateRun {
    private static final int UPDATED_WORDS = 12;
    private final RandomRun accesses;
    private final Random random;
    private final int[] nextBit = new int[UPDATED_WORDS];

    UpdateRun(String protocol, long seed) {
      accesses = new RandomRun(protocol, seed);
      random = new Random(seed);
    }

    /** Three words of a line in four lines. */
    private static long address(int word) {
      return Rig.BASE + 4L * (word % 3) + 128L * (word / 3);
    }

    void run() {
      for (int tile = 0; tile < 2; tile++) {
        for (int warp = 0; warp < 2; warp++) {
          TinyThread thread = accesses.rig.thread(tile, warp);
          for (int i = 0; i < 150; i++) {
            issue(thread, warp);
          }
        }
      }
      accesses.rig.run();
    }

    private void issue(TinyThread thread, int warp) {
      int word = random.nextInt(UPDATED_WORDS);
      if (random.nextInt(4) == 0 && nextBit[word] < 32) {
        MemoryOperation update =
            RigOperations.reduce(AtomicOp.OR, DataType.B32, Order.WEAK, Scope.GPU)
                .withCommutative(true);
        accesses.issue(thread, warp, update, address(word), 1L << nextBit[word]++);
      } else if (random.nextInt(8) == 0) {
        accesses.issue(
            thread,
            warp,
            RigOperations.store(DataType.B32, Order.RELEASE, Scope.GPU),
            Rig.BASE + 2048 + 128L * warp,
            1);
      } else {
        accesses.issue(
            thread,
            warp,
            RigOperations.load(DataType.B32, Order.ACQUIRE, Scope.GPU),
            address(word),
            0);
      }
    }

    /** Compares all reads; how many of them are of combined updates. */
    int check() {
      int combined = 0;
      Map<String, ByteOrigin> origins = new HashMap<>();
      for (WarpAccess access : accesses.reads) {
        long value = access.result[access.resultBase[0]];
        String description =
            "%s: 0x%x read as 0x%x".formatted(accesses.name, access.address[0], value);
        for (int b = 0; b < 4; b++) {
          ByteOrigin origin = Objects.requireNonNull(access.origins).found(0, 0, b);
          assertThat(origin != null).as(description).isEqualTo(value != 0);
          if (origin == null) {
            continue;
          }
          for (Left update : parts(origin)) {
            assertThat(update.address).as(description).isEqualTo(access.address[0]);
            assertThat(value & update.value).as(description).isEqualTo(update.value);
          }
          ByteOrigin same = origins.putIfAbsent(access.address[0] + "=" + value, origin);
          assertThat(origin).as(description).isIn(same == null ? origin : same);
          combined += b == 0 && parts(origin).size() > 1 ? 1 : 0;
        }
      }
      return combined;
    }

    private static List<Left> parts(ByteOrigin origin) {
      List<Left> parts = new ArrayList<>();
      ByteOrigin rest = origin;
      while (rest instanceof MergedOrigin(ByteOrigin earlier, ByteOrigin last)) {
        parts.add((Left) last);
        rest = earlier;
      }
      if (rest != null) {
        parts.add((Left) rest);
      }
      return parts;
    }
  }

  /** Nothing that is not watched gets planes of origins. */
  @Test
  void whatIsNotWatchedHasNoOrigins() {
    Rig rig = new Rig();
    TinyThread thread = rig.thread(0, 0);
    long[] address = new long[WIDTH];
    address[0] = Rig.BASE;
    WarpAccess load = WarpAccess.of(RigOperations.load(DataType.B32), 0, 1, address);
    thread.store(Rig.BASE, 7);
    thread.issue(load);
    rig.run();
    assertThat(load.result[0]).isEqualTo(7);
    assertThat(load.origins).isNull();
  }

  /** Updates of two threads that a unit's buffer combines are one write with two parts. */
  @Test
  void mergedUpdatesKeepTheirParts() {
    RandomRun run = new RandomRun("phi", 1);
    MemoryOperation update =
        RigOperations.reduce(AtomicOp.ADD, DataType.U32, Order.WEAK, Scope.GPU)
            .withCommutative(true);
    TinyThread writer = run.rig.thread(0, 0);
    run.issue(writer, 0, update, Rig.BASE, 3);
    run.issue(writer, 0, update, Rig.BASE, 4);
    writer.store(Rig.BASE + 1024, 1, Order.RELEASE, Scope.GPU);
    TinyThread reader = run.rig.thread(1, 0);
    reader.awaitEqual(Rig.BASE + 1024, 1, Order.ACQUIRE, Scope.GPU);
    run.issue(reader, 0, RigOperations.load(DataType.B32, Order.ACQUIRE, Scope.GPU), Rig.BASE, 0);
    run.rig.run();
    WarpAccess read = run.reads.getFirst();
    assertThat(read.result[0]).isEqualTo(7);
    assertThat(Objects.requireNonNull(read.origins).found(0, 0, 0))
        .isInstanceOfSatisfying(
            MergedOrigin.class,
            merged -> {
              assertThat(((Left) Objects.requireNonNull(merged.earlier())).value).isEqualTo(3);
              assertThat(((Left) merged.last()).value).isEqualTo(4);
            });
  }
}
