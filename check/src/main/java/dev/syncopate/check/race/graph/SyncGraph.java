package dev.syncopate.check.race.graph;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Synchronisation graph of a launch: base causality order (PTX ISA, "Causality order") as a graph
 * that grows at its end. A node stands for a moment of one thread, of lanes of a warp that met, or
 * of a CTA at a barrier. Everything its threads did before happens before it, and so does
 * everything that happens before its predecessors. Nodes are numbered in the order of their making,
 * so a node's ancestors have smaller numbers. Node 0 is the launch.
 *
 * <p>An access is identified by its thread and by the latest node of the thread then. It happens
 * before a later node if one of that node's ancestors covers the thread and was made after the
 * access. That is looked for when two accesses conflict, and not before: atomics that order much
 * and protect nothing cost a node each.
 */
public final class SyncGraph {
  /** How many nodes there may be: 28 bytes each. */
  static final int MOST = 1 << 26;

  private static final int MEMO = 1 << 15;

  private int size = 1;
  private int[] left = new int[1024];
  private int[] right = new int[1024];
  private int[] first = new int[1024];
  private int[] span = new int[1024];
  private long[] mask = new long[1024];
  private int[] pc = new int[1024];

  private int[] visited = new int[1024];

  /** The same of nodes behind an instruction that is looked for. */
  private int[] visitedBehind = {};

  private int visit;
  private int[] stack = new int[256];

  /** Answers: of a node and a warp, up to which moment which lanes are covered. */
  private final int[] memoNode = new int[MEMO];

  private final int[] memoWarp = new int[MEMO];
  private final int[] memoTime = new int[MEMO];
  private final long[] memoLanes = new long[MEMO];
  private final long[] memoAsked = new long[MEMO];

  private boolean full;

  /** Forgets all nodes: another launch begins. */
  public void clear() {
    size = 1;
    full = false;
    Arrays.fill(memoNode, 0);
  }

  /** Whether a node could not be made because there were too many: orders are missing from then. */
  public boolean full() {
    return full;
  }

  public int size() {
    return size;
  }

  /** The instruction that made a node; -1 for none. */
  public int pc(int node) {
    return node == 0 ? -1 : pc[node];
  }

  /** The first node that a node is directly behind. */
  public int left(int node) {
    return left[node];
  }

  /** The second node that a node is directly behind; 0 for none. */
  public int right(int node) {
    return right[node];
  }

  /**
   * A moment of lanes of a warp.
   *
   * @param firstThread thread of lane 0
   * @param lanes that it covers
   * @param predecessor a node before it
   * @param alsoBefore another, or 0
   */
  public int lanes(int firstThread, long lanes, int instruction, int predecessor, int alsoBefore) {
    return add(firstThread, 1, lanes, instruction, predecessor, alsoBefore);
  }

  /** A moment of all threads of a CTA. */
  public int cta(int firstThread, int threads, int instruction, int predecessor) {
    return add(firstThread, Math.max(2, threads), -1, instruction, predecessor, 0);
  }

  /** A node behind two others that covers no thread; one of them if that says as much. */
  public int join(int a, int b) {
    if (a == b || b == 0) {
      return a;
    }
    return a == 0 ? b : add(0, 0, 0, -1, a, b);
  }

  /** As {@link #join}, of nodes of which the first may have been made of the second before. */
  public int merge(int merged, int node) {
    return node == 0 || node == merged || (merged > node && joins(merged, node))
        ? merged
        : join(merged, node);
  }

  /** Whether a node was made of another directly. */
  public boolean joins(int node, int part) {
    return left[node] == part || right[node] == part;
  }

  private int add(
      int firstThread, int threads, long lanes, int instruction, int predecessor, int alsoBefore) {
    if (size == MOST) {
      full = true;
      return predecessor;
    }
    if (size == left.length) {
      int capacity = Math.min(MOST, 2 * size);
      left = Arrays.copyOf(left, capacity);
      right = Arrays.copyOf(right, capacity);
      first = Arrays.copyOf(first, capacity);
      span = Arrays.copyOf(span, capacity);
      mask = Arrays.copyOf(mask, capacity);
      pc = Arrays.copyOf(pc, capacity);
      visited = Arrays.copyOf(visited, capacity);
    }
    left[size] = predecessor;
    right[size] = alsoBefore;
    first[size] = firstThread;
    span[size] = threads;
    mask[size] = lanes;
    pc[size] = instruction;
    return size++;
  }

  /** Which lanes of a warp a node covers. */
  private long covers(int node, int firstThread, long lanes) {
    if (span[node] == 1) {
      return first[node] == firstThread ? mask[node] & lanes : 0;
    }
    int distance = firstThread - first[node];
    return distance >= 0 && distance < span[node] ? lanes : 0;
  }

