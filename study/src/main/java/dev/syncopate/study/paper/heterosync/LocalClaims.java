package dev.syncopate.study.paper.heterosync;

import static dev.syncopate.study.paper.heterosync.Benchmark.FAM_L;
import static dev.syncopate.study.paper.heterosync.Benchmark.SLM_L;
import static dev.syncopate.study.paper.heterosync.Benchmark.SPMBO_L;
import static dev.syncopate.study.paper.heterosync.Benchmark.SPM_L;
import static dev.syncopate.study.paper.heterosync.Benchmark.SPSBO_L;
import static dev.syncopate.study.paper.heterosync.Benchmark.SPS_L;
import static dev.syncopate.study.paper.heterosync.Configuration.DD0;
import static dev.syncopate.study.paper.heterosync.Configuration.GD0;
import static dev.syncopate.study.paper.heterosync.Configuration.GH;

import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.heterosync.Benchmark.Kind;
import java.util.ArrayList;
import java.util.List;

/** What section V-A says of mutexes and semaphores. */
final class LocalClaims {
  private static final String MUTEXES = "§V-A, mutexes, fig. 2a-d";
  private static final String SEMAPHORES = "§V-A, semaphores, fig. 2e-f";

  /** Times that differ by less are similar; a gain up to this is slight. */
  private static final double SIMILAR = 0.1;

  private static final List<Configuration> LOCAL = List.of(GH, DD0);
  private static final List<Configuration> THREE = List.of(GD0, GH, DD0);
  private static final List<Benchmark> SEMAPHORE = List.of(SPS_L, SPSBO_L);

  private final Judge judge;
  private final Measured measured;

  LocalClaims(Judge judge) {
    this.judge = judge;
    measured = judge.measured();
  }

  void add() {
    mutexScaling();
    mutexOrder();
    mutexAlgorithms();
    semaphoreScaling();
    semaphoreOrder();
  }

  private void mutexScaling() {
    List<Case> local = new ArrayList<>();
    List<Case> gd0 = new ArrayList<>();
    List<Case> traffic = new ArrayList<>();
    for (Benchmark mutex : Benchmark.of(Kind.LOCAL_MUTEX)) {
      for (Configuration configuration : LOCAL) {
        local.add(
            Places.of(mutex, configuration, measured.growth(mutex, configuration, Measured.ALL)));
        traffic.add(
            Places.of(
                mutex,
                configuration,
                measured.messages(mutex, configuration, Measured.ALL)
                    / measured.messages(mutex, GD0, Measured.ALL)));
      }
      gd0.add(Places.of(mutex, GD0, measured.growth(mutex, GD0, Measured.ALL)));
    }
    judge.places(
        "local-mutex-perfect",
        MUTEXES,
        "With weak scaling, GH and DD0 provide near perfect scaling",
        "growth on 15 units at most 1.1",
        local,
        growth -> growth <= Judge.NEAR_PERFECT);
    judge.places(
        "local-mutex-gd0",
        MUTEXES,
        "GD0 suffers from increased contention and scales poorly",
        "growth on 15 units at least 1.5",
        gd0,
        growth -> growth >= Judge.POOR);
    judge.places(
        "local-mutex-why",
        MUTEXES,
        "GH and DD0 keep the data local and perform the atomics at the L1 cache; GD0 writes through"
            + " on releases, invalidates on acquires and performs atomics at the L2",
        "messages in the network on 15 units, over GD0's, at most a tenth",
        traffic,
        ratio -> ratio <= 0.1);
  }

