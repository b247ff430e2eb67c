package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Arrays;
import java.util.List;

/** Encodes a text by Huffman's codes: counts by atomics, codes on the host, blocks by a scan. */
public final class Huffman extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "huffman",
          "Counts a text's symbols by atomics and encodes them by Huffman's codes.",
          "symbols of the text",
          // The paper says 1024, without a unit: here 1024 Ki symbols.
          ClassicDescription.sizes(1 << 15, 1 << 17, 1 << 19, 1 << 20),
          1,
          // A code of 32 bits needs a text of 5.7 million symbols, by Fibonacci's numbers.
          1 << 22);

  private static final int THREADS = 256;
  private static final int SYMBOLS_A_WORD = 4;
  private static final int SYMBOLS_A_BLOCK = THREADS * SYMBOLS_A_WORD;

  /** Words that a block has at most, with codes of 32 bits. */
  private static final int BLOCK_WORDS = SYMBOLS_A_BLOCK;

  /** Chance of each symbol if none before it was drawn: 2.2 bits of entropy. */
  private static final double CHANCE = 0.45;

  public Huffman() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public Huffman(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(UpdateOptions.ATOMIC);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int symbols = job.size();
    int[] text = text(job);
    int[] expected = new int[256];
    byte[] bytes = new byte[Math.ceilDiv(symbols, SYMBOLS_A_WORD) * SYMBOLS_A_WORD];
    for (int i = 0; i < symbols; i++) {
      expected[text[i]]++;
      bytes[i] = (byte) text[i];
    }
    Device device = job.device();
    Buffer textBuffer = device.copyOf(bytes);
    Buffer countBuffer = device.copyOf(new int[expected.length]);
    int blocks = Math.ceilDiv(symbols, SYMBOLS_A_BLOCK);
    LaunchShape shape = LaunchShape.of(blocks, THREADS);
    job.launch(
        "huffman_count_" + job.word(UpdateOptions.ATOMIC), shape, textBuffer, countBuffer, symbols);
    int[] counts = countBuffer.readInts();
    OutcomeBuilder answer =
        new OutcomeBuilder().check(ResultComparison.unsigned("counts", counts, expected));
    if (!Arrays.equals(counts, expected)) {
      return answer.outcome();
    }
    HuffmanCode code = HuffmanCode.of(counts);
    Buffer encoded = device.allocate((long) Integer.BYTES * blocks * BLOCK_WORDS);
    Buffer words = device.allocate((long) Integer.BYTES * blocks);
    Buffer offsets = device.allocate((long) Integer.BYTES * (blocks + 1));
    job.launch(
        "huffman_encode",
        shape,
        textBuffer,
        device.copyOf(code.codes()),
        device.copyOf(code.lengths()),
        encoded,
        words,
        symbols);
    job.launch("huffman_offsets", LaunchShape.of(1, THREADS), words, offsets, blocks);
    Buffer packed = device.allocate((long) Integer.BYTES * blocks * BLOCK_WORDS);
    job.launch("huffman_pack", shape, encoded, offsets, packed);
    int[] decoded = new int[symbols];
    int[] starts = new int[blocks + 1];
    int[] bits = packed.readInts();
    for (int block = 0; block < blocks; block++) {
      int first = block * SYMBOLS_A_BLOCK;
      int end = Math.min(symbols, first + SYMBOLS_A_BLOCK);
      starts[block + 1] = code.decode(bits, starts[block], decoded, first, end);
    }
    return answer
        .check(ResultComparison.unsigned("symbols decoded", decoded, text))
        .check(ResultComparison.unsigned("offsets of blocks", offsets.readInts(), starts))
        .figure("symbols", symbols)
        .figure("bits", code.bits(counts))
        .outcome();
  }

  /** Few symbols are frequent, as in texts: geometrically distributed. */
  private static int[] text(ClassicRun job) {
    int[] text = new int[job.size()];
    for (int i = 0; i < text.length; i++) {
      int symbol = 0;
      while (symbol < 255 && job.random().nextDouble() >= CHANCE) {
        symbol++;
      }
      text[i] = symbol;
    }
    return text;
  }
}
