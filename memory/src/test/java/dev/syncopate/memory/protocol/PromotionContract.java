package dev.syncopate.memory.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.promotion.PromotionLitmus;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Further contract of every protocol with remote instructions. The <em>owner</em> runs on tile 0
 * and synchronises at CTA scope; <em>outsiders</em> use remote instructions, on other tiles and on
 * the owner's.
 */
public abstract class PromotionContract extends ProtocolContract {
  @Override
  protected boolean promotes() {
    return true;
  }

  private static final List<Scope> TARGETS = List.of(Scope.GPU, Scope.SYS);

  private static MemoryOperation remoteAdd(Order order, Scope scope) {
    return RigOperations.remote(RigOperations.atomic(AtomicOp.ADD, DataType.U32, order, scope));
  }

  private static MemoryOperation remoteCas(Order order) {
    return RigOperations.remote(RigOperations.atomic(AtomicOp.CAS, DataType.B32, order, Scope.GPU));
  }

  /** Every remote instruction that acquires; on an atomic's zero operand Y stays as it is. */
  private static List<MemoryOperation> acquires() {
    return TARGETS.stream()
        .flatMap(scope ->
            Stream.concat(
                Stream.of(Order.ACQUIRE, Order.SC)
                    .map(order ->
                        RigOperations.remote(RigOperations.load(DataType.B32, order, scope))),
                ATOMIC_ORDERS.stream().map(order -> remoteAdd(order, scope))))
        .toList();
  }

