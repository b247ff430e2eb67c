package dev.syncopate.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimingWheelTest {
  private final TimingWheel wheel = new TimingWheel();
  private final List<String> fired = new ArrayList<>();

  @Test
  void firesByTimeAndThenInTheOrderOfScheduling() {
    wheel.schedule(named("c"), 9);
    wheel.schedule(named("a"), 3);
    wheel.schedule(named("d"), 9);
    wheel.schedule(named("b"), 8);

    wheel.runUntil(10);

    assertThat(fired).containsExactly("3 a", "8 b", "9 c", "9 d");
  }

  @Test
  void leavesEventsAtTheEndForLater() {
    wheel.schedule(named("a"), 9);
    wheel.schedule(named("b"), 10);

    wheel.runUntil(10);
    assertThat(fired).containsExactly("9 a");
    assertThat(wheel.nextTime()).isEqualTo(10);

    wheel.runUntil(11);
    assertThat(fired).containsExactly("9 a", "10 b");
    assertThat(wheel.nextTime()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void anEventScheduledForTheCycleBeingRunFiresInItAfterThoseWaiting() {
    wheel.schedule(
        new Event() {
          @Override
          protected void fire(long now) {
            fired.add(now + " first");
            wheel.schedule(named("last"), now);
          }
        },
        5);
    wheel.schedule(named("second"), 5);

    wheel.runUntil(6);

    assertThat(fired).containsExactly("5 first", "5 second", "5 last");
  }

  @Test
  void anEventMayScheduleItselfAgainWhileFiring() {
    int period = TimingWheel.SLOTS - 1;
    wheel.schedule(
        new Event() {
          @Override
          protected void fire(long now) {
            assertThat(scheduled()).isFalse();
            fired.add(now + " tick");
            wheel.schedule(this, now + period);
          }
        },
        0);

    wheel.runUntil(2L * period + 1);

    assertThat(fired).containsExactly("0 tick", period + " tick", 2 * period + " tick");
  }

  @Test
  void aFarEventFiresBeforeOneScheduledLaterForTheSameCycleFromNearby() {
    long time = 5L * TimingWheel.SLOTS + 7;
    wheel.schedule(named("scheduled from afar"), time);
    wheel.runUntil(time - 1);
    wheel.schedule(named("scheduled from nearby"), time);

    wheel.runUntil(time + 1);

    assertThat(fired)
        .containsExactly(time + " scheduled from afar", time + " scheduled from nearby");
  }

  @Test
  void findsAFarEventAcrossAnEmptyRing() {
    wheel.schedule(named("far"), 1_000_000_007L);

    assertThat(wheel.nextTime()).isEqualTo(1_000_000_007L);
    wheel.runUntil(Long.MAX_VALUE);
    assertThat(fired).containsExactly("1000000007 far");
  }

  @Test
  void refusesAnEventThatAlreadyWaits() {
    Event event = named("a");
    wheel.schedule(event, 4);

    assertThatThrownBy(() -> wheel.schedule(event, 5))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a is already scheduled for cycle 4, cannot schedule it for 5");
  }

  @Test
  void refusesThePastAndKeepsTheEventFree() {
    wheel.runUntil(100);
    Event event = named("late");

    assertThatThrownBy(() -> wheel.schedule(event, 99))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cycle 99 is in the past of cycle 100");
    assertThat(event.scheduled()).isFalse();
  }

  @Test
  void goesOnAfterAnEventThatThrows() {
    wheel.schedule(
        new Event() {
          @Override
          protected void fire(long now) {
            throw new IllegalStateException("broken");
          }
        },
        2);
    wheel.schedule(named("next"), 2);

    assertThatThrownBy(() -> wheel.runUntil(3)).hasMessage("broken");
    wheel.runUntil(3);

    assertThat(fired).containsExactly("2 next");
  }

  /**
   * Against a sorted set: random horizons, bursts in one cycle, and events that schedule others.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void agreesWithASortedSet(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TreeSet<Pending> reference =
        new TreeSet<>(Comparator.comparingLong(Pending::time).thenComparingLong(Pending::number));
    int[] numbers = {0};
    final class Probe extends Event {
      private final int number = numbers[0]++;

      void schedule(long time) {
        reference.add(new Pending(time, number));
        wheel.schedule(this, time);
      }

      @Override
      protected void fire(long now) {
        assertThat(new Pending(now, number)).as("seed %d", seed).isEqualTo(reference.pollFirst());
        int children = numbers[0] < 3000 ? random.nextInt(3) : 0;
        for (int i = 0; i < children; i++) {
          new Probe().schedule(now + horizon(random));
        }
      }
    }
    long now = 0;
    for (int round = 0; round < 50; round++) {
      for (int i = random.nextInt(20); i >= 0; i--) {
        new Probe().schedule(now + horizon(random));
      }
      assertThat(wheel.nextTime()).as("seed %d", seed).isEqualTo(reference.first().time());
      now += horizon(random);
      wheel.runUntil(now);
      assertThat(reference.isEmpty() || reference.first().time() >= now)
          .as("seed %d", seed)
          .isTrue();
    }
    wheel.runUntil(Long.MAX_VALUE);
    assertThat(reference).as("seed %d", seed).isEmpty();
  }

  private record Pending(long time, int number) {}

  private static long horizon(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1, 2 -> random.nextInt(20);
      case 3 -> random.nextInt(TimingWheel.SLOTS);
      case 4 -> TimingWheel.SLOTS - 2 + random.nextInt(4);
      default -> random.nextInt(20 * TimingWheel.SLOTS);
    };
  }

  private Event named(String name) {
    return new Event() {
      @Override
      protected void fire(long now) {
        fired.add(now + " " + name);
      }

      @Override
      public String toString() {
        return name;
      }
    };
  }
}
