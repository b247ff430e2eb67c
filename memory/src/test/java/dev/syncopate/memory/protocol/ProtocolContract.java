package dev.syncopate.memory.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.coverage.CoverageProtocol;
import dev.syncopate.memory.coverage.RowExplanations;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Outcomes;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TestBed;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import dev.syncopate.memory.stress.Tester;
import dev.syncopate.memory.stress.Tester.Programs;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every protocol must do, under every consistency model. A new protocol's test extends this
 * class (docs/develop/adding-a-protocol.md). X, Y and L are in different lines and banks and start
 * at 0.
 */
public abstract class ProtocolContract {
  protected static final long X = Rig.BASE;
  protected static final long Y = Rig.BASE + 128;
  protected static final long L = Rig.BASE + 256;
  protected static final int RUNS = 40;

  /**
   * Number of programs whose transitions are counted in one batch, and of programs on few words in
   * addition. Batches are run until every reachable listed transition has happened, within a
   * minimum and a maximum number of batches.
   */
  private static final int ROUND = 10;

  private static final int FEW_WORDS = 4;
  private static final int LEAST_ROUNDS = 3;
  private static final int MOST_ROUNDS = 20;

  /** The protocol under test. */
  protected abstract Protocol protocol();

  /** Whether it has remote instructions: random programs use them then. */
  protected abstract boolean promotes();

  /** The random programs, for three tiles. */
  protected Programs programs(int threads) {
    return new Programs(1, 3, threads, promotes());
  }

  /** Seed of the first program of those in which every listed transition is to happen. */
  protected long firstOfTransitions() {
    return 17_000;
  }

  /**
   * What a thread sees of a flag that another tile sets at the scope of a CTA: nothing, where such
   * a flag stays in its L1.
   */
  protected Set<String> seenAcrossTiles() {
    return Set.of("0");
  }

  /** A program's outcomes in many orders of events, as the values of its registers in order. */
  protected final Set<String> outcomes(
      ConsistencyModel model, BiConsumer<TestBed, List<Register>> program) {
    return Outcomes.of(protocol(), model, oneOf() == 1 ? RUNS : RUNS / 2, program);
  }

  /** A machine that picks any enabled event next, by a seed. */
  protected final LooseMachine loose(MemoryConfig config, ConsistencyModel model, long seed) {
    return new LooseMachine(config, protocol(), model, new SplittableRandom(seed), 3_000_000);
  }

  private static boolean meet(ConsistencyModel model, Scope scope, int otherTile) {
    return model != ConsistencyModel.HRF || scope != Scope.CTA || otherTile == 0;
  }