  /** Every remote instruction that releases; each makes Y 1 that was 0. */
  private static List<MemoryOperation> releases() {
    return TARGETS.stream()
        .flatMap(scope ->
            Stream.concat(
                Stream.of(Order.RELEASE, Order.SC)
                    .map(order ->
                        RigOperations.remote(RigOperations.store(DataType.B32, order, scope))),
                ATOMIC_ORDERS.stream().map(order -> remoteAdd(order, scope))))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void aRemoteAcquirePromotesTheOwnersRelease(ConsistencyModel model) {
    for (MemoryOperation acquire : acquires()) {
      for (int tile = 0; tile < 2; tile++) {
        int outsiderTile = tile;
        for (boolean fence : new boolean[] {false, true}) {
          assertThat(
                  outcomes(
                      model,
                      (bed, registers) -> {
                        TinyThread owner = bed.thread(0, 0);
                        TinyThread outsider = bed.thread(outsiderTile, 1);
                        outsider.load(X);
                        owner.store(X, 1);
                        if (fence) {
                          owner.fence(Order.RELEASE, Scope.CTA);
                        }
                        owner.store(Y, 1, fence ? Order.RELAXED : Order.RELEASE, Scope.CTA);
                        outsider.until(acquire, Y, 0, 0, value -> value == 1);
                        registers.add(outsider.load(X));
                      }))
              .as("%s on tile %d, owner's fence: %s", acquire, tile, fence)
              .containsExactly("1");
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void smallProgramsEndAsTheyMust(PromotionLitmus litmus) {
    for (ConsistencyModel model : ConsistencyModel.values()) {
      assertThat(litmus.outcomes(protocol(), model, 200)).as("%s", model).containsExactly("1");
    }
  }

  private static final List<MemoryOperation> OWNERS_ACQUIRES =
      List.of(
          RigOperations.load(DataType.B32, Order.ACQUIRE, Scope.CTA),
          RigOperations.load(DataType.B32, Order.SC, Scope.CTA),
          RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.ACQUIRE, Scope.CTA),
          RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.ACQ_REL, Scope.CTA),
          RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.SC, Scope.CTA),
          RigOperations.load(DataType.B32, Order.RELAXED, Scope.CTA));

  /** The last of the owner's acquires is a relaxed load and a fence. */
  @ParameterizedTest
  @EnumSource
  void aRemoteReleasePromotesTheOwnersNextAcquire(ConsistencyModel model) {
    for (MemoryOperation release : releases()) {
      for (MemoryOperation acquire : OWNERS_ACQUIRES) {
        for (int tile = 0; tile < 2; tile++) {
          int outsiderTile = tile;
          assertThat(
                  outcomes(
                      model,
                      (bed, registers) -> {
                        TinyThread owner = bed.thread(0, 0);
                        TinyThread outsider = bed.thread(outsiderTile, 1);
                        owner.load(X);
                        outsider.store(X, 1);
                        outsider.access(release, Y, 1, 0);
                        owner.until(acquire, Y, 0, 0, value -> value == 1);
                        if (acquire.order() == Order.RELAXED) {
                          owner.fence(Order.ACQUIRE, Scope.CTA);
                        }
                        registers.add(owner.load(X));
                      }))
              .as("%s on tile %d, then %s", release, tile, acquire)
              .containsExactly("1");
        }
      }
    }
  }

  /** Owners and outsiders on all tiles add to X without atomics, under one lock. */
  @ParameterizedTest
  @EnumSource
  void aLockIsHandedOverBetweenOwnersAndOutsiders(ConsistencyModel model) {
    for (int seed = 0; seed < 60; seed++) {
      LooseMachine machine = loose(RigConfigs.tiny(), model, seed);
      for (int i = 0; i < 6; i++) {
        boolean owns = i < 3;
        TinyThread thread = machine.thread(owns ? 0 : i - 3, owns ? i : 4);
        for (int turn = 0; turn < 3; turn++) {
          if (owns) {
            thread.lock(L, Scope.CTA);
            increment(thread, X);
            thread.unlock(L, Scope.CTA);
          } else {
            thread.lockRemotely(L, ATOMIC_ORDERS.get((seed + i) % 5), Scope.GPU, seed % 3 == 0);
            increment(thread, X);
            thread.unlockRemotely(L, Scope.GPU, (seed + i) % 2 == 0);
          }
        }
      }
      machine.run();
      assertThat(machine.word(X)).as("%s, seed %d", model, seed).isEqualTo(18);
    }
  }

  /**
   * The owner spins on a lock that an outsider holds: each failed compare-and-swap writes the old
   * value into the owner's L1, which must not overwrite the outsider's store. With the text's
   * remote store (srsp Table A1) the unlocking is lost, and the owner spins forever.
   */
  @ParameterizedTest
  @EnumSource
  void anUnlockByARemoteStoreIsNotLost(ConsistencyModel model) {
    for (int seed = 0; seed < RUNS; seed++) {
      LooseMachine machine = loose(RigConfigs.tiny(), model, seed);
      machine.word(L, 1);
      TinyThread owner = machine.thread(0, 0);
      TinyThread outsider = machine.thread(1, 0);
      outsider.store(X, 7);
      outsider.unlockRemotely(L, Scope.GPU, false);
      owner.lock(L, Scope.CTA);
      Register loaded = owner.load(X);
      machine.run();
      assertThat(loaded.value()).as("%s, seed %d", model, seed).isEqualTo(7);
    }
  }

  /**
   * A queue of tasks: the owner pushes at the tail and takes its own at CTA scope; thieves on every
   * tile take remotely. Each task is taken once, by one who sees its contents.
   */
  @ParameterizedTest
  @EnumSource
  void everyTaskIsTakenOnceByOwnerOrThief(ConsistencyModel model) {
    int tasks = 8;
    for (int seed = 0; seed < 60; seed++) {
      Order order = ATOMIC_ORDERS.get(seed % 5);
      LooseMachine machine = loose(RigConfigs.tiny(), model, seed);
      List<Register> claims = new ArrayList<>();
      List<Register> contents = new ArrayList<>();
      TinyThread owner = machine.thread(0, 0);
      for (int task = 0; task < tasks; task++) {
        owner.store(X + 4L * task, 100 + task);
        owner.store(Y, task + 1, Order.RELEASE, Scope.CTA);
      }
      for (int taker = 0; taker < tasks; taker++) {
        boolean owns = taker % 4 == 0;
        int tile = owns ? 0 : taker % 3;
        TinyThread thread = machine.thread(tile, 1 + taker % 7);
        if (owns) {
          thread.awaitEqual(Y, tasks, Order.ACQUIRE, Scope.CTA);
          claims.add(thread.add(L, 1, Order.ACQ_REL, Scope.CTA));
        } else {
          MemoryOperation look =
              RigOperations.remote(RigOperations.load(DataType.B32, Order.ACQUIRE, Scope.GPU));
          thread.until(look, Y, 0, 0, tail -> tail == tasks);
          claims.add(thread.access(remoteAdd(order, Scope.GPU), L, 1, 0));
        }
        contents.add(thread.load(X + 4L * taker));
      }
      machine.run();
      assertThat(values(claims)).as("%s, seed %d", model, seed).hasSize(tasks);
      for (int task = 0; task < tasks; task++) {
        assertThat(contents.get(task).value()).isEqualTo(100 + task);
      }
    }
  }

  /** Two lines of four words, of which every tile owns two; all add to all, without a pause. */
  @ParameterizedTest
  @EnumSource
  void manyRemoteOperationsAtOnceLoseNoUpdate(ConsistencyModel model) {
    for (int seed = 0; seed < 20; seed++) {
      LooseMachine machine =
          loose(seed % 2 == 0 ? RigConfigs.tiny() : RigConfigs.ones(), model, seed);
      int[] added = new int[8];
      for (int tile = 0; tile < 4; tile++) {
        for (int warp = 0; warp < 4; warp++) {
          TinyThread thread = machine.thread(tile, warp);
          for (int i = 0; i < 6; i++) {
            int word = (seed + tile + 3 * warp + 5 * i) % 8;
            long address = X + 128L * (word % 2) + 4L * word;
            if (word % 4 == tile) {
              thread.add(address, 1, ATOMIC_ORDERS.get((warp + i) % 5), Scope.CTA);
            } else {
              thread.access(remoteAdd(ATOMIC_ORDERS.get((tile + i) % 5), Scope.GPU), address, 1, 0);
            }
            added[word]++;
          }
        }
      }
      machine.run();
      for (int word = 0; word < 8; word++) {
        assertThat(machine.word(X + 128L * (word % 2) + 4L * word))
            .as("%s, seed %d, word %d", model, seed, word)
            .isEqualTo(added[word]);
      }
    }
  }

  /** Remote stores and loads of every order in the crowd as well, in time as on the machine. */
  @ParameterizedTest
  @EnumSource
  void anyMixtureOfRemoteOperationsEnds(ConsistencyModel model) {
    for (int seed = 0; seed < 10; seed++) {
      Rig rig =
          new Rig(seed % 2 == 0 ? RigConfigs.tiny() : RigConfigs.ones(), protocol(), model, 1);
      List<MemoryOperation> operations = new ArrayList<>(acquires());
      operations.addAll(releases());
      operations.add(RigOperations.store(DataType.B32, Order.RELEASE, Scope.CTA));
      operations.add(RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.ACQ_REL, Scope.CTA));
      operations.add(RigOperations.store(DataType.B32));
      for (int i = 0; i < 16; i++) {
        TinyThread thread = rig.thread(i % 4, i / 4);
        for (int j = 0; j < 15; j++) {
          int pick = (7 * seed + 11 * i + 13 * j) % operations.size();
          thread.access(operations.get(pick), X + 128L * ((i * j + seed) % 3), j, 0);
        }
      }
      rig.run();
      assertThat(rig.finished()).isTrue();
    }
  }

  /** Outsiders that never stop trying must not keep the owner from its lock forever. */
  @ParameterizedTest
  @EnumSource
  void remoteOperationsDoNotStarveTheOwner(ConsistencyModel model) {
    for (int seed = 0; seed < 30; seed++) {
      LooseMachine machine = loose(RigConfigs.tiny(), model, seed);
      machine.word(L, 1);
      TinyThread owner = machine.thread(0, 0);
      Register added = owner.add(X, 1, Order.ACQ_REL, Scope.CTA);
      owner.store(L, 0, Order.RELEASE, Scope.CTA);
      for (int tile = 1; tile < 4; tile++) {
        // spins on the very line of the owner's atomic until that is performed
        machine
            .thread(tile, 0)
            .until(remoteAdd(Order.ACQ_REL, Scope.GPU), X, 0, 0, value -> value == 1);
        machine.thread(tile, 1).until(remoteCas(Order.ACQUIRE), L, 0, 0, value -> value == 0);
      }
      machine.run();
      assertThat(added.value()).isZero();
    }
  }
}
