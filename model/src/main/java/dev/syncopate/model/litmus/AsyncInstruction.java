package dev.syncopate.model.litmus;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Instruction of asynchronous synchronisation: a bulk copy, a group of them, an operation on an
 * mbarrier, a proxy fence with a state space or a direction, a barrier of a cluster. The PTX ISA 9
 * manual describes them under "Bulk copy", "mbarrier" and "barrier.cluster". All operands are names
 * of locations and numbers.
 */
public sealed interface AsyncInstruction {
  /** Bytes that a location stands for: the smallest bulk copy. */
  int BYTES = 16;

  /** The locations that it names. */
  List<String> names();

  /** The instruction as tests write it. */
  String text();

  /** State spaces that a bulk copy reads and writes, as PTX spells them. */
  enum Direction {
    GLOBAL_TO_SHARED("shared::cluster.global", false, true),
    SHARED_TO_GLOBAL("global.shared::cta", true, false),
    SHARED_TO_PEER("shared::cluster.shared::cta", true, true);

    private final String spaces;
    private final boolean fromShared;
    private final boolean toShared;

    Direction(String spaces, boolean fromShared, boolean toShared) {
      this.spaces = spaces;
      this.fromShared = fromShared;
      this.toShared = toShared;
    }

    /** Whether the sources are in shared memory. */
    public boolean fromShared() {
      return fromShared;
    }

    /** Whether the targets are in shared memory; such a copy completes on an mbarrier. */
    public boolean toShared() {
      return toShared;
    }
  }

  /**
   * {@code cp.async.bulk} and {@code cp.reduce.async.bulk}.
   *
   * @param reduction how elements are combined with the target's; null for a copy
   * @param targets locations that are written, as many as the sources
   * @param mbarrier where it completes; null where it is part of a bulk group
   */
  record Copy(
      Direction direction,
      @Nullable IntegerFunction reduction,
      List<String> targets,
      List<String> sources,
      @Nullable String mbarrier)
      implements AsyncInstruction {
    public Copy {
      targets = List.copyOf(targets);
      sources = List.copyOf(sources);
    }

    @Override
    public List<String> names() {
      return all(targets, sources, mbarrier);
    }

    @Override
    public String text() {
      return "cp.%sasync.bulk.%s.%s%s %s, %s, %d%s"
          .formatted(
              reduction == null ? "" : "reduce.",
              direction.spaces,
              mbarrier == null ? "bulk_group" : "mbarrier::complete_tx::bytes",
              reduction == null ? "" : "." + reduction.text(),
              list(targets),
              list(sources),
              BYTES * targets.size(),
              mbarrier == null ? "" : ", " + mbarrier);
    }
  }

  /**
   * {@code cp.async.bulk.tensor}: a copy of one tile, whose map holds the address of the tile in
   * global memory.
   */
  record TensorLoad(String target, String map, String mbarrier) implements AsyncInstruction {
    @Override
    public List<String> names() {
      return List.of(target, map, mbarrier);
    }

    @Override
    public String text() {
      return "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes %s, %s, %s"
          .formatted(target, map, mbarrier);
    }
  }

  /**
   * {@code st.async} and {@code red.async}, in the generic proxy.
   *
   * @param reduction how the value is combined with the target's; null for a store
   */
  record RemoteStore(
      @Nullable IntegerFunction reduction, String target, long value, String mbarrier)
      implements AsyncInstruction {
    @Override
    public List<String> names() {
      return List.of(target, mbarrier);
    }

    @Override
    public String text() {
      return "%s.mbarrier::complete_tx::bytes%s %s, %d, %s"
          .formatted(
              reduction == null ? "st.async" : "red.async.relaxed.cluster",
              reduction == null ? "" : "." + reduction.text(),
              target,
              value,
              mbarrier);
    }
  }

  /** {@code cp.async.bulk.commit_group}. */
  record CommitGroup() implements AsyncInstruction {
    @Override
    public List<String> names() {
      return List.of();
    }

    @Override
    public String text() {
      return "cp.async.bulk.commit_group";
    }
  }

  /**
   * {@code cp.async.bulk.wait_group}: waits for all groups of the thread but the newest.
   *
   * @param reads whether only for the reads of maps and sources ({@code .read})
   * @param newest how many groups it does not wait for
   */
  record WaitGroup(boolean reads, long newest) implements AsyncInstruction {
    @Override
    public List<String> names() {
      return List.of();
    }

    @Override
    public String text() {
      return "cp.async.bulk.wait_group%s %d".formatted(reads ? ".read" : "", newest);
    }
  }

  /** Operations on mbarriers. */
  enum MbarrierAction {
    INIT("init"),
    INVAL("inval"),
    ARRIVE("arrive"),
    ARRIVE_EXPECT_TX("arrive.expect_tx"),
    ARRIVE_DROP("arrive_drop"),
    EXPECT_TX("expect_tx"),
    COMPLETE_TX("complete_tx"),
    /** Says whether the phase of a parity is complete. */
    TEST_WAIT("test_wait.parity"),
    /** The same; it may also say no where it is. */
    TRY_WAIT("try_wait.parity");