  private void mutexOrder() {
    List<Case> ahead = new ArrayList<>();
    List<Case> slight = new ArrayList<>();
    List<Case> rises = new ArrayList<>();
    List<Case> contention = new ArrayList<>();
    for (Benchmark mutex : Benchmark.of(Kind.LOCAL_MUTEX)) {
      for (int units : Measured.MORE) {
        for (Configuration configuration : LOCAL) {
          ahead.add(
              Places.of(
                  mutex, configuration, units, measured.ratio(mutex, configuration, GD0, units)));
        }
        slight.add(Places.of(mutex, units, measured.ratio(mutex, GH, DD0, units)));
      }
      rises.add(Places.of(mutex, GD0, judge.rise(mutex, GD0)));
      contention.add(
          Places.of(mutex, GD0, blocked(mutex, Measured.ALL) / blocked(mutex, Measured.ONE)));
    }
    judge.places(
        "local-mutex-ahead",
        MUTEXES,
        "As the number of CUs increases, GH and DD0 clearly outperform GD0",
        "time over GD0's on 2 to 15 units at most 0.9",
        ahead,
        ratio -> ratio <= 1 - SIMILAR);
    judge.places(
        "local-mutex-gh-ahead",
        MUTEXES,
        "while GH slightly outperforms DD0",
        "GH's time over DD0's on 2 to 15 units is below 1, and at least 0.9",
        slight,
        ratio -> ratio < 1 && ratio >= 1 - SIMILAR);
    judge.places(
        "local-mutex-gd0-rises",
        MUTEXES,
        "As the number of CUs increases, GD0's execution time increases",
        Judge.RISES,
        rises,
        Judge::rises);
    judge.places(
        "local-mutex-gd0-contention",
        MUTEXES,
        "due to increased contention at the L2 for the atomic variables",
        "cycles from issue to completion of what blocks its warp, for each synchronising access, on"
            + " 15 units over those on one, at least 1.1",
        contention,
        ratio -> ratio >= 1.1);
  }

  private double blocked(Benchmark mutex, int units) {
    return measured.counter(mutex, GD0, units, "sync.blockedCycles")
        / measured.synchronising(mutex, GD0, units);
  }

  private void mutexAlgorithms() {
    List<Case> similar = new ArrayList<>();
    List<Case> longer = new ArrayList<>();
    for (Configuration configuration : THREE) {
      for (int units : Measured.UNITS) {
        double spm = measured.time(SPM_L, configuration, units);
        double spmbo = measured.time(SPMBO_L, configuration, units);
        double fam = measured.time(FAM_L, configuration, units);
        similar.add(
            new Case(
                configuration + " " + units,
                Math.max(Math.max(spm, spmbo), fam) / Math.min(Math.min(spm, spmbo), fam)));
        longer.add(
            new Case(
                configuration + " " + units, measured.ratio(SLM_L, FAM_L, configuration, units)));
      }
    }
    judge.places(
        "local-mutex-similar",
        MUTEXES,
        "All of the mutex algorithms obtain similar execution times, with the one exception of SLM_L",
        "the longest of SPM_L, SPMBO_L and FAM_L is at most 1.1 times the shortest",
        similar,
        ratio -> ratio <= 1 + SIMILAR);
    judge.places(
        "local-slm-longer",
        MUTEXES,
        "SLM_L's decentralized ticket lock increases execution time over the centralized ticket lock",
        "SLM_L's time over FAM_L's above 1",
        longer,
        ratio -> ratio > 1);
    judge.more(
        "local-slm-15",
        MUTEXES,
        "SLM_L takes longer than FAM_L for DD0 with 15 CUs",
        judge.published().percent("SLM_L", "15", 0),
        measured.ratio(SLM_L, FAM_L, DD0, Measured.ALL));
  }

