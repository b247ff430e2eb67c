package dev.syncopate.memory.mechanism.hlrc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.area.Structure;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is done in the cases of srsp Tables A2 and A3, by what is counted meanwhile. */
class HlrcTablesTest {
  /** An atomic's line. */
  private static final long X = Rig.BASE;

  /** Data in the lock's line. */
  private static final long BESIDE = X + 64;

  /** Data in another line and set. */
  private static final long D = Rig.BASE + 128;

  /**
   * Lines of X's set in the L1 of {@link RigConfigs#tiny}, and of its L2 bank, are so far apart.
   */
  private static final long SET = 1024;

  private static final String FLUSHES = "sync.flushes";
  private static final String INVALIDATIONS = "sync.invalidations";
  private static final String REGISTRATIONS = "hlrc.registrations";
  private static final String TRANSFERS = "hlrc.transfers";
  private static final String LOCAL = "hlrc.local";
  private static final List<String> COUNTED =
      List.of(
          FLUSHES,
          INVALIDATIONS,
          REGISTRATIONS,
          TRANSFERS,
          LOCAL,
          "hlrc.l1Evictions",
          "hlrc.l2Evictions",
          "hlrc.once",
          "hlrc.updates");

  /** A registration at the L2, and one in a remote L1. */
  private static final Map<String, Long> FROM_L2 = Map.of(REGISTRATIONS, 1L, INVALIDATIONS, 1L);

  private static final Map<String, Long> FROM_REMOTE =
      Map.of(REGISTRATIONS, 1L, INVALIDATIONS, 1L, TRANSFERS, 1L, FLUSHES, 1L);

  private MemoryConfig config = RigConfigs.tiny();

  /** Loaded over and over to let time pass. */
  private static final long WAIT = Rig.BASE + 384;

  enum Access {
    LOAD {
      @Override
      void on(TinyThread thread, Scope scope) {
        thread.load(X, Order.ACQUIRE, scope);
      }
    },
    STORE {
      @Override
      void on(TinyThread thread, Scope scope) {
        thread.store(X, 1, Order.RELEASE, scope);
      }
    },
    ATOMIC {
      @Override
      void on(TinyThread thread, Scope scope) {
        thread.add(X, 1, Order.ACQ_REL, scope);
      }
    };

    abstract void on(TinyThread thread, Scope scope);
  }

  /** What a tile does. */
  private record Phase(int tile, Consumer<TinyThread> program) {}

  /** A warp for each phase; each has begun long after the one before has ended. */
  private Rig run(List<Phase> phases) {
    Rig rig = new Rig(config, new HlrcProtocol(), ConsistencyModel.HRF, 1);
    for (int i = 0; i < phases.size(); i++) {
      TinyThread thread = rig.thread(phases.get(i).tile, i);
      for (int wait = 0; wait < 500 * i; wait++) {
        thread.load(WAIT);
        thread.join();
      }
      phases.get(i).program.accept(thread);
    }
    rig.run();
    return rig;
  }

  /** What the last phase adds to what is counted. */
  private Map<String, Long> counted(Phase... phases) {
    List<Phase> phaseList = List.of(phases);
    Rig shorterRun = run(phaseList.subList(0, phaseList.size() - 1));
    Rig fullRun = run(phaseList);
    Map<String, Long> added = new TreeMap<>();
    for (String name : COUNTED) {
      long difference = fullRun.count(name) - shorterRun.count(name);
      if (difference != 0) {
        added.put(name, difference);
      }
    }
    return added;
  }

  @ParameterizedTest
  @EnumSource
  void whereTheRegistrationIsDecidesWhatIsDone(Access access) {
    for (Scope scope : Scope.values()) {
      Phase localPhase = new Phase(0, thread -> access.on(thread, scope));
      Phase elsewhere = new Phase(1, thread -> access.on(thread, scope));
      assertThat(counted(localPhase)).as("at the L2").isEqualTo(FROM_L2);
      assertThat(counted(localPhase, localPhase))
          .as("in the local L1")
          .isEqualTo(Map.of(LOCAL, 1L));
      assertThat(counted(localPhase, localPhase, elsewhere))
          .as("in a remote L1")
          .isEqualTo(FROM_REMOTE);
    }
  }

  private static void takeX(TinyThread thread) {
    thread.add(X, 1, Order.RELAXED, Scope.GPU);
  }

  private static final Phase TAKE = new Phase(0, HlrcTablesTest::takeX);
  private static final Phase TAKE_ELSEWHERE = new Phase(1, HlrcTablesTest::takeX);
  private static final Phase TAKE_AND_WRITE =
      new Phase(
          0,
          thread -> {
            takeX(thread);
            thread.store(D, 7);
          });

