package dev.syncopate.study.paper.heterosync;

import static dev.syncopate.study.paper.heterosync.Benchmark.FAM_G;
import static dev.syncopate.study.paper.heterosync.Benchmark.SLM_G;
import static dev.syncopate.study.paper.heterosync.Benchmark.SPMBO_G;
import static dev.syncopate.study.paper.heterosync.Benchmark.SPM_G;
import static dev.syncopate.study.paper.heterosync.Benchmark.SPSBO_G;
import static dev.syncopate.study.paper.heterosync.Benchmark.SPS_G;
import static dev.syncopate.study.paper.heterosync.Configuration.DD0;
import static dev.syncopate.study.paper.heterosync.Configuration.GD0;
import static dev.syncopate.study.paper.heterosync.Configuration.GH;

import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.heterosync.Benchmark.Kind;
import java.util.ArrayList;
import java.util.List;

/** What section V-B says. */
final class GlobalClaims {
  private static final String MUTEXES = "§V-B, mutexes, fig. 3a-d";
  private static final String SEMAPHORES = "§V-B, semaphores, fig. 3e-f";

  private static final List<Configuration> BOTH = List.of(GH, DD0);

  private final Judge judge;
  private final Measured measured;

  GlobalClaims(Judge judge) {
    this.judge = judge;
    measured = judge.measured();
  }

  void add() {
    scopeMakesNoDifference();
    mutexes();
    backoff();
    ticketLocks();
    semaphores();
    semaphoresWithBackoff();
  }

  private void scopeMakesNoDifference() {
    List<Case> cases = new ArrayList<>();
    for (Benchmark benchmark : Benchmark.of(Kind.GLOBAL_MUTEX, Kind.GLOBAL_SEMAPHORE)) {
      for (int units : Measured.UNITS) {
        cases.add(Places.of(benchmark, units, measured.ratio(benchmark, GD0, GH, units)));
      }
    }
    judge.places(
        "global-gd0-gh",
        "§V-B, mutexes",
        "GD0 and GH provide the same performance when scope is global",
        "GD0's time over GH's within 2% of 1, for mutexes and semaphores",
        cases,
        Judge::same);
  }

  private void mutexes() {
    List<Case> poor = new ArrayList<>();
    List<Case> ahead = new ArrayList<>();
    List<Case> better = new ArrayList<>();
    List<Case> reuse = new ArrayList<>();
    for (Benchmark mutex : Benchmark.of(Kind.GLOBAL_MUTEX)) {
      for (Configuration configuration : BOTH) {
        poor.add(
            Places.of(mutex, configuration, measured.growth(mutex, configuration, Measured.ALL)));
      }
      better.add(
          new Case(
              mutex.label(),
              measured.growth(mutex, DD0, Measured.ALL)
                  / measured.growth(mutex, GH, Measured.ALL)));
      for (int units : Measured.MORE) {
        ahead.add(Places.of(mutex, units, measured.ratio(mutex, DD0, GH, units)));
        reuse.add(
            Places.of(
                mutex,
                units,
                measured.messages(mutex, DD0, units) / measured.messages(mutex, GH, units)));
      }
    }
    judge.places(
        "global-mutex-poor",
        MUTEXES,
        "As the number of CUs increases, both GH and DD0 scale poorly",
        "growth on 15 units at least 1.5",
        poor,
        growth -> growth >= Judge.POOR);
    judge.places(
        "global-mutex-dd0-ahead",
        MUTEXES,
        "DD0 always scales better than GH for all globally scoped mutexes (read as: is faster)",
        "DD0's time over GH's on 2 to 15 units below 1",
        ahead,
        ratio -> ratio < 1);
    judge.places(
        "global-mutex-dd0-growth",
        MUTEXES,
        "DD0 always scales better than GH for all globally scoped mutexes (read as: grows less)",
        "DD0's growth on 15 units over GH's below 1",
        better,
        ratio -> ratio < 1);
    judge.places(
        "global-mutex-reuse",
        MUTEXES,
        "because it is better able to exploit reuse of written data and atomics",
        "DD0's messages in the network over GH's on 2 to 15 units below 1",
        reuse,
        ratio -> ratio < 1);
    for (Benchmark mutex : Benchmark.of(Kind.GLOBAL_MUTEX)) {
      judge.less(
          "global-%s-8".formatted(mutex.workload()),
          MUTEXES,
          "For 8 CUs, DD0 outperforms GH for " + mutex.label(),
          judge.published().percent(mutex.label(), "8", 0),
          measured.ratio(mutex, DD0, GH, 8));
    }
  }

