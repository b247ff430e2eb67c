package dev.syncopate.model.axiom.catalog;

import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Litmus tests with everything that orders memory, drawn at random. */
final class RandomLitmus {
  private final Random random;
  private final boolean relaxed;
  private int registers;

  RandomLitmus(long seed) {
    this(seed, true);
  }

  private RandomLitmus(long seed, boolean relaxed) {
    this.random = new Random(seed);
    this.relaxed = relaxed;
  }

  /** Tests in which every atomic acquires or releases. */
  static RandomLitmus withoutRelaxed(long seed) {
    return new RandomLitmus(seed, false);
  }

  /** A test of two or three threads of up to three instructions; all that it asks is to be run. */
  LitmusTest next(int number) {
    int threads = random.nextInt(3) == 0 ? 3 : 2;
    List<String> heads = new ArrayList<>();
    List<List<String>> columns = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      heads.add("P%d@cta %d,gpu %d".formatted(t, random.nextInt(3) / 2, random.nextInt(4) / 3));
      List<String> column = new ArrayList<>();
      registers = 0;
      for (int i = (threads == 2 ? 2 : 1) + random.nextInt(2); i > 0; i--) {
        column.add(instruction());
      }
      columns.add(column);
    }
    StringBuilder text = new StringBuilder("PTX random-" + number + "\n{ x=0; y=0; }\n");
    text.append(String.join(" | ", heads)).append(" ;\n");
    for (int row = 0; row < 3; row++) {
      List<String> cells = new ArrayList<>();
      for (List<String> column : columns) {
        cells.add(row < column.size() ? column.get(row) : "");
      }
      text.append(String.join(" | ", cells)).append(" ;\n");
    }
    return LitmusTest.read("random", text + "exists (x == 0)\n");
  }

  private String instruction() {
    String location = random.nextInt(3) == 0 ? "y" : "x";
    String scope = oneOf("cta", "gpu", "gpu", "sys");
    return switch (random.nextInt(6)) {
      case 0, 1 -> "ld." + ordered("acquire.", scope) + " r" + ++registers + ", " + location;
      case 2, 3 ->
          "st." + ordered("release.", scope) + " " + location + ", " + (1 + random.nextInt(2));
      case 4 -> "fence." + oneOf("acq_rel.", "sc.") + scope;
      default ->
          "atom."
              + (relaxed ? oneOf("relaxed.", "acquire.", "release.", "acq_rel.") : "acq_rel.")
              + scope
              + "."
              + oneOf("add", "exch")
              + " r"
              + ++registers
              + ", "
              + location
              + ", 4";
    };
  }

  private String ordered(String synchronising, String scope) {
    int drawn = random.nextInt(5);
    return drawn == 0 ? "weak" : (relaxed && drawn < 3 ? "relaxed." : synchronising) + scope;
  }

  private String oneOf(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
