package dev.syncopate.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class EngineTest {
  private static final Engine.Supervisor TO_THE_END = (now, next) -> true;

  /** Parts that write down what happens to them. */
  private static final class Notebook extends Part {
    final List<String> lines = new ArrayList<>();

    Notebook(String name) {
      super(name);
    }

    void at(long time, Runnable action) {
      schedule(
          new Event() {
            @Override
            protected void fire(long now) {
              action.run();
            }
          },
          time);
    }

    void tell(Notebook target, String text, long arrival) {
      send(
          new Message() {
            @Override
            protected void fire(long now) {
              target.lines.add(now + " " + text);
            }
          },
          target,
          arrival);
    }
  }

  private final Notebook a = new Notebook("a");
  private final Notebook b = new Notebook("b");
  private final Notebook c = new Notebook("c");
  private final List<Notebook> parts = List.of(a, b, c);

  @Test
  void endsAtOnceWithoutPartsOrEvents() {
    new Engine(List.of(), 4, 3).run(TO_THE_END);
    Engine engine = new Engine(parts, 4, 3);
    engine.run(TO_THE_END);
    assertThat(engine.now()).isZero();
  }

  @Test
  void refusesAWindowOrThreadsBelowOne() {
    assertThatThrownBy(() -> new Engine(parts, 0, 1))
        .hasMessage("window 0 and threads 1 must be at least 1");
    assertThatThrownBy(() -> new Engine(parts, 1, 0))
        .hasMessage("window 1 and threads 0 must be at least 1");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void messagesOfOneCycleFireInTheOrderOfTheSendersNumbers(int threads) {
    Engine engine = new Engine(parts, 4, threads);
    c.at(1, () -> c.tell(a, "from c, sent first", 7));
    b.at(2, () -> b.tell(a, "from b", 7));
    b.at(2, () -> b.tell(a, "from b again", 7));
    a.at(3, () -> a.at(7, () -> a.lines.add("7 own")));

    engine.run(TO_THE_END);

    assertThat(a.lines)
        .containsExactly("7 own", "7 from b", "7 from b again", "7 from c, sent first");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void refusesAMessageThatIsTooEarly(int threads) {
    Engine engine = new Engine(parts, 10, threads);
    b.at(5, () -> b.tell(c, "too early", 14));

    assertThatThrownBy(() -> engine.run(TO_THE_END))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("b sends to c for cycle 14, inside the window that ends at 15");
  }

  @Test
  void refusesAMessageOfAPartWithoutEngine() {
    assertThatThrownBy(() -> a.tell(b, "lost", 4))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a was not given to an engine");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void throwsWhatThePartWithTheLowestNumberThrew(int threads) {
    Engine engine = new Engine(parts, 10, threads);
    c.at(
        1,
        () -> {
          throw new IllegalStateException("c broke");
        });
    b.at(
        9,
        () -> {
          throw new AssertionError("b broke");
        });

    assertThatThrownBy(() -> engine.run(TO_THE_END))
        .isInstanceOf(AssertionError.class)
        .hasMessage("b broke");
  }

  /** The parts a and c are one thread's own; while it is in a, the other one runs c. */
  @Test
  void aThreadWithoutWorkRunsThePartsOfAnother() {
    CountDownLatch finished = new CountDownLatch(1);
    AtomicBoolean inTime = new AtomicBoolean();
    a.at(
        0,
        () -> {
          try {
            inTime.set(finished.await(20, TimeUnit.SECONDS));
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    c.at(0, finished::countDown);
    new Engine(parts, 4, 2).run(TO_THE_END);
    assertThat(inTime).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void stopsBetweenWindowsWhenTheSupervisorSaysSoAndCanGoOn(int threads) {
    Engine engine = new Engine(parts, 10, threads);
    List<String> queries = new ArrayList<>();
    a.at(3, () -> a.lines.add("3"));
    a.at(40, () -> a.lines.add("40"));

    engine.run((now, next) -> {
      queries.add(now + " " + next);
      return now < 13;
    });

    assertThat(queries).containsExactly("0 3", "13 40");
    assertThat(a.lines).containsExactly("3");
    assertThat(engine.now()).isEqualTo(13);

    engine.run(TO_THE_END);
    assertThat(a.lines).containsExactly("3", "40");
    assertThat(engine.now()).isEqualTo(50);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void tellsTheSupervisorThatNothingIsLeftAndThrowsWhatItThrows(int threads) {
    Engine engine = new Engine(parts, 10, threads);
    a.at(3, () -> {});

    assertThatThrownBy(() ->
            engine.run((now, next) -> {
              if (next == Long.MAX_VALUE) {
                throw new IllegalStateException("nothing left at " + now);
              }
              return true;
            }))
        .hasMessage("nothing left at 13");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void deliversWhatWasSentBeforeARun(int threads) {
    Engine engine = new Engine(parts, 10, threads);
    a.tell(b, "hello", 25);

    engine.run(TO_THE_END);
    assertThat(b.lines).containsExactly("25 hello");

    a.tell(c, "again", 60);
    engine.run(TO_THE_END);
    assertThat(c.lines).containsExactly("60 again");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void refusesAMessageSentTwice(int threads) {
    Engine engine = new Engine(parts, 10, threads);
    Message message =
        new Message() {
          @Override
          protected void fire(long now) {}

          @Override
          public String toString() {
            return "hello";
          }
        };
    a.send(message, b, 25);
    a.send(message, b, 26);

    assertThatThrownBy(() -> engine.run(TO_THE_END))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("hello is already scheduled for cycle 25, cannot schedule it for 26");
  }

  @Test
  void aPartKnowsTheCycleItRuns() {
    Engine engine = new Engine(parts, 10, 1);
    a.at(7, () -> a.lines.add("now " + a.now()));

    engine.run(TO_THE_END);

    assertThat(a.lines).containsExactly("now 7");
    assertThat(a.name()).isEqualTo("a");
  }
}
