package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.stress.Tester;
import dev.syncopate.memory.stress.Tester.Programs;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Looks for a race-free program with remote operations that a protocol gets wrong. */
public final class WrongProtocols {
  /** Default starting point of a search. */
  public static final long FIRST_SEED = 30_000;

  private static final int BATCH = 100;
  private static final int BATCHES = 15;

  private WrongProtocols() {}

  /** Whether a small program goes wrong, or one among a few hundred random ones. */
  public static boolean found(Protocol protocol) {
    return found(protocol, FIRST_SEED);
  }

  /**
   * The same from another seed on. What few programs show need not be sought among all of them in
   * every build; where it is no longer found at once the search goes on.
   */
  public static boolean found(Protocol protocol, long firstSeed) {
    for (PromotionLitmus litmus : PromotionLitmus.values()) {
      if (wrong(litmus, protocol)) {
        return true;
      }
    }
    for (int batch = 0; batch < BATCHES; batch++) { // machines in turn: each shows other faults
      for (MemoryConfig config :
          List.of(RigConfigs.tiny(), RigConfigs.roomy(), RigConfigs.ones())) {
        if (Tester.fails(
            seed ->
                new LooseMachine(
                    config, protocol, ConsistencyModel.HRF, new SplittableRandom(seed), 400_000),
            new Programs(1, 3, 2, true),
            firstSeed + (long) BATCH * batch,
            BATCH)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean wrong(PromotionLitmus litmus, Protocol protocol) {
    try {
      return !litmus.outcomes(protocol, ConsistencyModel.HRF, 300).equals(Set.of("1"));
    } catch (IllegalStateException e) {
      return true; // it does not end
    }
  }
}