    private final String words;

    MbarrierAction(String words) {
      this.words = words;
    }

    /** The words behind {@code mbarrier}. */
    public String words() {
      return words;
    }

    /** Whether it arrives. */
    public boolean arrives() {
      return this == ARRIVE || this == ARRIVE_EXPECT_TX || this == ARRIVE_DROP;
    }

    /** Whether it waits. */
    public boolean waits() {
      return this == TEST_WAIT || this == TRY_WAIT;
    }

    /** Whether it is for threads of the mbarrier's block alone. */
    boolean isLocal() {
      return waits() || this == INIT || this == INVAL;
    }
  }

  /**
   * An operation on an mbarrier.
   *
   * @param order {@code RELEASE}, {@code ACQUIRE} or {@code RELAXED}
   * @param scope the scope of its order; null for init and inval
   * @param target the register that a wait sets to 1 or 0; null for others
   * @param number count of arrivals, bytes, or parity
   */
  record Mbarrier(
      MbarrierAction action,
      LitmusOrder order,
      @Nullable LitmusScope scope,
      @Nullable String target,
      String mbarrier,
      long number)
      implements AsyncInstruction {
    @Override
    public List<String> names() {
      return List.of(mbarrier);
    }

    @Override
    public String text() {
      boolean counts = action != MbarrierAction.INVAL;
      boolean single =
          number == 1 && (action == MbarrierAction.ARRIVE || action == MbarrierAction.ARRIVE_DROP);
      return "mbarrier.%s%s %s%s%s"
          .formatted(
              action.words(),
              scope == null ? "" : "." + order.text() + "." + scope.text(),
              target != null ? target + ", " : action.arrives() ? "_, " : "",
              mbarrier,
              counts && !single ? ", " + number : "");
    }
  }

  /** State space of the objects that a fence between the generic and the async proxy orders. */
  enum FenceSpace {
    ALL(""),
    GLOBAL(".global"),
    SHARED_CTA(".shared::cta"),
    SHARED_CLUSTER(".shared::cluster");

    private final String suffix;

    FenceSpace(String suffix) {
      this.suffix = suffix;
    }

    /** Qualifier behind {@code fence.proxy.async}. */
    public String suffix() {
      return suffix;
    }
  }

  /** {@code fence.proxy.async}: orders the generic and the async proxy, both ways. */
  record ProxyFence(FenceSpace space) implements AsyncInstruction {
    @Override
    public List<String> names() {
      return List.of();
    }

    @Override
    public String text() {
      return "fence.proxy.async" + space.suffix();
    }
  }

  /**
   * {@code fence.proxy.tensormap::generic}.
   *
   * @param map the map that an acquire is of; null for a release
   */
  record TensormapFence(LitmusScope scope, @Nullable String map) implements AsyncInstruction {
    /** Bytes of a tensor map. */
    static final int MAP_BYTES = 128;

    @Override
    public List<String> names() {
      return map == null ? List.of() : List.of(map);
    }

    @Override
    public String text() {
      return "fence.proxy.tensormap::generic.%s.%s%s"
          .formatted(
              map == null ? "release" : "acquire",
              scope.text(),
              map == null ? "" : " %s, %d".formatted(map, MAP_BYTES));
    }
  }

  /** {@code fence.mbarrier_init.release.cluster}: of the thread's earlier initialisations alone. */
  record InitFence() implements AsyncInstruction {
    @Override
    public List<String> names() {
      return List.of();
    }

    @Override
    public String text() {
      return "fence.mbarrier_init.release.cluster";
    }
  }

  /**
   * {@code tensormap.replace}: a weak generic write of the whole map.
   *
   * @param tile the location whose address the map holds then
   */
  record ReplaceMap(String map, String tile) implements AsyncInstruction {
    @Override
    public List<String> names() {
      return List.of(map, tile);
    }

    @Override
    public String text() {
      return "tensormap.replace.tile.global_address %s, %s".formatted(map, tile);
    }
  }

  /**
   * {@code barrier.cluster}: of all threads of a cluster that have not ended.
   *
   * @param arrives whether it arrives; else it waits
   * @param order of an arrival {@code RELEASE} or {@code RELAXED}, of a wait {@code ACQUIRE}
   */
  record ClusterBarrier(boolean arrives, LitmusOrder order) implements AsyncInstruction {
    @Override
    public List<String> names() {
      return List.of();
    }

    @Override
    public String text() {
      return "barrier.cluster.%s.%s".formatted(arrives ? "arrive" : "wait", order.text());
    }
  }

  private static List<String> all(
      List<String> targets, List<String> sources, @Nullable String mbarrier) {
    List<String> names = new ArrayList<>(targets);
    names.addAll(sources);
    if (mbarrier != null) {
      names.add(mbarrier);
    }
    return List.copyOf(names);
  }

  private static String list(List<String> names) {
    return names.size() == 1 ? names.getFirst() : "{" + String.join(", ", names) + "}";
  }
}
