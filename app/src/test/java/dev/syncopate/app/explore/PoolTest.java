package dev.syncopate.app.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PoolTest {
  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void resultsComeInTheOrderOfTheThingsWhoeverIsFirst() {
    CountDownLatch secondIsDone = new CountDownLatch(1);
    List<String> taken = new ArrayList<>();
    new Pool(2)
        .run(
            List.of("first", "second"),
            thing -> {
              if (thing.equals("first")) {
                await(secondIsDone);
              } else {
                secondIsDone.countDown();
              }
              return thing;
            },
            () -> {},
            taken::add);
    assertThat(taken).containsExactly("first", "second");
  }

  @Test
  void whoeverWaitsIsCalledMeanwhile() {
    CountDownLatch called = new CountDownLatch(1);
    List<Integer> taken = new ArrayList<>();
    new Pool(1)
        .run(
            List.of(1),
            thing -> {
              await(called);
              return thing;
            },
            called::countDown,
            taken::add);
    assertThat(taken).containsExactly(1);
  }

  @Test
  void theFirstFailureEndsAllTheRest() {
    Pool pool = new Pool(3);
    List<Integer> taken = new ArrayList<>();
    IllegalArgumentException failure = new IllegalArgumentException("two");
    assertThatThrownBy(() ->
            pool.run(
                IntStream.range(0, 1000).boxed().toList(),
                thing -> {
                  if (thing == 2) {
                    throw failure;
                  }
                  while (thing > 2 && !pool.abandoned()) {
                    Thread.onSpinWait();
                  }
                  return thing;
                },
                () -> {},
                taken::add))
        .isSameAs(failure);
    assertThat(taken).containsExactly(0, 1);
  }

  @Test
  void noMoreThreadsWorkThanWereAskedFor() {
    List<Thread> workers = new CopyOnWriteArrayList<>();
    new Pool(1)
        .run(
            IntStream.range(0, 2000).boxed().toList(),
            thing -> {
              workers.add(Thread.currentThread());
              return thing;
            },
            () -> {},
            taken -> {});
    assertThat(new HashSet<>(workers)).hasSize(1).doesNotContain(Thread.currentThread());
  }
}
