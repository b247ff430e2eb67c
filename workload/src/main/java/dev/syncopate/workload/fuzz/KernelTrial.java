package dev.syncopate.workload.fuzz;

import dev.syncopate.workload.fuzz.program.KernelProgram;
import dev.syncopate.workload.fuzz.text.PtxText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kernel {@code k(out, in)} and how it is launched. Its text begins with a line that says so.
 *
 * @param name for messages
 * @param text PTX
 * @param ctas of the grid
 * @param x threads of a CTA along x
 * @param y threads of a CTA along y
 * @param anyWidth whether warps may have 64 lanes as well as 32
 * @param anyDivergence whether it ends on machines whose lanes make no independent progress, too
 * @param words 32-bit words of the output for each thread
 * @param seed of the input
 */
public record KernelTrial(
    String name,
    String text,
    int ctas,
    int x,
    int y,
    boolean anyWidth,
    boolean anyDivergence,
    int words,
    long seed) {
  private static final Pattern HEADER =
      Pattern.compile(
          "// fuzz: grid=(\\d+) block=(\\d+)x(\\d+) lanes=(32|any) divergence=(its|any)"
              + " words=(\\d+) seed=(-?\\d+)");

  /** A generated kernel as PTX. */
  public static KernelTrial of(KernelProgram program) {
    return of(program, "seed-" + program.seed() + ".ptx", PtxText.of(program));
  }

  /** A generated kernel, written as PTX by whomever. */
  public static KernelTrial of(KernelProgram program, String name, String text) {
    KernelTrial bare =
        new KernelTrial(
            name,
            text,
            program.ctas(),
            program.x(),
            program.y(),
            !program.exchanges(),
            !program.needsIndependentThreads(),
            KernelProgram.WORDS,
            program.seed());
    return bare.withText(bare.header() + "\n" + text);
  }

  /** The same with another text. */
  KernelTrial withText(String newText) {
    return new KernelTrial(name, newText, ctas, x, y, anyWidth, anyDivergence, words, seed);
  }

  /**
   * A kernel from a file.
   *
   * @throws FuzzException if no line of it says how it is launched
   */
  public static KernelTrial read(String name, String text) {
    Matcher header = HEADER.matcher(text);
    if (!header.find()) {
      throw new FuzzException(
          name
              + ": found no line that says how the kernel is launched, expected one such as"
              + " `// fuzz: grid=2 block=64x1 lanes=32 divergence=any words=11 seed=1`");
    }
    try {
      return new KernelTrial(
          name,
          text,
          Integer.parseInt(header.group(1)),
          Integer.parseInt(header.group(2)),
          Integer.parseInt(header.group(3)),
          header.group(4).equals("any"),
          header.group(5).equals("any"),
          Integer.parseInt(header.group(6)),
          Long.parseLong(header.group(7)));
    } catch (NumberFormatException e) {
      throw new FuzzException(name + ": a number is too large: " + header.group());
    }
  }

  private String header() {
    return "// fuzz: grid=%d block=%dx%d lanes=%s divergence=%s words=%d seed=%d"
        .formatted(ctas, x, y, anyWidth ? "any" : "32", anyDivergence ? "any" : "its", words, seed);
  }

  /** Threads of the grid. */
  public int threads() {
    return ctas * x * y;
  }
}