  /**
   * Whether what lanes of a warp did at a moment happens before a node.
   *
   * @param node at or behind which the later access is
   * @param firstThread thread of the warp's lane 0
   * @param time the lanes' latest node when they did it
   */
  public boolean before(int firstThread, long lanes, int time, int node) {
    if (node <= time) {
      return false;
    }
    int slot = (node * 0x9e3779b1 ^ firstThread * 0x85ebca6b) >>> 17;
    if (memoNode[slot] == node && memoWarp[slot] == firstThread && node != 0) {
      if (time <= memoTime[slot] && (lanes & ~memoLanes[slot]) == 0) {
        return true;
      }
      if (time >= memoTime[slot]
          && (lanes & ~memoAsked[slot]) == 0
          && (lanes & ~memoLanes[slot]) != 0) {
        return false;
      }
    }
    long covered = search(firstThread, lanes, time, node);
    memoNode[slot] = node;
    memoWarp[slot] = firstThread;
    memoTime[slot] = time;
    memoLanes[slot] = covered;
    memoAsked[slot] = lanes;
    return covered == lanes;
  }

  /**
   * Whether what lanes of a warp did at a moment happens before a node, and one of some
   * instructions lies between.
   *
   * @param instructions of which each has a node for each lane that executes it
   */
  public boolean beforeThrough(
      int firstThread, long lanes, int time, int node, BitSet instructions) {
    return node > time && search(firstThread, lanes, time, node, instructions);
  }

  /**
   * The same where some nodes must lie behind that instruction on the way.
   *
   * @param nodes one of which must
   */
  public boolean beforeThrough(
      int firstThread, long lanes, int time, int node, BitSet instructions, BitSet nodes) {
    // Base causality is transitive: what is before one of the nodes is before what they precede.
    for (int middle = nodes.nextSetBit(time + 1);
        middle >= 0 && middle <= node;
        middle = nodes.nextSetBit(middle + 1)) {
      if (reaches(middle, node) && search(firstThread, lanes, time, middle, instructions)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a node is another one or happens before it. */
  private boolean reaches(int earlier, int node) {
    visit++;
    int depth = 0;
    stack[depth++] = node;
    visited[node] = visit;
    while (depth > 0) {
      int current = stack[--depth];
      if (current == earlier) {
        return true;
      }
      if (depth + 2 > stack.length) {
        stack = Arrays.copyOf(stack, 2 * stack.length);
      }
      depth = push(left[current], earlier - 1, false, visited, depth);
      depth = push(right[current], earlier - 1, false, visited, depth);
    }
    return false;
  }

  private boolean search(int firstThread, long lanes, int time, int node, BitSet instructions) {
    visit++;
    if (visitedBehind.length < visited.length) {
      visitedBehind = new int[visited.length];
    }
    long missing = lanes;
    int depth = 0;
    stack[depth++] = node;
    visited[node] = visit;
    while (depth > 0) {
      int code = stack[--depth];
      int current = code < 0 ? ~code : code;
      boolean isBehind =
          code < 0 || (pc[current] >= 0 && span[current] == 1 && instructions.get(pc[current]));
      if (isBehind) {
        missing &= ~covers(current, firstThread, lanes);
        if (missing == 0) {
          return true;
        }
      }
      if (depth + 2 > stack.length) {
        stack = Arrays.copyOf(stack, 2 * stack.length);
      }
      int[] visits = isBehind ? visitedBehind : visited;
      depth = push(left[current], time, isBehind, visits, depth);
      depth = push(right[current], time, isBehind, visits, depth);
    }
    return false;
  }

  private int push(int node, int time, boolean isBehind, int[] visits, int depth) {
    if (node <= time || visits[node] == visit) {
      return depth;
    }
    visits[node] = visit;
    stack[depth] = isBehind ? ~node : node;
    return depth + 1;
  }

  private long search(int firstThread, long lanes, int time, int node) {
    visit++;
    long missing = lanes;
    int depth = 0;
    stack[depth++] = node;
    visited[node] = visit;
    while (depth > 0) {
      int current = stack[--depth];
      missing &= ~covers(current, firstThread, lanes);
      if (missing == 0) {
        return lanes;
      }
      if (depth + 2 > stack.length) {
        stack = Arrays.copyOf(stack, 2 * stack.length);
      }
      int a = left[current];
      if (a > time && visited[a] != visit) {
        visited[a] = visit;
        stack[depth++] = a;
      }
      int b = right[current];
      if (b > time && visited[b] != visit) {
        visited[b] = visit;
        stack[depth++] = b;
      }
    }
    return lanes & ~missing;
  }
}
