package dev.syncopate.model.explore;

import java.util.List;
import java.util.Random;

/**
 * Programs with initial values, other names of locations, addresses in registers, loops, branches,
 * barriers and ends of threads.
 */
public final class RandomProgram {
  private RandomProgram() {}

  /** The text of a test of two or three threads, of one or two CTAs. */
  public static String of(Random random) {
    int threads = random.nextInt(2, 4);
    int rows = threads == 2 ? 4 : 3;
    StringBuilder text =
        new StringBuilder("PTX random\n{ x=")
            .append(random.nextInt(3))
            .append("; y=x; q @ generic aliases x; P0:r5=x; P1:r5=y; P0:r0=2;");
    for (int t = 0; t < threads; t++) {
      text.append(" P%d:r1=0; P%d:r2=0;%s".formatted(t, t, t == 0 ? "" : " P" + t + ":r0=0;"));
    }
    text.append(" }\n");
    for (int t = 0; t < threads; t++) {
      text.append(t == 0 ? "" : "|").append("P%d@cta %d,gpu 0".formatted(t, random.nextInt(2)));
    }
    for (int t = 0; t < threads; t++) {
      text.append(t == 0 ? ";\n" : " | ").append("LC08:");
    }
    for (int row = 0; row < rows; row++) {
      for (int t = 0; t < threads; t++) {
        text.append(t == 0 ? ";\n" : " | ").append(cell(random));
      }
    }
    for (int t = 0; t < threads; t++) {
      text.append(t == 0 ? ";\n" : " | ").append(random.nextInt(6) == 0 ? "bne r1, 1, LC08" : "");
    }
    for (int t = 0; t < threads; t++) {
      text.append(t == 0 ? ";\n" : " | ").append("LC09:");
    }
    return text.append(";\nexists 0 == 0").toString();
  }

  private static String cell(Random random) {
    String place = List.of("x", "x", "y", "q", "r5").get(random.nextInt(5));
    String scope = random.nextBoolean() ? "gpu" : "cta";
    String register = "r" + random.nextInt(3);
    return switch (random.nextInt(14)) {
      case 0 -> "ld.weak %s, %s".formatted(register, place);
      case 1 -> "st.weak %s, %d".formatted(place, random.nextInt(3));
      case 2, 3 -> "ld.relaxed.%s %s, %s".formatted(scope, register, place);
      case 4, 5 ->
          "st.relaxed.%s %s, %s".formatted(scope, place, random.nextBoolean() ? "1" : "r0");
      case 6 -> "ld.acquire.%s %s, %s".formatted(scope, register, place);
      case 7 -> "st.release.%s %s, 2".formatted(scope, place);
      case 8, 12, 13 ->
          "atom.%s.%s.cas %s, %s, %d, %d"
              .formatted(
                  random.nextBoolean() ? "relaxed" : "acq_rel",
                  scope,
                  register,
                  place,
                  random.nextInt(4), // there is seldom a 3
                  random.nextInt(1, 3));
      case 9 -> "bar.cta.%s".formatted(random.nextInt(3) == 0 ? "arrive 0, 0, 2" : "sync 0");
      case 10 -> "beq %s, 0, LC09".formatted(register);
      default -> "add %s, %s, 1".formatted(register, register);
    };
  }
}
