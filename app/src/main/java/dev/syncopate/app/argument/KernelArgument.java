package dev.syncopate.app.argument;

import dev.syncopate.app.argument.Contents.Source;

/** One {@code --arg}. */
public sealed interface KernelArgument {
  /** As the user wrote it. */
  String text();

  /** The type of the value or of the buffer's elements. */
  ElementType type();

  /**
   * A value.
   *
   * @param bits zero-extended
   */
  record Scalar(String text, ElementType type, long bits) implements KernelArgument {}

  /**
   * A buffer in device memory, whose address the kernel gets.
   *
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
}
