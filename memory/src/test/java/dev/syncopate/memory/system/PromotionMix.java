package dev.syncopate.memory.system;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import java.util.SplittableRandom;

/** Some of everything that promotion has to do with: for what must show in cycles or counters. */
final class PromotionMix {
  private static final MemoryOperation[] OPERATIONS = {
    RigOperations.load(DataType.B32),
    RigOperations.store(DataType.B32),
    RigOperations.load(DataType.B32, Order.ACQUIRE, Scope.CTA),
    RigOperations.store(DataType.B32, Order.RELEASE, Scope.CTA),
    RigOperations.store(DataType.B32, Order.RELEASE, Scope.CTA),
    RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.ACQ_REL, Scope.CTA),
    RigOperations.remote(RigOperations.load(DataType.B32, Order.ACQUIRE, Scope.GPU)),
    RigOperations.remote(RigOperations.store(DataType.B32, Order.RELEASE, Scope.GPU)),
    RigOperations.remote(
        RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.ACQ_REL, Scope.GPU)),
  };

  private PromotionMix() {}

  /** Gives threads of a machine something to do. */
  static void load(Rig rig, int tiles, int warps, int lines, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int tile = 0; tile < tiles; tile++) {
      for (int warp = 0; warp < warps; warp++) {
        TinyThread thread = rig.thread(tile, warp);
        for (int i = 0; i < 60; i++) {
          long address = Rig.BASE + 128L * random.nextInt(lines);
          thread.access(OPERATIONS[random.nextInt(OPERATIONS.length)], address, i, 0);
        }
      }
    }
  }
}