  private void semaphoreScaling() {
    List<Case> notPerfect = new ArrayList<>();
    List<Case> worse = new ArrayList<>();
    List<Case> accesses = new ArrayList<>();
    List<Case> local = new ArrayList<>();
    for (Benchmark semaphore : SEMAPHORE) {
      for (Configuration configuration : LOCAL) {
        notPerfect.add(
            Places.of(
                semaphore, configuration, measured.growth(semaphore, configuration, Measured.ALL)));
        local.add(
            Places.of(
                semaphore,
                configuration,
                measured.messages(semaphore, configuration, Measured.ALL)
                    / measured.messages(semaphore, GD0, Measured.ALL)));
      }
      double growth = 0;
      double synchronising = 0;
      for (Benchmark mutex : Benchmark.of(Kind.LOCAL_MUTEX)) {
        growth = Math.max(growth, measured.growth(mutex, GD0, Measured.ALL));
        synchronising = Math.max(synchronising, measured.synchronising(mutex, GD0, Measured.ALL));
      }
      worse.add(Places.of(semaphore, GD0, measured.growth(semaphore, GD0, Measured.ALL) / growth));
      accesses.add(
          Places.of(
              semaphore,
              GD0,
              measured.synchronising(semaphore, GD0, Measured.ALL) / synchronising));
    }
    judge.places(
        "local-semaphore-not-perfect",
        SEMAPHORES,
        "GH and DD0 do not have perfect scaling",
        "growth on 15 units above 1.1",
        notPerfect,
        growth -> growth > Judge.NEAR_PERFECT);
    judge.places(
        "local-semaphore-gd0",
        SEMAPHORES,
        "GD0 scales much worse than it did in the mutex algorithms",
        "GD0's growth on 15 units over the largest of the four mutexes' at least 1.25",
        worse,
        ratio -> ratio >= 1.25);
    judge.places(
        "local-semaphore-accesses",
        SEMAPHORES,
        "GD0 scales poorly because it has even more synchronization accesses than the mutexes",
        "acquires and releases on 15 units over the most of the four mutexes' above 1",
        accesses,
        ratio -> ratio > 1);
    judge.places(
        "local-semaphore-local",
        SEMAPHORES,
        "whereas GH and DD0 can access the variables locally",
        "messages in the network on 15 units, over GD0's, at most a tenth",
        local,
        ratio -> ratio <= 0.1);
  }

  private void semaphoreOrder() {
    judge.places(
        "local-sps-4",
        SEMAPHORES,
        "When the writer enters the semaphore first (as happens to be the case for SPS_L, 4 CUs), DD0"
            + " slightly outperforms GH",
        "DD0's time over GH's on 4 units is below 1, and at least 0.9",
        List.of(Places.of(SPS_L, 4, measured.ratio(SPS_L, DD0, GH, 4))),
        ratio -> ratio < 1 && ratio >= 1 - SIMILAR);
    List<Case> readersFirst = new ArrayList<>();
    List<Case> misses = new ArrayList<>();
    List<Case> closer = new ArrayList<>();
    for (int units : Measured.UNITS) {
      if (units != 4) {
        readersFirst.add(Places.of(SPS_L, units, measured.ratio(SPS_L, GH, DD0, units)));
      }
      misses.add(
          Places.of(
              SPS_L,
              units,
              measured.l1Misses(SPS_L, DD0, units) / measured.l1Misses(SPS_L, GH, units)));
      closer.add(Places.of(SPSBO_L, units, measured.ratio(SPSBO_L, GH, DD0, units)));
    }
    judge.places(
        "local-sps-readers-first",
        SEMAPHORES,
        "When the readers enter the semaphore first, GH exploits the scope information to retain the"
            + " data",
        "GH's time over DD0's for SPS_L on 1, 2, 8 and 15 units below 1",
        readersFirst,
        ratio -> ratio < 1);
    judge.places(
        "local-sps-invalidates",
        SEMAPHORES,
        "DeNovo must invalidate this data",
        "DD0's L1 misses over GH's for SPS_L above 1",
        misses,
        ratio -> ratio > 1);
    judge.places(
        "local-spsbo-similar",
        SEMAPHORES,
        "Adding backoff (SPSBO_L) reduces DD0's overheads such that GH and DD0 provide similar"
            + " performance",
        "GH's time over DD0's for SPSBO_L between 0.9 and 1.1",
        closer,
        ratio -> Math.abs(ratio - 1) <= SIMILAR);
    for (int units : List.of(8, 15)) {
      judge.less(
          "local-spsbo-" + units,
          SEMAPHORES,
          "GH is better than DD0 for SPSBO_L with %d CUs".formatted(units),
          judge.published().percent("SPSBO_L", Integer.toString(units), 0),
          measured.ratio(SPSBO_L, GH, DD0, units));
    }
  }
}
