package dev.syncopate.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClockDomainTest {
  private static final ClockDomain CPU = ClockDomain.of(2000, 700);

  @Test
  void theRatioIsInLowestTerms() {
    assertThat(CPU).isEqualTo(new ClockDomain(20, 7));
    assertThat(ClockDomain.of(1000, 1000)).isEqualTo(new ClockDomain(1, 1));
  }

  @Test
  void twentyOwnCyclesAreSevenOfTheEngines() {
    List<Long> cycles = new ArrayList<>();
    for (long ownCycle = 0; ownCycle <= 20; ownCycle++) {
      cycles.add(CPU.engineCycle(ownCycle));
    }
    assertThat(cycles)
        .containsExactly(
            0L, 1L, 1L, 2L, 2L, 2L, 3L, 3L, 3L, 4L, 4L, 4L, 5L, 5L, 5L, 6L, 6L, 6L, 7L, 7L, 7L);
    assertThat(CPU.ownCycle(7)).isEqualTo(20);
    assertThat(CPU.ownCycle(1)).isEqualTo(3);
  }

  /** Against arithmetic without limits; nothing drifts after years. */
  @Test
  void itIsExactHoweverLate() {
    for (ClockDomain domain : List.of(CPU, ClockDomain.of(700, 2000), ClockDomain.of(99_999, 1))) {
      for (long cycle : new long[] {0, 1, 19, 20, 21, 1L << 40, (1L << 45) + 12_345}) {
        assertThat(domain.engineCycle(cycle))
            .isEqualTo(ceiling(cycle, domain.engine(), domain.ownCycles()));
        assertThat(domain.ownCycle(cycle))
            .isEqualTo(ceiling(cycle, domain.ownCycles(), domain.engine()));
      }
    }
  }

  private static long ceiling(long cycle, long factor, long divisor) {
    BigInteger[] parts =
        BigInteger.valueOf(cycle)
            .multiply(BigInteger.valueOf(factor))
            .divideAndRemainder(BigInteger.valueOf(divisor));
    return parts[0].longValueExact() + parts[1].signum();
  }

  @Test
  void nothingArrivesBeforeItWasSent() {
    for (long ownCycle = 0; ownCycle < 1000; ownCycle++) {
      assertThat(CPU.ownCycle(CPU.engineCycle(ownCycle))).isGreaterThanOrEqualTo(ownCycle);
      assertThat(CPU.engineCycle(ownCycle)).isLessThanOrEqualTo(ownCycle * 7 / 20 + 1);
    }
  }

  @Test
  void aClockThatStandsStillIsNone() {
    assertThatThrownBy(() -> new ClockDomain(0, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Own cycles of one engine cycle follow one another in it. */
  @Test
  void edgesHappenAtTheirCyclesInOrder() {
    List<String> events = new ArrayList<>();
    Part part = new Part("cpu") {};
    LocalClock clock = new LocalClock(part, CPU);
    LocalClock.Edge edge =
        new LocalClock.Edge(clock) {
          @Override
          protected void happen(long ownCycle) {
            events.add(ownCycle + "@" + part.now());
            assertThat(clock.now()).isEqualTo(ownCycle);
            if (ownCycle < 8) {
              schedule(ownCycle + 1);
            }
          }
        };
    Engine engine = new Engine(List.of(part), 4, 1);
    edge.schedule(1);
    engine.run((now, next) -> true);
    assertThat(events).containsExactly("1@1", "2@1", "3@2", "4@2", "5@2", "6@3", "7@3", "8@3");
  }
}
