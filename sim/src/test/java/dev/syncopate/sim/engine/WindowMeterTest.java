package dev.syncopate.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What an engine tells of its windows. */
class WindowMeterTest {
  @Test
  void anEngineMeasuresEachPartThatRuns() {
    Part first = new Part("first") {};
    Part second = new Part("second") {};
    Engine engine = new Engine(List.of(first, second), 10, 1);
    first.schedule(new NoEvent(), 3);
    first.schedule(new NoEvent(), 25);
    second.schedule(new NoEvent(), 4);
    StringBuilder log = new StringBuilder();
    engine.measure(new CountingMeter(log));
    engine.run((now, next) -> true);
    assertThat(log).hasToString("0:1 1:1 1| 0:1 1| ");
  }

  @Test
  void severalThreadsAreNotMeasured() {
    Engine engine = new Engine(List.of(new Part("a") {}, new Part("b") {}), 10, 2);
    assertThatThrownBy(() -> engine.measure(new CountingMeter(new StringBuilder())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("windows are measured on one thread, not on 2");
  }

  private static final class NoEvent extends Event {
    @Override
    protected void fire(long now) {
      // only that there is one counts
    }
  }

  /** Its clock goes on by one each time that somebody looks. */
  private static final class CountingMeter implements WindowMeter {
    private final StringBuilder log;
    private long time;

    CountingMeter(StringBuilder log) {
      this.log = log;
    }

    @Override
    public long nanoseconds() {
      return time++;
    }

    @Override
    public void ran(int[] parts, long[] nanoseconds, int count, long deliverNanoseconds) {
      for (int i = 0; i < count; i++) {
        log.append(parts[i]).append(':').append(nanoseconds[i]).append(' ');
      }
      log.append(deliverNanoseconds).append("| ");
    }
  }
}
