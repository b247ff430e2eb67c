package dev.syncopate.study.paper.heterosync;

import static dev.syncopate.study.paper.heterosync.Benchmark.LFTBEX_LG;
import static dev.syncopate.study.paper.heterosync.Benchmark.LFTB_LG;
import static dev.syncopate.study.paper.heterosync.Benchmark.TBEX_LG;
import static dev.syncopate.study.paper.heterosync.Benchmark.TB_LG;
import static dev.syncopate.study.paper.heterosync.Configuration.DD0;
import static dev.syncopate.study.paper.heterosync.Configuration.GD0;
import static dev.syncopate.study.paper.heterosync.Configuration.GH;

import dev.syncopate.study.figure.Means;
import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.heterosync.Benchmark.Kind;
import java.util.ArrayList;
import java.util.List;

/** What section V-A says of barriers. */
final class BarrierClaims {
  private static final String SOURCE = "§V-A, barriers, fig. 2g-j";

  private static final List<Configuration> THREE = List.of(GD0, GH, DD0);

  /** Gains that lie further apart vary. */
  private static final double VARIES = 0.02;

  /** Two barriers of which one differs from the other in one respect. */
  private record Pair(Benchmark one, Benchmark other) {}

  private static final List<Pair> EXCHANGE =
      List.of(new Pair(TB_LG, TBEX_LG), new Pair(LFTB_LG, LFTBEX_LG));
  private static final List<Pair> LOCK_FREE =
      List.of(new Pair(TB_LG, LFTB_LG), new Pair(TBEX_LG, LFTBEX_LG));

  private final Judge judge;
  private final Measured measured;

  BarrierClaims(Judge judge) {
    this.judge = judge;
    measured = judge.measured();
  }

  void add() {
    rises();
    overGd0();
    exchange();
    overGh();
    lockFree();
  }

  private void rises() {
    List<Case> cases = new ArrayList<>();
    for (Benchmark barrier : Benchmark.of(Kind.BARRIER)) {
      for (Configuration configuration : THREE) {
        cases.add(Places.of(barrier, configuration, judge.rise(barrier, configuration)));
      }
    }
    judge.places(
        "barrier-rises",
        SOURCE,
        "As the number of CUs increases, the barrier algorithms' execution time increases for GD0, GH"
            + " and DD0",
        Judge.RISES,
        cases,
        Judge::rises);
  }

  private void overGd0() {
    List<Case> cases = new ArrayList<>();
    for (Benchmark barrier : Benchmark.of(Kind.BARRIER)) {
      for (Configuration configuration : List.of(GH, DD0)) {
        for (int units : Measured.UNITS) {
          cases.add(
              Places.of(
                  barrier,
                  configuration,
                  units,
                  measured.ratio(barrier, configuration, GD0, units)));
        }
      }
    }
    judge.places(
        "barrier-retain",
        SOURCE,
        "DD0 and GH's ability to retain some of the data locally reduces execution time compared to"
            + " GD0",
        "time over GD0's below 1",
        cases,
        ratio -> ratio < 1);
    judge.less(
        "barrier-dd0-2",
        SOURCE,
        "DD0 is better than GD0 for 2 CUs (judged by the geometric mean of TB_LG and LFTB_LG)",
        judge.published().percent("tree barriers", "2", 0),
        Means.geometric(
            List.of(measured.ratio(TB_LG, DD0, GD0, 2), measured.ratio(LFTB_LG, DD0, GD0, 2))));
  }

  private void exchange() {
    List<Case> cases = new ArrayList<>();
    for (Pair pair : EXCHANGE) {
      for (int units : Measured.UNITS) {
        cases.add(
            Places.of(
                pair.other(),
                units,
                measured.ratio(pair.other(), DD0, GD0, units)
                    / measured.ratio(pair.one(), DD0, GD0, units)));
      }
    }
    judge.places(
        "barrier-exchange",
        SOURCE,
        "Adding local data exchange (TBEX_LG, LFTBEX_LG) further increases DD0's benefits over GD0",
        "DD0's time over GD0's, over the same without exchange, is below 1",
        cases,
        ratio -> ratio < 1);
  }

  private void overGh() {
    List<Case> ahead = new ArrayList<>();
    List<Case> varies = new ArrayList<>();
    for (Benchmark barrier : Benchmark.of(Kind.BARRIER)) {
      for (int units : Measured.UNITS) {
        ahead.add(Places.of(barrier, units, measured.ratio(barrier, DD0, GH, units)));
      }
      for (Configuration configuration : List.of(GH, DD0)) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int units : Measured.UNITS) {
          double ratio = measured.ratio(barrier, configuration, GD0, units);
          low = Math.min(low, ratio);
          high = Math.max(high, ratio);
        }
        varies.add(Places.of(barrier, configuration, high - low));
      }
    }
    judge.places(
        "barrier-dd0-over-gh",
        SOURCE,
        "DD0 outperforms GH when hybrid scope is used",
        "DD0's time over GH's below 1",
        ahead,
        ratio -> ratio < 1);
    judge.places(
        "barrier-varies",
        SOURCE,
        "The amount DD0 and GH benefit over GD0 varies with the number of CUs",
        "the largest and the smallest of the times over GD0's lie at least 0.02 apart",
        varies,
        apart -> apart >= VARIES);
  }

  private void lockFree() {
    List<Case> less = new ArrayList<>();
    List<Case> growth = new ArrayList<>();
    for (Pair pair : LOCK_FREE) {
      for (Configuration configuration : THREE) {
        for (int units : Measured.UNITS) {
          less.add(
              Places.of(
                  pair.other(),
                  configuration,
                  units,
                  measured.ratio(pair.other(), pair.one(), configuration, units)));
        }
        growth.add(
            Places.of(
                pair.other(),
                configuration,
                measured.growth(pair.other(), configuration, Measured.ALL)
                    / measured.growth(pair.one(), configuration, Measured.ALL)));
      }
    }
    judge.places(
        "barrier-lock-free",
        SOURCE,
        "The lock-free tree barrier reduces execution time",
        "LFTB_LG's time over TB_LG's and LFTBEX_LG's over TBEX_LG's below 1",
        less,
        ratio -> ratio < 1);
    judge.less(
        "barrier-lock-free-8",
        SOURCE,
        "The lock-free tree barrier is faster than the atomic one for GD0 with 8 CUs",
        judge.published().percent("LFTB_LG vs TB_LG", "8", 0),
        measured.ratio(LFTB_LG, TB_LG, GD0, 8));
    judge.places(
        "barrier-lock-free-scales",
        SOURCE,
        "and scales better than the atomic tree barrier",
        "growth on 15 units over the atomic one's below 1",
        growth,
        ratio -> ratio < 1);
  }
}
