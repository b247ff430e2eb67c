package dev.syncopate.ptx.reference;

import dev.syncopate.ptx.syntax.InstructionSyntax;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A thread: where it is, and what it waits for. */
final class Lane {
  /** In its CTA. */
  final int number;

  final int cta;
  final ReferenceShape shape;
  final ReferenceSpaces memory;
  final Deque<FunctionFrame> frames = new ArrayDeque<>();

  /** The exchange or barrier it stands at, or null while it can go on. */
  @Nullable InstructionSyntax waitsAt;

  /** The lanes that an exchange names, or the threads that a barrier wants. */
  long awaited;

  /** The number of a barrier; -1 at an exchange. */
  int barrier = -1;

  boolean exited;

  Lane(int number, int cta, ReferenceShape shape, ReferenceSpaces memory) {
    this.number = number;
    this.cta = cta;
    this.shape = shape;
    this.memory = memory;
  }

  int warp() {
    return number / shape.warpWidth();
  }

  /** In its warp. */
  int lane() {
    return number % shape.warpWidth();
  }

  boolean canGoOn() {
    return !exited && waitsAt == null;
  }

  /** What it waited for has come: it goes on behind the statement. */
  void pass() {
    waitsAt = null;
    barrier = -1;
    frames.getFirst().next++;
  }

  /** The value of a special register (PTX ISA, "Special Registers"), or null if it is not known. */
  @Nullable Long special(String name, @Nullable String element) {
    int axis = element == null ? 0 : "xyz".indexOf(element);
    long bit = 1L << lane();
    return switch (name) {
      case "%tid" -> (long) (axis == 0 ? number % shape.x() : axis == 1 ? number / shape.x() : 0);
      case "%ntid" -> (long) (axis == 0 ? shape.x() : axis == 1 ? shape.y() : 1);
      case "%ctaid" -> (long) (axis == 0 ? cta : 0);
      case "%nctaid" -> (long) (axis == 0 ? shape.ctas() : 1);
      case "%laneid" -> (long) lane();
      case "%warpid" -> (long) warp();
      case "%lanemask_eq" -> bit;
      case "%lanemask_lt" -> bit - 1;
      case "%lanemask_le" -> bit | bit - 1;
      case "%lanemask_ge" -> -bit & 0xffff_ffffL;
      case "%lanemask_gt" -> -bit << 1 & 0xffff_ffffL;
      case "%tx_failed" -> 0L;
      case "WARP_SZ" -> (long) shape.warpWidth();
      default -> null;
    };
  }
}
