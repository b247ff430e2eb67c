package dev.syncopate.memory.stress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What two threads and more may see of the stores to one word. */
class StoreOrderTest {
  private final StoreOrder order = new StoreOrder(3);

  private long store(int thread) {
    long value = order.nextValue();
    order.stores(thread, value);
    return value;
  }

  private boolean load(int thread, long value) {
    return order.loaded(thread, order.loads(thread), value);
  }

  @Test
  void aThreadSeesItsOwnStoreOrALaterOne() {
    long ownStore = store(0);
    long otherStore = store(1);
    assertThat(load(0, ownStore)).isTrue();
    assertThat(load(0, otherStore)).isTrue();
    assertThat(load(0, ownStore)).as("back again").isFalse();
  }

  @Test
  void theFirstValueIsGoneOnceAThreadHasStored() {
    store(0);
    assertThat(load(1, 0)).as("another thread need not know").isTrue();
    assertThat(load(0, 0)).isFalse();
  }

  @Test
  void twoThreadsSeeTwoStoresInTheSameOrder() {
    long a = store(0);
    long b = store(1);
    assertThat(load(2, a)).isTrue();
    assertThat(load(2, b)).isTrue();
    assertThat(load(1, a)).as("b, a").isFalse();
  }

  @Test
  void aCircleOfThreeIsFound() {
    long a = store(0);
    long b = store(1);
    long c = store(2);
    assertThat(load(0, b)).as("a, b").isTrue();
    assertThat(load(1, c)).as("b, c").isTrue();
    assertThat(load(2, a)).as("c, a").isFalse();
    assertThat(order).hasToString("0 before {1, 2, 3}; 1 before {2}; 2 before {3}; 3 before {1}");
  }

  @Test
  void aLoadWhoseValueComesLateIsBoundByWhatWasSeenAfterIt() {
    long a = store(0);
    long b = store(0);
    int early = order.loads(1);
    assertThat(load(1, a)).isTrue();
    assertThat(order.loaded(1, early, b)).as("b, a").isFalse();
  }

  @Test
  void nothingIsLoadedThatWasNotStored() {
    assertThat(load(0, 1)).isFalse();
    assertThat(load(0, -1)).isFalse();
  }

  @Test
  void theLastStoreIsBeforeNoOther() {
    long a = store(0);
    long b = store(0);
    assertThat(order.mayBeLast(a)).isFalse();
    assertThat(order.mayBeLast(b)).isTrue();
    assertThat(order.mayBeLast(7)).as("never stored").isFalse();
  }
}
