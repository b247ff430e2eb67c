package dev.syncopate.model.generate;

import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Random tests with loops, which are the hardest to judge: what a thread does depends on what it
 * reads, several times over. Each thread accesses two locations a few times; each but one may, and
 * one must, go back from its end to one of its accesses while what it has read is such. The
 * question is empty: all registers and locations are the outcome.
 */
public final class LoopedTests {
  private static final String AGAIN = "LC00";

  private final Random random;
  private final int threads;
  private final int accesses;

  private LoopedTests(long seed, int threads, int accesses) {
    this.random = new Random(seed);
    this.threads = threads;
    this.accesses = accesses;
  }

  /**
   * The test of a seed.
   *
   * @param threads how many, at least 1
   * @param accesses how many each thread has in its program, at least 1
   */
  public static LitmusTest of(long seed, int threads, int accesses) {
    return LitmusTest.read(
        "looped-" + seed, new LoopedTests(seed, threads, accesses).text("looped-" + seed));
  }

  private String text(String name) {
    int looping = random.nextInt(threads);
    List<List<String>> columns = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      columns.add(column(t == looping || random.nextInt(2) == 0));
    }
    StringBuilder text = new StringBuilder("PTX " + name + "\n{ x=0; y=0; }\n");
    text.append(
        String.join(
            " | ",
            IntStream.range(0, threads)
                .mapToObj(t -> "P%d@cta %d,gpu 0".formatted(t, random.nextInt(2)))
                .toList()));
    for (int row = 0; row < accesses + 2; row++) {
      int rowIndex = row;
      text.append(" ;\n")
          .append(
              String.join(
                  " | ",
                  columns.stream()
                      .map(column -> rowIndex < column.size() ? column.get(rowIndex) : "")
                      .toList()));
    }
    return text.append(" ;\nexists 0 == 0\n").toString();
  }

  private List<String> column(boolean loops) {
    List<String> column = new ArrayList<>();
    for (int i = 0; i < accesses; i++) {
      column.add(random.nextInt(2) == 0 ? reading() : writing());
    }
    if (loops) {
      int start = random.nextInt(accesses);
      int deciding = random.nextInt(start, accesses);
      column.set(deciding, reading());
      String read = column.get(deciding).replaceFirst(".* (r\\d), .*", "$1");
      column.add(start, AGAIN + ":");
      column.add(oneOf("bne %s, 1, ", "beq %s, 0, ", "blt %s, 1, ").formatted(read) + AGAIN);
    }
    return column;
  }

  /** A load, or an atomic operation that gives what it read. */
  private String reading() {
    String place = oneOf("x", "y");
    String scope = oneOf("cta", "gpu", "gpu");
    String register = oneOf("r0", "r1");
    return switch (random.nextInt(5)) {
      case 0 -> "ld.weak %s, %s".formatted(register, place);
      case 1 -> "ld.relaxed.%s %s, %s".formatted(scope, register, place);
      case 2 -> "ld.acquire.%s %s, %s".formatted(scope, register, place);
      case 3 ->
          "atom.%s.%s.cas %s, %s, %s, %s"
              .formatted(
                  oneOf("acq_rel", "relaxed"),
                  scope,
                  register,
                  place,
                  oneOf("0", "0", "1", "3"), // there is never a 3
                  oneOf("1", "2"));
      default ->
          "atom.relaxed.%s.%s %s, %s, 1".formatted(scope, oneOf("add", "exch"), register, place);
    };
  }

  private String writing() {
    String place = oneOf("x", "y");
    String value = oneOf("1", "2", "r0", "r1");
    return switch (random.nextInt(3)) {
      case 0 -> "st.weak %s, %s".formatted(place, value);
      case 1 -> "st.relaxed.%s %s, %s".formatted(oneOf("cta", "gpu"), place, value);
      default -> "st.release.%s %s, %s".formatted(oneOf("cta", "gpu"), place, value);
    };
  }

  private String oneOf(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
