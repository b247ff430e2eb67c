package dev.syncopate.app.observe;

import dev.syncopate.model.litmus.AsyncInstruction;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.workload.runtime.TensorMap;
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

  /** Words of a location. */
  static final int WORDS = AsyncInstruction.BYTES / Integer.BYTES;

  /**
   * Writes a test as a kernel.
   *
   * @throws UnsupportedTestException where it has what a kernel cannot do
   */
  public static LitmusKernel of(LitmusTest test) throws UnsupportedTestException {
    KernelLayout layout = new KernelLayout(test);
    return new LitmusKernel(test, new KernelWriter(test, layout).text(), layout);
  }

  /**
   * The initial values of the locations in global memory. A tensor map is that of a tensor of one
   * location, which is one tile.
   *
   * @param address of the first location in device memory
   */
  byte[] initialMemory(long address) {
    ByteBuffer bytes = ByteBuffer.allocate(layout.globalBytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (Map.Entry<String, LitmusOperand> location : test.locations().entrySet()) {
      if (!layout.isShared(location.getKey())
          && location.getValue() instanceof LitmusOperand.Constant(long value)) {
        bytes.putInt(layout.offset(location.getKey()), (int) value);
      }
    }
    layout
        .tiles()
        .forEach((map, tile) ->
            bytes.put(
                layout.offset(map),
                TensorMap.of(TensorMap.Element.U32, address + layout.offset(tile), WORDS)
                    .box(WORDS)
                    .toBytes()));
    return bytes.array();
  }
}