  @ParameterizedTest
  @EnumSource
  void messagesPassAtEveryScopeThatTheTwoShare(ConsistencyModel model) {
    for (Scope scope : Scope.values()) {
      for (int tile = 0; tile < 2; tile++) {
        int readerTile = tile;
        Set<String> outcomes =
            outcomes(
                model,
                (bed, registers) -> {
                  TinyThread writer = bed.thread(0, 0);
                  TinyThread reader = bed.thread(readerTile, 1);
                  reader.load(X);
                  writer.store(X, 1);
                  writer.store(Y, 1, Order.RELEASE, scope);
                  if (meet(model, scope, readerTile)) {
                    reader.awaitEqual(Y, 1, Order.ACQUIRE, scope);
                    registers.add(reader.load(X));
                  } else {
                    registers.add(reader.load(Y, Order.ACQUIRE, scope));
                  }
                });
        assertThat(outcomes)
            .as("%s at %s, reader on tile %d", model, scope, tile)
            .isEqualTo(meet(model, scope, tile) ? Set.of("1") : seenAcrossTiles());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void fencesPassMessagesOfRelaxedFlags(ConsistencyModel model) {
    for (Scope scope : Scope.values()) {
      for (int tile = 0; tile < 2; tile++) {
        int readerTile = tile;
        if (!meet(model, scope, tile)) {
          continue;
        }
        assertThat(
                outcomes(
                    model,
                    (bed, registers) -> {
                      TinyThread writer = bed.thread(0, 0);
                      TinyThread reader = bed.thread(readerTile, 1);
                      reader.load(X);
                      writer.store(X, 1);
                      writer.fence(Order.RELEASE, scope);
                      writer.store(Y, 1, Order.RELAXED, scope);
                      reader.awaitEqual(Y, 1, Order.RELAXED, scope);
                      reader.fence(Order.ACQUIRE, scope);
                      registers.add(reader.load(X));
                    }))
            .as("%s at %s, reader on tile %d", model, scope, tile)
            .containsExactly("1");
      }
    }
  }

  /** Each thread adds to X under the lock without atomics; threads are on tiles in turn. */
  @ParameterizedTest
  @EnumSource
  void aLockIsHandedOver(ConsistencyModel model) {
    for (Scope scope : Scope.values()) {
      int tiles = scope == Scope.CTA ? 1 : 3;
      for (int seed = 0; seed < 40; seed++) {
        LooseMachine machine = loose(RigConfigs.tiny(), model, seed);
        for (int i = 0; i < 6; i++) {
          TinyThread thread = machine.thread(i % tiles, i / tiles);
          for (int turn = 0; turn < 3; turn++) {
            thread.lock(L, scope);
            increment(thread, X);
            thread.unlock(L, scope);
          }
        }
        machine.run();
        assertThat(machine.word(X)).as("%s at %s, seed %d", model, scope, seed).isEqualTo(18);
      }
    }
  }

  /** A load, and a store of one more: wrong if another thread does the same meanwhile. */
  protected static void increment(TinyThread thread, long word) {
    Register oldValue = thread.load(word);
    thread.join();
    thread.storeLater(word, () -> oldValue.value() + 1);
  }

  @ParameterizedTest
  @EnumSource
  void atomicsGiveEachTicketOnceInEveryOrder(ConsistencyModel model) {
    for (Scope scope : Scope.values()) {
      int tiles = scope == Scope.CTA ? 1 : 4;
      for (int seed = 0; seed < 5 * ATOMIC_ORDERS.size(); seed++) {
        Order order = ATOMIC_ORDERS.get(seed % ATOMIC_ORDERS.size());
        LooseMachine machine = loose(RigConfigs.tiny(), model, seed);
        List<Register> tickets = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
          tickets.add(machine.thread(i % tiles, i / tiles % 2).add(X, 1, order, scope));
        }
        machine.run();
        assertThat(values(tickets)).as("%s %s %s", model, order, scope).hasSize(24);
        assertThat(machine.word(X)).isEqualTo(24);
      }
    }
  }

  /** An exchange of 128 bits reads both halves of one other thread's write; so does a swap. */
  @ParameterizedTest
  @EnumSource
  void wordsOf128BitsAreSwappedAsAWhole(ConsistencyModel model) {
    for (Scope scope : Scope.values()) {
      int tiles = scope == Scope.CTA ? 1 : 3;
      for (int seed = 0; seed < 2 * ATOMIC_ORDERS.size(); seed++) {
        Order order = ATOMIC_ORDERS.get(seed % ATOMIC_ORDERS.size());
        LooseMachine machine = loose(RigConfigs.tiny(), model, seed);
        List<Register> exchanged = new ArrayList<>();
        List<Register> swapped = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
          int warp = i / tiles % 2;
          TinyThread thread = machine.thread(i % tiles, warp);
          exchanged.add(thread.issue(pair(AtomicOp.EXCH, order, scope, warp, X + 16, i + 1)));
          swapped.add(thread.issue(pair(AtomicOp.CAS, order, scope, warp, Y + 48, i + 1)));
        }
        machine.run();
        String context = "%s %s %s, seed %d".formatted(model, order, scope, seed);
        assertThat(exchanged.stream().map(ProtocolContract::pair).toList())
            .as("exchanged, %s", context)
            .doesNotHaveDuplicates()
            .contains(0L)
            .allMatch(value -> value >= 0 && value <= 12);
        assertThat(swapped.stream().map(ProtocolContract::pair).distinct().toList())
            .as("swapped, %s", context)
            .hasSize(2)
            .contains(0L);
      }
    }
  }

  /** An operation that leaves a number in one half and another one, made of it, in the other. */
  private static WarpAccess pair(
      AtomicOp operation, Order order, Scope scope, int warp, long address, long number) {
    long[] zeros = new long[64];
    long[] operand = new long[64];
    operand[0] = number;
    operand[32] = -number;
    long[] addresses = new long[32];
    addresses[0] = address;
    boolean compares = operation == AtomicOp.CAS;
    return WarpAccess.of(
        RigOperations.atomic(operation, DataType.B64, order, scope).withElements(2),
        warp,
        1,
        addresses,
        compares ? zeros : operand,
        compares ? operand : WarpAccess.NO_VALUES);
  }

  /** The number whose halves an operation has returned; -1 if they do not belong together. */
  private static long pair(Register register) {
    return register.value(32) == -register.value() ? register.value() : -1;
  }

  /** Orders an atomic may name. */
  protected static final List<Order> ATOMIC_ORDERS =
      List.of(Order.RELAXED, Order.ACQUIRE, Order.RELEASE, Order.ACQ_REL, Order.SC);

  protected static Set<Long> values(List<Register> registers) {
    Set<Long> values = new HashSet<>();
    registers.forEach(register -> values.add(register.value()));
    return values;
  }

  /**
   * One of so many random programs is run, and half of the orders of events are tried: more than 1
   * for a protocol that differs little from one with a separate contract test.
   */
  protected int oneOf() {
    return 1;
  }

  private void check(
      LongFunction<? extends TestBed> machine, int threads, long seed, int programs) {
    int programCount = Math.max(1, programs / oneOf());
    assertThat(Tester.firstFailure(machine, programs(threads), seed, programCount))
        .as("a failing program")
        .isEmpty();
  }

  private LongFunction<Rig> timed(MemoryConfig config, ConsistencyModel model) {
    return seed -> new Rig(config, protocol(), model, 1).limit(20_000_000);
  }

  @ParameterizedTest
  @EnumSource
  void everyLoadIsRightOnTinyCaches(ConsistencyModel model) {
    check(timed(RigConfigs.tiny(), model), 3, 11_000, 30);
  }

  @ParameterizedTest
  @EnumSource
  void everyLoadIsRightWithShortLines(ConsistencyModel model) {
    check(timed(RigConfigs.tinyLines(), model), 2, 12_000, 30);
  }

  @ParameterizedTest
  @EnumSource
  void everyLoadIsRightWithRoom(ConsistencyModel model) {
    check(timed(RigConfigs.roomy(), model), 4, 13_000, 30);
  }

  @ParameterizedTest
  @EnumSource
  void everyLoadIsRightWithOneOfEverything(ConsistencyModel model) {
    check(timed(RigConfigs.ones(), model), 2, 14_000, 20);
  }

  /** Not even when messages take any time they like. */
  @ParameterizedTest
  @EnumSource
  void everyLoadIsRightWhateverTheOrderOfEvents(ConsistencyModel model) {
    boolean scopes = model == ConsistencyModel.HRF;
    check(seed -> loose(RigConfigs.tiny(), model, seed), 2, 15_000, scopes ? 80 : 20);
    check(seed -> loose(RigConfigs.ones(), model, seed), 2, 16_000, scopes ? 20 : 10);
  }

  @Test
  void everyListedTransitionHappensOrIsAccountedFor(TestReporter reporter) {
    CoverageProtocol recording = new CoverageProtocol(protocol());
    RowExplanations explanations = RowExplanations.of(protocol(), ConsistencyModel.HRF);
    int rounds = 0;
    while (rounds < LEAST_ROUNDS
        || (rounds < MOST_ROUNDS && !explanations.unexplained(recording.transitions()).isEmpty())) {
      long first = firstOfTransitions() + (long) ROUND * rounds;
      for (long seed = first; seed < first + ROUND; seed++) {
        MemoryConfig config = seed % 2 == 0 ? RigConfigs.tiny() : RigConfigs.ones();
        record(recording, config, programs(3), seed, 1);
      }
      long ofFew = 17_000 + (long) FEW_WORDS * rounds;
      record(recording, RigConfigs.fewLines(), programs(3).ofFewWords(), ofFew, FEW_WORDS);
      rounds++;
    }
    SortedMap<String, Long> counts = recording.transitions();
    reporter.publishEntry(
        protocol().name() + " transitions in " + rounds + " rounds", counts.toString());
    assertThat(explanations.unexplained(counts))
        .as("never happened, without an explanation")
        .isEmpty();
    assertThat(explanations.refuted(counts)).as("cannot happen, and did").isEmpty();
  }

  private static void record(
      CoverageProtocol recording, MemoryConfig config, Programs kind, long seed, int programs) {
    assertThat(
            Tester.firstFailure(
                s ->
                    new LooseMachine(
                        config,
                        recording,
                        ConsistencyModel.HRF,
                        new SplittableRandom(s),
                        3_000_000),
                kind,
                seed,
                programs))
        .isEmpty();
  }
}
