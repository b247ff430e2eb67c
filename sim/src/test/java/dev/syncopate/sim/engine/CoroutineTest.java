package dev.syncopate.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CoroutineTest {
  private final List<String> log = new ArrayList<>();
  private final AtomicReference<@Nullable Coroutine> self = new AtomicReference<>();

  private Coroutine coroutine(Runnable body) {
    Coroutine coroutine = new Coroutine("test", body);
    self.set(coroutine);
    return coroutine;
  }

  private void stop() {
    Objects.requireNonNull(self.get()).stop();
  }

  @Test
  void theTwoSidesTakeTurns() {
    Coroutine code =
        coroutine(() -> {
          log.add("a");
          stop();
          log.add("b");
        });
    assertThat(log).as("nothing runs before it is resumed").isEmpty();
    assertThat(code.resume(() -> false)).isTrue();
    assertThat(log).containsExactly("a");
    assertThat(code.finished()).isFalse();
    assertThat(code.stack())
        .anyMatch(frame -> frame.getClassName().startsWith(CoroutineTest.class.getName()));
    assertThat(code.resume(() -> false)).isTrue();
    assertThat(log).containsExactly("a", "b");
    assertThat(code.finished()).isTrue();
    assertThat(code.failure()).isNull();
  }

  @Test
  void whatItThrowsIsKept() {
    Coroutine code =
        coroutine(() -> {
          throw new IllegalStateException("no");
        });
    assertThat(code.resume(() -> false)).isTrue();
    assertThat(code.finished()).isTrue();
    assertThat(code.failure()).hasMessage("no");
  }

  @Test
  void cancelledCodeTidiesUpAndAsksForNothing() {
    Coroutine code =
        coroutine(() -> {
          try {
            stop();
            log.add("went on");
          } finally {
            log.add("finally");
            try {
              stop();
            } catch (Coroutine.Cancelled again) {
              log.add("refused");
            }
          }
        });
    code.resume(() -> false);
    code.cancel();
    assertThat(log).containsExactly("finally", "refused");
    assertThat(code.finished()).isTrue();
    assertThat(code.failure()).isNull();
  }

  @Test
  void whatWasNeverResumedEndsToo() {
    Coroutine code = coroutine(() -> log.add("ran"));
    code.cancel();
    assertThat(log).isEmpty();
    assertThat(code.finished()).isTrue();
  }

  @Test
  void codeThatNeitherStopsNorEndsIsGivenUp() {
    AtomicBoolean end = new AtomicBoolean();
    Coroutine code =
        coroutine(() -> {
          while (!end.get()) {
            Thread.onSpinWait();
          }
        });
    assertThat(code.resume(() -> true)).isFalse();
    end.set(true);
  }

  @Test
  void anotherThreadCannotStopIt() {
    Coroutine code = coroutine(() -> {});
    assertThatThrownBy(code::stop)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("on a thread other than its own");
    code.cancel();
  }
}
