package dev.syncopate.memory.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AsyncCopiesTest {
  private final AsyncCopies copies = new AsyncCopies(32);

  @Test
  void waitingForAGroupWaitsForItsCopies() {
    AsyncCopies.Copy first = copies.begin(0b11);
    copies.commit(0b11);
    AsyncCopies.Copy second = copies.begin(0b11);
    copies.commit(0b11);
    assertThat(copies.landed(0b11, 2)).isTrue();
    assertThat(copies.landed(0b11, 1)).isFalse();
    copies.landed(first);
    assertThat(copies.landed(0b11, 1)).isTrue();
    assertThat(copies.landed(0b11, 0)).isFalse();
    copies.landed(second);
    assertThat(copies.landed(0b11, 0)).isTrue();
  }

  @Test
  void copiesWithoutAGroupConcernOnlyThoseWhoWaitForAll() {
    copies.begin(0b1);
    assertThat(copies.landed(0b1, 0)).isTrue();
    assertThat(copies.allLanded(0b1)).isFalse();
    assertThat(copies.allLanded(0b10)).isTrue();
  }

  @Test
  void lanesThatWentApartHaveGroupsOfTheirOwn() {
    copies.commit(0b10);
    copies.commit(0b10);
    AsyncCopies.Copy copy = copies.begin(0b11);
    copies.commit(0b01);
    assertThat(copies.landed(0b01, 0)).isFalse();
    assertThat(copies.landed(0b10, 0)).as("lane 1 has not committed the copy").isTrue();
    copies.commit(0b10);
    assertThat(copies.landed(0b10, 0)).isFalse();
    assertThat(copies.landed(0b10, 1)).isTrue();
    copies.landed(copy);
    assertThat(copies.landed(0b11, 0)).isTrue();
  }

  @Test
  void anArrivalHappensOnceEveryCopyBeforeItHasLanded() {
    List<String> happened = new ArrayList<>();
    copies.whenLanded(0b1, () -> happened.add("at once"));
    AsyncCopies.Copy first = copies.begin(0b1);
    AsyncCopies.Copy second = copies.begin(0b1);
    copies.whenLanded(0b1, () -> happened.add("after both"));
    AsyncCopies.Copy third = copies.begin(0b1);
    copies.landed(second);
    assertThat(happened).containsExactly("at once");
    copies.landed(first);
    assertThat(happened).containsExactly("at once", "after both");
    copies.landed(third);
    assertThat(happened).hasSize(2);
  }
}
