package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.ControlInstruction.Exit;
import dev.syncopate.ptx.ir.ControlInstruction.Return;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Nesting depth of each instruction in transactions of the same function. That must be the same on
 * every way to it, none at the function's end, and is found by walking the flow graph once.
 */
public final class TransactionDepth {
  /** Of an instruction to which no way leads. */
  public static final int UNREACHED = -1;

  private static final int NOBODY = -1;

  /** Kind of a mistake in a function's transactions. */
  public enum Kind {
    /** {@code tx.commit} in no transaction. */
    COMMIT_OUTSIDE,
    /** The function, or the thread, ends inside a transaction. */
    END_INSIDE,
    /** An instruction is in more transactions on one way to it than on another. */
    UNEVEN
  }

  /** Instructions that are executed one after the other, from the first to the last. */
  public record Stretch(int first, int last) {}

  /**
   * A way to an instruction, from its outermost open {@code tx.begin} on, or where none is open,
   * from the last {@code tx.commit} or the function's entry on.
   */
  public record Way(int depth, List<Stretch> stretches) {
    public Way {
      stretches = List.copyOf(stretches);
    }
  }

  /**
   * A mistake with its place.
   *
   * @param ways one, or two with different depths for {@link Kind#UNEVEN}
   */
  public record Imbalance(Kind kind, int instruction, List<Way> ways) {
    public Imbalance {
      ways = List.copyOf(ways);
    }
  }

  private final List<Instruction> code;
  private final FlowGraph graph;
  private final int[] depthBefore;
  private final int[] entering;
  private final int[] cameFrom;
  private final @Nullable Imbalance imbalance;

  /** Of a function by itself; branches have their targets. */
  public TransactionDepth(List<Instruction> function) {
    this(function, List.of(0), new FlowGraph(function, List.of(0)));
  }

  TransactionDepth(List<Instruction> code, List<Integer> functionEntries, FlowGraph graph) {
    this.code = code;
    this.graph = graph;
    depthBefore = new int[code.size()];
    entering = new int[graph.blocks()];
    cameFrom = new int[graph.blocks()];
    Arrays.fill(depthBefore, UNREACHED);
    Arrays.fill(entering, UNREACHED);
    Arrays.fill(cameFrom, NOBODY);
    imbalance = walk(functionEntries);
  }

  /** Before an instruction; {@link #UNREACHED} where no way leads to it. */
  public int before(int instruction) {
    return depthBefore[instruction];
  }

  /** The first thing that is wrong, seen from the entry; null if nothing is. */
  public @Nullable Imbalance imbalance() {
    return imbalance;
  }

  /** A shortest way to an instruction that is reached. */
  public Way wayTo(int instruction) {
    return way(graph.blockOf(instruction), instruction, depthBefore[instruction], null);
  }

  private @Nullable Imbalance walk(List<Integer> entries) {
    Deque<Integer> work = new ArrayDeque<>();
    for (int entry : entries) {
      if (entry < code.size()) {
        entering[graph.blockOf(entry)] = 0;
        work.add(graph.blockOf(entry));
      }
    }
    while (!work.isEmpty()) {
      int block = work.remove();
      Imbalance imbalance = pass(block);
      if (imbalance != null) {
        return imbalance;
      }
      int last = graph.end(block) - 1;
      int depth = after(last);
      for (int next : graph.successors(block)) {
        if (next == graph.exit()) {
          continue;
        }
        if (entering[next] == UNREACHED) {
          entering[next] = depth;
          cameFrom[next] = block;
          work.add(next);
        } else if (entering[next] != depth) {
          int entryPc = graph.start(next);
          Way incoming = way(block, last, depth, new Stretch(entryPc, entryPc));
          return new Imbalance(
              Kind.UNEVEN, entryPc, List.of(way(next, entryPc, entering[next], null), incoming));
        }
      }
    }
    return null;
  }

  private @Nullable Imbalance pass(int block) {
    int depth = entering[block];
    for (int i = graph.start(block); i < graph.end(block); i++) {
      depthBefore[i] = depth;
      Instruction instruction = code.get(i);
      Kind kind =
          depth == 0 && instruction instanceof Transaction t && !t.begin()
              ? Kind.COMMIT_OUTSIDE
              : depth > 0 && (instruction instanceof Return || instruction instanceof Exit)
                  ? Kind.END_INSIDE
                  : null;
      if (kind != null) {
        return new Imbalance(kind, i, List.of(way(block, i, depth, null)));
      }
      depth = after(i);
    }
    return null;
  }

  private int after(int instruction) {
    return code.get(instruction) instanceof Transaction t
        ? depthBefore[instruction] + (t.begin() ? 1 : -1)
        : depthBefore[instruction];
  }

  /** A shortest way to the end of a stretch of a block, and perhaps one stretch more. */
  private Way way(int block, int last, int depth, @Nullable Stretch lastStretch) {
    List<Stretch> stretches = new ArrayList<>();
    if (lastStretch != null) {
      stretches.add(lastStretch);
    }
    int end = last;
    for (int b = block; b != NOBODY; b = cameFrom[b]) {
      stretches.addFirst(new Stretch(graph.start(b), end));
      end = cameFrom[b] == NOBODY ? end : graph.end(cameFrom[b]) - 1;
    }
    return new Way(depth, trimmed(stretches, depth == 0));
  }

  /** From the last transaction's outermost begin on, or from the last commit on. */
  private List<Stretch> trimmed(List<Stretch> stretches, boolean outside) {
    for (int s = stretches.size() - 1; s >= 0; s--) {
      Stretch stretch = stretches.get(s);
      // The last instruction of the whole way has not happened yet.
      int startPc = s == stretches.size() - 1 ? stretch.last() - 1 : stretch.last();
      for (int i = startPc; i >= stretch.first(); i--) {
        if (code.get(i) instanceof Transaction
            && (outside ? after(i) == 0 : depthBefore[i] == 0 && after(i) == 1)) {
          List<Stretch> remaining = new ArrayList<>(stretches.subList(s, stretches.size()));
          remaining.set(0, new Stretch(i, stretch.last()));
          return remaining;
        }
      }
    }
    return stretches;
  }
}