  /** A load of D by a third tile in the last phase: what the L2 has. */
  private long seen(Phase... phases) {
    Register[] loaded = new Register[1];
    List<Phase> phaseList = new ArrayList<>(List.of(phases));
    phaseList.add(new Phase(2, thread -> loaded[0] = thread.load(D)));
    run(phaseList);
    return loaded[0].value();
  }

  /** Every dirty line goes, for the flag that another may read at the L2 from then on. */
  @Test
  void evictingARegisteredLineFromTheL1FlushesThat() {
    config = RigConfigs.with(config, "l2.size=64KiB"); // it keeps the line
    Phase evict =
        new Phase(
            0,
            thread -> {
              thread.load(X + SET);
              thread.join();
              thread.load(X + 2 * SET);
            });
    assertThat(counted(TAKE_AND_WRITE, evict))
        .isEqualTo(Map.of("hlrc.l1Evictions", 1L, FLUSHES, 1L));
    assertThat(seen(TAKE_AND_WRITE)).isZero();
    assertThat(seen(TAKE_AND_WRITE, evict)).isEqualTo(7);
    assertThat(counted(TAKE_AND_WRITE, evict, TAKE_ELSEWHERE)).isEqualTo(FROM_L2);
  }

  @Test
  void evictingARegisteredLineFromTheL2FlushesItsHolder() {
    Phase evict =
        new Phase(
            1,
            thread -> {
              for (int line = 1; line < 4; line++) {
                thread.load(X + SET * line);
                thread.join();
              }
            });
    assertThat(counted(TAKE_AND_WRITE, evict))
        .isEqualTo(Map.of("hlrc.l2Evictions", 1L, FLUSHES, 1L));
    assertThat(seen(TAKE_AND_WRITE, evict)).isEqualTo(7);
    assertThat(counted(TAKE_AND_WRITE, evict, TAKE_ELSEWHERE)).isEqualTo(FROM_L2);
  }

  @Test
  void dataBesideAnAtomicIsLoadedAtTheL2AndNotKept() {
    Phase load = new Phase(1, thread -> thread.load(BESIDE));
    assertThat(counted(TAKE, load)).isEqualTo(Map.of("hlrc.once", 1L));
    assertThat(counted(TAKE, load, load)).isEqualTo(Map.of("hlrc.once", 1L));
    assertThat(counted(TAKE, load, load, TAKE)).isEqualTo(Map.of(LOCAL, 1L));
  }

  @Test
  void dataBesideAnAtomicIsStoredAtTheL2AndItsHolderHasIt() {
    Phase store =
        new Phase(
            1,
            thread -> {
              thread.store(BESIDE, 9);
              thread.fence(Order.SC, Scope.GPU);
            });
    assertThat(counted(TAKE, store))
        .isEqualTo(Map.of("hlrc.updates", 1L, FLUSHES, 1L, INVALIDATIONS, 1L));
    Register[] loaded = new Register[1];
    Phase load = new Phase(0, thread -> loaded[0] = thread.load(BESIDE));
    assertThat(counted(TAKE, store, load)).isEmpty();
    assertThat(loaded[0].value()).isEqualTo(9);
    assertThat(counted(TAKE, store, TAKE)).isEqualTo(Map.of(LOCAL, 1L));
  }

  /** Another atomic of the line finds the registration where the first one has brought it. */
  @Test
  void anAtomicBesideAnAtomicIsAsTheSame() {
    Consumer<TinyThread> beside = thread -> thread.add(BESIDE, 1, Order.RELAXED, Scope.GPU);
    assertThat(counted(TAKE, new Phase(0, beside))).isEqualTo(Map.of(LOCAL, 1L));
    assertThat(counted(TAKE, new Phase(1, beside))).isEqualTo(FROM_REMOTE);
  }

  /** A registration outlives its kernel, and what the host writes is there for the next. */
  @Test
  void theHostWritesWhereALineIsRegistered() {
    Rig rig = run(List.of(TAKE));
    assertThat(rig.word(X)).isEqualTo(1);
    rig.word(X, 5);
    assertThat(rig.memory.idle()).isTrue();
    byte[] copy = new byte[4];
    rig.read(X, copy);
    assertThat(copy[0]).isEqualTo((byte) 5);
  }

  @Test
  void aBankKeepsAHolderForEachLineAndAnL1ABit() {
    int units = config.computeUnits();
    List<Structure> structures = new HlrcProtocol().structures(config);
    assertThat(structures.get(0).each()).isEqualTo(2048 / 128);
    assertThat(structures.get(1).each())
        .isEqualTo(2048 / 2 / 128 * (long) Structure.bitsOf(units + 1L));
  }
}
