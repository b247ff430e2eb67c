package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.Outcomes;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TestBed;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Small programs of an owner on tile 0 and an outsider on tile 1 in which the last load must give
 * 1. Lines are {@code line(0)}, {@code line(1)}, …, which start at 0, in the banks in turn.
 */
@SuppressWarnings("ImmutableEnumChecker") // the programs are functions without state
public enum PromotionLitmus {
  /** The owner's store is on its way when its flag is. */
  A_RELEASE_IS_PROMOTED((bed, registers) -> {
    TinyThread owner = bed.thread(0, 0);
    owner.store(line(0), 1);
    owner.store(line(1), 1, Order.RELEASE, Scope.CTA);
    registers.add(afterRemoteAcquire(bed, line(1), 1, line(0)));
  }),
  /** A fence made the relaxed store a release. */
  A_RELEASE_BY_FENCE_IS_PROMOTED((bed, registers) -> {
    TinyThread owner = bed.thread(0, 0);
    owner.store(line(0), 1);
    owner.fence(Order.RELEASE, Scope.CTA);
    owner.store(line(1), 1, Order.RELAXED, Scope.CTA);
    registers.add(afterRemoteAcquire(bed, line(1), 1, line(0)));
  }),
  /** What lies between two releases of one line goes with the second. */
  THE_LAST_RELEASE_OF_A_LINE_IS_PROMOTED((bed, registers) -> {
    TinyThread owner = bed.thread(0, 0);
    owner.store(line(1), 1, Order.RELEASE, Scope.CTA);
    owner.store(line(0), 1);
    owner.store(line(1), 2, Order.RELEASE, Scope.CTA);
    registers.add(afterRemoteAcquire(bed, line(1), 2, line(0)));
  }),
  /** So many stores follow that the release has left the sFIFO before it is asked for. */
  A_RELEASE_THAT_HAS_LEFT_IS_PROMOTED((bed, registers) -> {
    TinyThread owner = bed.thread(0, 0);
    owner.store(line(0), 1);
    owner.store(line(1), 1, Order.RELEASE, Scope.CTA);
    for (int i = 2; i < 8; i++) {
      owner.store(line(i), 1);
    }
    registers.add(afterRemoteAcquire(bed, line(1), 1, line(0)));
  }),
  /** More lines are released remotely than a PA-TBL holds. */
  MORE_REMOTE_RELEASES_THAN_A_TABLE_HOLDS((bed, registers) -> {
    TinyThread owner = bed.thread(0, 0);
    TinyThread outsider = bed.thread(1, 0);
    owner.load(line(0));
    owner.join();
    outsider.store(line(0), 1);
    for (int i = 3; i < 8; i++) {
      MemoryOperation release = RigOperations.store(DataType.B32, Order.RELEASE, Scope.GPU);
      outsider.access(RigOperations.remote(release), line(i), 1, 0);
    }
    owner.awaitEqual(line(5), 1, Order.ACQUIRE, Scope.CTA);
    registers.add(owner.load(line(0)));
  });

  private final BiConsumer<TestBed, List<Register>> program;

  PromotionLitmus(BiConsumer<TestBed, List<Register>> program) {
    this.program = program;
  }

  private static long line(int number) {
    return Rig.BASE + 128L * number;
  }

  private static Register afterRemoteAcquire(TestBed bed, long flag, long value, long data) {
    TinyThread outsider = bed.thread(1, 0);
    MemoryOperation acquire =
        RigOperations.remote(RigOperations.load(DataType.B32, Order.ACQUIRE, Scope.GPU));
    outsider.load(data);
    outsider.until(acquire, flag, 0, 0, loaded -> loaded == value);
    return outsider.load(data);
  }

  /** What the last load gives, in some orders of events. */
  public Set<String> outcomes(Protocol protocol, ConsistencyModel model, int runs) {
    return Outcomes.of(protocol, model, runs, program);
  }
}
