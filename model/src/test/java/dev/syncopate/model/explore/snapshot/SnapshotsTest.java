package dev.syncopate.model.explore.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SnapshotsTest {
  private enum Colour {
    RED,
    GREEN
  }

  private record Point(int x, Colour colour) {}

  /** A record that holds something which changes. */
  private record Holder(@Nullable Node node, int tag) {}

  private static class Base {
    boolean flag;
    @Nullable Node inherited;
  }

  private static final class Node extends Base {
    final int[] numbers = {1, 2};
    final ArrayDeque<Node> queue = new ArrayDeque<>();
    final List<@Nullable Object> list = new ArrayList<>();
    final TreeMap<String, Node> map = new TreeMap<>();
    byte[] bytes = {7};
    long number;
    @Nullable Node next;
    @Nullable Point point;
    @Nullable Holder holder;
    @Nullable Outside outside;
    @Nullable Object anything;
  }

  private static final class Outside implements SharedObject {
    int decidesNothing;
  }

  private final Snapshots snapshots =
      new Snapshots(
          new SnapshotPlans(
              Set.of(SharedObject.class),
              List.of("dev.syncopate.model.explore.snapshot"),
              "java.lang"));
  private final Outside outside = new Outside();
  private Node root = new Node();

  @BeforeEach
  void fill() {
    root = new Node();
    root.next = new Node();
    root.inherited = root.next;
    root.point = new Point(3, Colour.RED);
    root.holder = new Holder(root.next, 5);
    root.queue.add(root);
    root.list.add("text");
    root.list.add(null);
    root.list.add(root.next);
    root.map.put("a", root.next);
    root.outside = outside;
  }

  /** Which of them an object has depends on where it has been copied. */
  @Test
  void arraysWithoutElementsAreNotToldApart() {
    byte[] empty = {};
    root.bytes = empty;
    Objects.requireNonNull(root.next).bytes = empty;
    byte[] encoded = snapshots.encode(root);
    Objects.requireNonNull(root.next).bytes = new byte[0];
    assertThat(snapshots.encode(root)).isEqualTo(encoded);
    assertThat(snapshots.encode(snapshots.copy(root))).isEqualTo(encoded);
    root.bytes = new byte[1];
    assertThat(snapshots.encode(root)).isNotEqualTo(encoded);
  }

  @Test
  void aCopyIsEqualAndSharesNothingThatChanges() {
    Node copy = snapshots.copy(root);
    assertThat(snapshots.encode(copy)).isEqualTo(snapshots.encode(root));
    assertThat(copy).isNotSameAs(root);
    assertThat(copy.next).isNotSameAs(root.next).isSameAs(copy.inherited);
    assertThat(copy.queue.getFirst()).isSameAs(copy);
    assertThat(Objects.requireNonNull(copy.holder).node()).isSameAs(copy.next);
    assertThat(copy.list).containsExactly("text", null, copy.next);
    assertThat(copy.map.get("a")).isSameAs(copy.next);
    assertThat(copy.numbers).isNotSameAs(root.numbers).containsExactly(1, 2);
    assertThat(copy.outside).isSameAs(root.outside);
    assertThat(copy.point).isSameAs(root.point);
  }

  @Test
  void everyDifferenceShows() {
    byte[] original = snapshots.encode(root);
    List<Runnable> changes =
        List.of(
            () -> root.number = 1,
            () -> root.flag = true,
            () -> root.bytes = new byte[] {8},
            () -> root.bytes = new byte[] {7, 0},
            () -> root.numbers[1] = 3,
            () -> root.queue.add(root),
            () -> root.list.set(0, "other"),
            () -> root.map.put("b", root),
            () -> root.point = new Point(3, Colour.GREEN),
            () -> root.holder = new Holder(root.next, 6),
            () -> root.next = root,
            () -> root.inherited = new Node(),
            () -> root.outside = new Outside());
    for (int i = 0; i < changes.size(); i++) {
      fill();
      changes.get(i).run();
      assertThat(snapshots.encode(root)).as("change %d", i).isNotEqualTo(original);
    }
    fill();
    assertThat(snapshots.encode(root)).isEqualTo(original);
  }

  @Test
  void whatIsOutsideDoesNotShow() {
    byte[] original = snapshots.encode(root);
    outside.decidesNothing = 9;
    assertThat(snapshots.encode(root)).isEqualTo(original);
    assertThat(Objects.requireNonNull(snapshots.copy(root).outside).decidesNothing).isEqualTo(9);
  }

  /** No copy or encoding leaves anything for the next, even if an exception ended it. */
  @Test
  void snapshotsAreTakenOneAfterTheOther() {
    byte[] original = snapshots.encode(root);
    root.anything = new java.util.HashMap<>();
    assertThatThrownBy(() -> snapshots.encode(root)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> snapshots.copy(root)).isInstanceOf(IllegalStateException.class);
    root.anything = null;
    for (int i = 0; i < 3; i++) {
      assertThat(snapshots.encode(root)).isEqualTo(original);
      assertThat(snapshots.encode(snapshots.copy(root))).isEqualTo(original);
    }
  }

  @Test
  void graphsOfManyObjectsAreCopied() {
    Node last = root;
    for (int i = 0; i < 200; i++) {
      last.holder = new Holder(new Node(), i);
      last = Objects.requireNonNull(last.holder.node());
      last.inherited = root;
    }
    Node copy = snapshots.copy(root);
    assertThat(snapshots.encode(copy)).isEqualTo(snapshots.encode(root));
    last.number = 1;
    assertThat(snapshots.encode(copy)).isNotEqualTo(snapshots.encode(root));
  }

  @Test
  void whatIsNotUnderstoodIsAnErrorThatNamesTheField() {
    IntSupplier function = () -> 1;
    root.anything = function;
    assertThatThrownBy(() -> snapshots.encode(root))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cannot take a snapshot of a ")
        .hasMessageEndingWith("held by " + Node.class.getName() + ".anything");
    assertThatThrownBy(() -> snapshots.copy(root)).hasMessageEndingWith("Node.anything");
    assertThat(root.anything).isSameAs(function);
    root.anything = new java.util.HashMap<>();
    assertThatThrownBy(() -> snapshots.encode(root)).hasMessageContaining("java.util.HashMap");
  }
}