  private void backoff() {
    List<Case> time = new ArrayList<>();
    List<Case> contention = new ArrayList<>();
    for (Configuration configuration : BOTH) {
      for (int units : Measured.UNITS) {
        time.add(
            Places.of(
                SPMBO_G,
                configuration,
                units,
                measured.ratio(SPMBO_G, SPM_G, configuration, units)));
        contention.add(
            Places.of(
                SPMBO_G,
                configuration,
                units,
                measured.synchronising(SPMBO_G, configuration, units)
                    / measured.synchronising(SPM_G, configuration, units)));
      }
    }
    judge.places(
        "global-backoff-time",
        MUTEXES,
        "SPMBO_G again does not reduce execution time compared to SPM_G",
        "SPMBO_G's time over SPM_G's at least 0.98",
        time,
        ratio -> ratio >= 1 - Judge.SAME);
    judge.places(
        "global-backoff-contention",
        MUTEXES,
        "even though SPMBO_G reduces contention for the shared mutex",
        "acquires and releases of SPMBO_G over SPM_G's below 1",
        contention,
        ratio -> ratio < 1);
  }

  private void ticketLocks() {
    judge.places(
        "global-slm-dd0",
        MUTEXES,
        "For higher levels of contention (e.g., 15 CUs) SLM_G's decentralized ticket lock is more"
            + " scalable than FAM_G for DD0",
        "SLM_G's growth on 15 units over FAM_G's below 1",
        List.of(Places.of(SLM_G, DD0, ticketGrowth(DD0))),
        ratio -> ratio < 1);
    judge.places(
        "global-slm-gh",
        MUTEXES,
        "(but not GH)",
        "SLM_G's growth on 15 units over FAM_G's at least 1",
        List.of(Places.of(SLM_G, GH, ticketGrowth(GH))),
        ratio -> ratio >= 1);
    judge.places(
        "global-slm-local",
        MUTEXES,
        "because DeNovo allows threads to spin locally in their L1 caches",
        "messages in the network of SLM_G over FAM_G's with DD0 on 15 units below 1, and no less than"
            + " that with GH",
        List.of(
            Places.of(SLM_G, DD0, ticketRequests(DD0)),
            new Case("SLM_G GH inverted", 1 / ticketRequests(GH))),
        ratio -> ratio < 1);
  }

  private double ticketGrowth(Configuration configuration) {
    return measured.growth(SLM_G, configuration, Measured.ALL)
        / measured.growth(FAM_G, configuration, Measured.ALL);
  }

  private double ticketRequests(Configuration configuration) {
    return measured.messages(SLM_G, configuration, Measured.ALL)
        / measured.messages(FAM_G, configuration, Measured.ALL);
  }

  private void semaphores() {
    List<Case> rises = new ArrayList<>();
    for (Benchmark semaphore : Benchmark.of(Kind.GLOBAL_SEMAPHORE)) {
      for (Configuration configuration : BOTH) {
        rises.add(Places.of(semaphore, configuration, judge.rise(semaphore, configuration)));
      }
    }
    judge.places(
        "global-semaphore-rises",
        SEMAPHORES,
        "Execution time also increases for the globally scoped semaphores as contention increases",
        Judge.RISES,
        rises,
        Judge::rises);
    judge.places(
        "global-sps-hurts",
        SEMAPHORES,
        "For SPS_G, increasing contention hurts DD0 more than GH",
        "DD0's growth on 15 units over GH's above 1",
        List.of(
            new Case(
                SPS_G.label(),
                measured.growth(SPS_G, DD0, Measured.ALL)
                    / measured.growth(SPS_G, GH, Measured.ALL))),
        ratio -> ratio > 1);
    judge.places(
        "global-sps-remote",
        SEMAPHORES,
        "because more ownership requests must be sent to remote L1s",
        "words handed over to another L1, for each acquire or release, rise with every number of"
            + " units from 2 on (shown: over the number before)",
        remoteRequests(),
        ratio -> ratio > 1);
    judge.more(
        "global-sps-15",
        SEMAPHORES,
        "For 15 CUs, DD0 is worse than GH for SPS_G",
        judge.published().percent("SPS_G", "15", 0),
        measured.ratio(SPS_G, DD0, GH, Measured.ALL));
  }

  private List<Case> remoteRequests() {
    List<Case> cases = new ArrayList<>();
    double before = Double.NaN;
    for (int units : Measured.MORE) {
      double now =
          measured.counter(SPS_G, DD0, units, "denovo.handedOver")
              / measured.synchronising(SPS_G, DD0, units);
      cases.add(Places.of(SPS_G, units, now / before));
      before = now;
    }
    return cases;
  }

  private void semaphoresWithBackoff() {
    String source = "SPSBO_G vs SPS_G";
    int nth = 0;
    for (Configuration configuration : List.of(DD0, GH)) {
      judge.less(
          "global-spsbo-" + configuration,
          SEMAPHORES,
          "Introducing backoff reduces execution time for %s with 15 CUs".formatted(configuration),
          judge.published().percent(source, "15", nth++),
          measured.ratio(SPSBO_G, SPS_G, configuration, Measured.ALL));
    }
    judge.less(
        "global-spsbo-15",
        SEMAPHORES,
        "and DD0 then has less execution time than GH",
        judge.published().percent(source, "15", nth),
        measured.ratio(SPSBO_G, DD0, GH, Measured.ALL));
  }
}
