package dev.syncopate.app.observe;

import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusTest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;

/**
 * Kernel of a litmus test. Its parameters are the locations in global memory and the results.
 *
 * @param test that it executes once
 * @param ptx its text; the entry is {@link #ENTRY}
 */
public record LitmusKernel(LitmusTest test, String ptx, KernelLayout layout) {
  /** Name of the kernel. */
  public static final String ENTRY = "litmus";

  /**
   * Writes a test as a kernel.
   *
   * @throws UnsupportedTestException where it has what a kernel cannot do
   */
  public static LitmusKernel of(LitmusTest test) throws UnsupportedTestException {
    KernelLayout layout = new KernelLayout(test);
    return new LitmusKernel(test, new KernelWriter(test, layout).text(), layout);
  }

  /** The initial values of the locations in global memory. */
  byte[] initialMemory() {
    ByteBuffer bytes = ByteBuffer.allocate(layout.globalBytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (Map.Entry<String, LitmusOperand> location : test.locations().entrySet()) {
      if (!layout.isShared(location.getKey())
          && location.getValue() instanceof LitmusOperand.Constant(long value)) {
        bytes.putInt(layout.offset(location.getKey()), (int) value);
      }
    }
    return bytes.array();
  }
}
