package dev.syncopate.study.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OrderedPoolTest {
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
    List<String> results = new ArrayList<>();
    new OrderedPool(2)
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
            results::add);
    assertThat(results).containsExactly("first", "second");
  }

  @Test
  void whoeverWaitsIsCalledMeanwhile() {
    CountDownLatch called = new CountDownLatch(1);
    List<Integer> results = new ArrayList<>();
    new OrderedPool(1)
        .run(
            List.of(1),
            thing -> {
              await(called);
              return thing;
            },
            called::countDown,
            results::add);
    assertThat(results).containsExactly(1);
  }

  @Test
  void theFirstFailureEndsAllTheRest() {
    OrderedPool pool = new OrderedPool(3);
    List<Integer> results = new ArrayList<>();
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
                results::add))
        .isSameAs(failure);
    assertThat(results).containsExactly(0, 1);
  }

  @Test
  void whatComesBehindAFailureIsNotBegunAndWhatComesBeforeIsTaken() {
    CountDownLatch failed = new CountDownLatch(1);
    List<Integer> begun = new CopyOnWriteArrayList<>();
    List<Integer> results = new ArrayList<>();
    assertThatThrownBy(() ->
            new OrderedPool(2)
                .run(
                    IntStream.range(0, 10_000).boxed().toList(),
                    thing -> {
                      begun.add(thing);
                      if (thing == 1) {
                        failed.countDown();
                        throw new IllegalArgumentException("one");
                      }
                      await(failed);
                      LockSupport.parkNanos(1_000_000);
                      return thing;
                    },
                    () -> {},
                    results::add))
        .hasMessage("one");
    assertThat(results).containsExactly(0);
    assertThat(begun).hasSizeLessThan(5_000);
  }

  @Test
  void nothingRunsAnyMoreWhenItReturns() {
    CountDownLatch begun = new CountDownLatch(1);
    List<String> ended = new CopyOnWriteArrayList<>();
    OrderedPool pool = new OrderedPool(2);
    assertThatThrownBy(() ->
            pool.run(
                List.of("first", "second"),
                thing -> {
                  if (thing.equals("first")) {
                    await(begun);
                    throw new IllegalArgumentException(thing);
                  }
                  begun.countDown();
                  while (!pool.abandoned()) {
                    Thread.onSpinWait();
                  }
                  assertThat(Thread.currentThread().isInterrupted()).isFalse();
                  ended.add(thing);
                  return thing;
                },
                () -> {},
                thing -> {}))
        .hasMessage("first");
    assertThat(ended).containsExactly("second");
  }

  @Test
  void noMoreThreadsWorkThanWereAskedFor() {
    List<Thread> workers = new CopyOnWriteArrayList<>();
    new OrderedPool(1)
        .run(
            IntStream.range(0, 2000).boxed().toList(),
            thing -> {
              workers.add(Thread.currentThread());
              return thing;
            },
            () -> {},
            result -> {});
    assertThat(new HashSet<>(workers)).hasSize(1).doesNotContain(Thread.currentThread());
  }
}
