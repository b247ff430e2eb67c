package dev.syncopate.workload.fuzz;

import dev.syncopate.ptx.reference.ReferenceException;
import dev.syncopate.ptx.reference.ReferenceInterpreter;
import dev.syncopate.ptx.reference.ReferenceShape;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs kernels on every machine, in cycles and functionally, and by the interpreter, and compares
 * what they wrote.
 */
public final class FuzzBench {
  /** Words of the input. */
  private static final int INPUT = 64;

  private final Map<String, FuzzMachine> machines = new TreeMap<>();
  private final UnaryOperator<String> mutation;

  /** Machines as they are. */
  public FuzzBench() {
    this(UnaryOperator.identity());
  }

  /**
   * Wrong machines.
   *
   * @param mutation what they take a text for
   */
  FuzzBench(UnaryOperator<String> mutation) {
    this.mutation = mutation;
  }

  /**
   * Compares one kernel's results.
   *
   * @return what differs first
   * @throws FuzzException if the text is not PTX, has no defined result, or does what the
   *     interpreter does not know
   */
  public Optional<KernelMismatch> compare(KernelTrial trial) {
    try {
      return compared(trial);
    } catch (ReferenceException | PtxException e) {
      throw new FuzzException(String.valueOf(e.getMessage()));
    }
  }

  private Optional<KernelMismatch> compared(KernelTrial trial) {
    ReferenceInterpreter reference = ReferenceInterpreter.of(trial.name(), trial.text());
    if (reference.parameters() != 2) {
      throw new ReferenceException(
          "%s: %s has %d parameters, expected 2: output and input"
              .formatted(trial.name(), reference.kernel(), reference.parameters()));
    }
    for (int width : trial.anyWidth() ? new int[] {32, 64} : new int[] {32}) {
      byte[] expected = expected(reference, trial, width);
      for (String divergence :
          trial.anyDivergence() ? new String[] {"its", "ipdom"} : new String[] {"its"}) {
        String scheduler = trial.seed() % 2 == 0 ? "round-robin" : "oldest-first";
        int schedule = schedule(trial.seed());
        FuzzMachine machine =
            machines.computeIfAbsent(
                divergence + width + scheduler + schedule,
                key -> new FuzzMachine(divergence, width, scheduler, schedule));
        boolean fused = trial.seed() % 4 < 2;
        FuzzMachine functional =
            machines.computeIfAbsent(
                divergence + width + fused,
                key -> FuzzMachine.functional(divergence, width, fused));
        for (FuzzMachine hardware : List.of(machine, functional)) {
          KernelMismatch difference = difference(hardware, reference.kernel(), trial, expected);
          if (difference != null) {
            return Optional.of(difference);
          }
        }
      }
    }
    return Optional.empty();
  }

  private @Nullable KernelMismatch difference(
      FuzzMachine machine, String kernel, KernelTrial trial, byte[] expected) {
    byte[] actual = new byte[expected.length];
    String failure =
        machine.run(trial.withText(mutation.apply(trial.text())), kernel, actual, input(trial));
    if (!failure.isEmpty()) {
      return new KernelMismatch(machine.name(), failure);
    }
    return Arrays.equals(actual, expected)
        ? null
        : new KernelMismatch(machine.name(), first(trial, expected, actual));
  }

  /**
   * Of three trials one runs under a schedule of seed 3 or 4, whose lanes of a warp do not run
   * together.
   */
  private static int schedule(long trial) {
    return Math.floorMod(trial, 3) == 0 ? 3 + Math.floorMod(trial / 3, 2) : 0;
  }

  /** The result, once it is known that the order of threads does not matter. */
  private static byte[] expected(ReferenceInterpreter reference, KernelTrial trial, int width) {
    ReferenceShape shape = new ReferenceShape(trial.ctas(), trial.x(), trial.y(), width);
    byte[] forwards = new byte[4 * trial.words() * trial.threads()];
    reference.run(shape, new byte[][] {forwards, input(trial)}, false);
    byte[] backwards = new byte[forwards.length];
    reference.run(shape, new byte[][] {backwards, input(trial)}, true);
    if (!Arrays.equals(forwards, backwards)) {
      throw new ReferenceException(
          trial.name() + " has a race: its result depends on which thread runs first");
    }
    return forwards;
  }

  private static byte[] input(KernelTrial trial) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * INPUT).order(ByteOrder.LITTLE_ENDIAN);
    Random random = new Random(trial.seed());
    for (int i = 0; i < INPUT; i++) {
      // Small numbers make lanes agree more often.
      bytes.putInt(random.nextBoolean() ? random.nextInt(8) : random.nextInt());
    }
    return bytes.array();
  }

  private static String first(KernelTrial trial, byte[] expected, byte[] actual) {
    ByteBuffer expectedWords = ByteBuffer.wrap(expected).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer got = ByteBuffer.wrap(actual).order(ByteOrder.LITTLE_ENDIAN);
    int words = trial.words();
    StringBuilder text = new StringBuilder();
    int different = 0;
    for (int i = 0; i < expected.length / 4; i++) {
      if (expectedWords.getInt(4 * i) != got.getInt(4 * i) && ++different <= 4) {
        text.append(
            "  thread %d, word %d: the machine has %08x, one thread at a time gives %08x%n"
                .formatted(i / words, i % words, got.getInt(4 * i), expectedWords.getInt(4 * i)));
      }
    }
    return "%d of %d words differ%n%s".formatted(different, expected.length / 4, text);
  }
}
