package dev.syncopate.memory.system;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import java.util.SplittableRandom;

/** Some of everything, by whole warps: for what must show in cycles or counters. */
final class Mix {
  private static final MemoryOperation[] OPERATIONS = {
    RigOperations.load(DataType.B32),
    RigOperations.load(DataType.B32),
    RigOperations.store(DataType.B32),
    RigOperations.load(DataType.B64),
    RigOperations.reduce(AtomicOp.ADD, DataType.U32, Order.RELAXED, Scope.GPU),
    RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.RELAXED, Scope.GPU),
    RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.RELAXED, Scope.CTA),
    RigOperations.fence(Order.ACQ_REL, Scope.GPU)
  };

  private Mix() {}

  /** Gives threads of a machine something to do. */
  static void load(Rig rig, int tiles, int warps, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int tile = 0; tile < tiles; tile++) {
      for (int warp = 0; warp < warps; warp++) {
        TinyThread thread = rig.thread(tile, warp);
        crowd(thread);
        for (int i = 0; i < 40; i++) {
          thread.issue(access(random, warp, tile));
          if (random.nextInt(4) == 0) {
            thread.join();
          }
        }
      }
    }
  }

  /** All warps access the same two lines at once, one at the L1 and one at the L2. */
  private static void crowd(TinyThread thread) {
    for (int i = 0; i < 3; i++) {
      thread.load(Rig.BASE + 0x9100 + 4L * i, Order.RELAXED, Scope.GPU);
    }
    for (int i = 0; i < 3; i++) {
      thread.load(Rig.BASE + 0x9000 + 4L * i);
    }
    thread.join();
  }

  private static WarpAccess access(SplittableRandom random, int warp, int tile) {
    MemoryOperation operation = OPERATIONS[random.nextInt(OPERATIONS.length)];
    int bytes = operation.type().bytes();
    long[] address = new long[32];
    long[] operand = new long[32];
    boolean gather = random.nextInt(3) == 0;
    boolean shared = random.nextInt(3) == 0;
    long base =
        Rig.BASE
            + (operation.atomic() != null || shared ? 0 : 4096 * (1 + tile))
            + 512L * random.nextInt(16);
    for (int lane = 0; lane < 32; lane++) {
      address[lane] = base + (gather ? 16L * random.nextInt(32) : (long) bytes * lane);
      operand[lane] = random.nextInt(100);
    }
    boolean fence = operation.kind() == dev.syncopate.memory.access.AccessKind.FENCE;
    return WarpAccess.of(
        operation, warp, fence ? 0 : 0xffff_ffffL, address, operand, WarpAccess.NO_VALUES);
  }
}
