package dev.syncopate.app.argument;

import dev.syncopate.app.argument.BufferContents.Source;
import dev.syncopate.workload.runtime.TensorMap;
import java.util.List;

/** One {@code --arg}, or one member of a structure. */
public sealed interface KernelArgument {
  /** As the user wrote it. */
  String text();

  /**
   * A value.
   *
   * @param bits zero-extended
   */
  record Scalar(String text, ElementType type, long bits) implements KernelArgument {}

  /**
   * A buffer in device memory, whose address the kernel gets.
   *
   * @param type of its elements
   * @param count of elements
   * @param contents what it holds before the launch
   */
  record Memory(String text, ElementType type, int count, Source contents)
      implements KernelArgument {
    /** Size of the buffer. */
    public int bytes() {
      return count * type.bytes();
    }
  }

  /**
   * A structure passed by value.
   *
   * @param members in their order; at least one
   */
  record Structure(String text, List<KernelArgument> members) implements KernelArgument {
    public Structure {
      members = List.copyOf(members);
    }
  }

  /**
   * Bytes passed by value as they are.
   *
   * @param count of bytes
   * @param contents what they are
   */
  record Raw(String text, int count, Source contents) implements KernelArgument {}

  /**
   * A tensor map passed by value. Dimensions count from the innermost one.
   *
   * @param buffer place of the argument that is the tensor
   * @param type of its elements
   * @param sizes of the tensor in elements
   * @param box sides of the box
   * @param swizzle in bytes; 0 for none
   * @param fillsNan whether what is outside is read as not-a-numbers
   */
  record Map(
      String text,
      String buffer,
      TensorMap.Element type,
      List<Long> sizes,
      List<Integer> box,
      int swizzle,
      boolean fillsNan)
      implements KernelArgument {}
}
