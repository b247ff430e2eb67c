package dev.syncopate.model.explore.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkingGraphTest {
  private record Point(int x, Object[] path, long y) {}

  private static final class Item {
    final int number;
    @Nullable Object peer;

    Item(int number) {
      this.number = number;
    }
  }

  private static class Base {
    boolean flag;
    final Item inner = new Item(1);
  }

  private static final class Root extends Base {
    int number;
    long large;
    double real;
    char letter;
    @Nullable Point point;
    @Nullable Object anything;
    final byte[] bytes = {1, 2};
    final int[] ints = {3};
    final long[] longs = {4};
    final boolean[] flags = {true};
    final Item[] fixed = {new Item(5), new Item(6)};
    final @Nullable Item[] room = {new Item(7), null};
    final List<@Nullable Object> list = new ArrayList<>(List.of(new Item(8)));
    final List<Item> constant = List.of(new Item(9));
    final ArrayDeque<Object> queue = new ArrayDeque<>();
    final TreeMap<String, Object> map = new TreeMap<>();
  }

  private final Snapshots snapshots =
      new Snapshots(
          new SnapshotPlans(
              Set.of(SharedObject.class),
              List.of("dev.syncopate.model.explore.snapshot"),
              "java.lang"));
  private final Root root = new Root();

  /** Each changes something that no other does. */
  private final List<Runnable> changes =
      List.of(
          () -> root.flag = true,
          () -> root.inner.peer = root,
          () -> root.number = -1,
          () -> root.large = Long.MIN_VALUE,
          () -> root.real = 0.5,
          () -> root.letter = 'a',
          () -> root.point = new Point(2, new Object[] {root, "text"}, -3),
          () -> root.anything = new ArrayList<>(Arrays.asList(null, root.inner, new Item(10))),
          () ->
              root.anything = new ArrayDeque<>(List.of(new int[] {1}, new long[0], new boolean[2])),
          () -> root.anything = new TreeMap<>(java.util.Map.of(1, new Item(11), 2, root.fixed[1])),
          () -> root.bytes[1] = 8,
          () -> root.ints[0] = 0,
          () -> root.longs[0] = -5,
          () -> root.flags[0] = false,
          () -> root.fixed[1].peer = root.fixed[0],
          () -> root.fixed[0] = new Item(12),
          () -> root.room[0] = null,
          () -> root.room[1] = root.room[0],
          () -> root.list.add(null),
          () -> root.list.clear(),
          () -> ((Item) Objects.requireNonNull(root.list.getFirst())).peer = root.room[0],
          () -> root.constant.getFirst().peer = root.constant,
          () -> root.queue.add(root.inner),
          () -> root.map.put("a", new Item(13)));

  private static byte[] copy(ByteSink sink) {
    return Arrays.copyOf(sink.array(), sink.length());
  }

  @Test
  void everyDifferenceShowsAndIsPutBack() {
    WorkingGraph<Root> graph = new WorkingGraph<>(snapshots, root);
    byte[] start = copy(graph.write());
    byte[] wholeStart = snapshots.encode(root);
    List<byte[]> states = new ArrayList<>();
    List<byte[]> encodings = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      changes.get(i).run();
      states.add(copy(graph.write()));
      encodings.add(snapshots.encode(root));
      assertThat(states.getLast()).as("change %d", i).isNotEqualTo(start);
      assertThat(graph.read(start, 0)).isSameAs(root);
      assertThat(copy(graph.write())).as("change %d", i).isEqualTo(start);
      assertThat(snapshots.encode(root)).as("change %d", i).isEqualTo(wholeStart);
    }
    for (int i = changes.size() - 1; i >= 0; i--) {
      byte[] padded = new byte[states.get(i).length + 3];
      System.arraycopy(states.get(i), 0, padded, 3, states.get(i).length);
      graph.read(padded, 3);
      assertThat(snapshots.encode(root)).as("change %d", i).isEqualTo(encodings.get(i));
      assertThat(copy(graph.write())).as("change %d", i).isEqualTo(states.get(i));
    }
  }

  @Test
  void whatFinalFieldsReferToStays() {
    Item inner = root.inner;
    Item first = root.fixed[0];
    WorkingGraph<Root> graph = new WorkingGraph<>(snapshots, root);
    byte[] start = copy(graph.write());
    inner.peer = new Item(3);
    root.fixed[0] = new Item(4);
    byte[] written = copy(graph.write());
    graph.read(start, 0);
    assertThat(root.fixed[0]).isSameAs(first);
    assertThat(inner.peer).isNull();
    graph.read(written, 0);
    assertThat(root.inner).isSameAs(inner);
    assertThat(((Item) Objects.requireNonNull(inner.peer)).number).isEqualTo(3);
    assertThat(root.fixed[0].number).isEqualTo(4);
  }

  /** Where elements come and go it makes no difference which ones were there at the start. */
  @Test
  void anElementThatIsEqualMakesNoDifferenceWhereThereIsRoom() {
    WorkingGraph<Root> graph = new WorkingGraph<>(snapshots, root);
    byte[] start = copy(graph.write());
    root.room[0] = new Item(7);
    assertThat(copy(graph.write())).isEqualTo(start);
    root.anything = root.room[0];
    byte[] shared = copy(graph.write());
    root.anything = new Item(7);
    assertThat(copy(graph.write())).isNotEqualTo(shared);
  }

  private static final class Hidden {
    @SuppressWarnings("UnusedVariable") // by reflection
    final List<Object> list;

    Hidden(List<Object> list) {
      this.list = list;
    }
  }

  /** What a list shows that only looks at another one may change without being seen. */
  @Test
  void aListThatOthersMayChangeIsRefused() {
    Hidden hidden = new Hidden(Collections.unmodifiableList(new ArrayList<>()));
    assertThatThrownBy(() -> new WorkingGraph<>(snapshots, hidden))
        .hasMessageContaining("Hidden.list");
  }
}
