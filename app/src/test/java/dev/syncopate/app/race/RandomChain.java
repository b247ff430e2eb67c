package dev.syncopate.app.race;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random chain of three or four threads: the first writes a word, each signals the next by a flag,
 * and the last reads the word. Each link has or lacks the needed order and scope; in between, a
 * single fence may acquire and release. The same chain is a litmus test, whose threads end where a
 * flag is not set, and a kernel, whose threads wait for it.
 */
final class RandomChain {
  /** Threads of a block of the kernel: two warps of 32, of which the first lanes may act. */
  static final int BLOCK = 64;

  static final int CTAS = 4;
  private static final int WARP = 32;

  private final Random random;
  private final boolean usesSc;
  private final List<Integer> places = new ArrayList<>();
  private final List<List<String>> threads = new ArrayList<>();

  RandomChain(long seed) {
    random = new Random(seed);
    usesSc = random.nextInt(3) == 0;
    int length = 3 + random.nextInt(2);
    List<Integer> free = new ArrayList<>();
    for (int place = 0; place < 2 * CTAS; place++) {
      free.add(place);
    }
    Collections.shuffle(free, random);
    for (int i = 0; i < length; i++) {
      places.add(free.get(i));
      threads.add(new ArrayList<>());
    }
    threads.getFirst().add("st.weak x, 1");
    for (int i = 0; i + 1 < length; i++) {
      link(i, threads.get(i), threads.get(i + 1));
    }
    threads.getLast().add("ld.weak r1, x");
  }

  private String oneOf(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String fence() {
    return usesSc ? oneOf(".acq_rel", ".sc") : ".acq_rel";
  }

  /** Scope of a fence, which may be too narrow. */
  private String scope() {
    return random.nextInt(6) == 0 ? ".cta" : ".gpu";
  }

  /**
   * How a thread tells the next. Flags between blocks have GPU scope: an L1 would keep a copy that
   * is read at block scope, and the poll would never end.
   */
  private void link(int number, List<String> sender, List<String> receiver) {
    String flag = "f" + number;
    boolean sameBlock = places.get(number) / 2 == places.get(number + 1) / 2;
    String scope = sameBlock ? oneOf(".cta", ".gpu") : ".gpu";
    boolean single = sender.getLast().startsWith("fence") && random.nextBoolean();
    switch (single ? 3 : random.nextInt(4)) {
      case 0 -> sender.add("st.release%s %s, 1".formatted(scope, flag));
      case 1 -> {
        sender.add("fence%s%s".formatted(fence(), scope()));
        sender.add("st.relaxed%s %s, 1".formatted(scope, flag));
      }
      case 2 -> {
        sender.add("fence%s%s".formatted(fence(), scope));
        sender.add("atom.relaxed%s.exch r2, %s, 1".formatted(scope, flag));
      }
      default -> sender.add("st.relaxed%s %s, 1".formatted(scope, flag));
    }
    switch (random.nextInt(4)) {
      case 0 -> receiver.add("ld.acquire%s r0, %s".formatted(scope, flag));
      case 1, 2 -> {
        receiver.add("ld.relaxed%s r0, %s".formatted(scope, flag));
        receiver.add("fence%s%s".formatted(fence(), scope()));
      }
      default -> receiver.add("ld.relaxed%s r0, %s".formatted(scope, flag));
    }
  }

  /**
   * Whether the last thread may miss what the first has written, as a question of a litmus test.
   */
  String litmus() {
    StringBuilder text = new StringBuilder("PTX chain\n{ }\n");
    List<List<String>> columns = new ArrayList<>();
    for (int t = 0; t < threads.size(); t++) {
      int place = places.get(t);
      text.append(t == 0 ? "" : "|").append("P%d@cta %d,gpu 0".formatted(t, place / 2));
      List<String> column = new ArrayList<>();
      for (String instruction : threads.get(t)) {
        column.add(instruction);
        if (instruction.startsWith("ld") && !instruction.startsWith("ld.weak")) {
          column.add("bne r0, 1, LC%d0".formatted(t));
        }
      }
      column.add("LC%d0:".formatted(t));
      columns.add(column);
    }
    text.append(";\n");
    int rows = columns.stream().mapToInt(List::size).max().orElseThrow();
    for (int row = 0; row < rows; row++) {
      for (int t = 0; t < columns.size(); t++) {
        List<String> column = columns.get(t);
        text.append(t == 0 ? "" : "|").append(row < column.size() ? column.get(row) : "");
      }
      text.append(";\n");
    }
    int last = threads.size() - 1;
    return text.append("exists (P%1$d:r0 == 1 /\\ P%1$d:r1 == 0)\n".formatted(last)).toString();
  }

  /** The same as a kernel; {@code data} has the word, and the flags 256 bytes apart behind it. */
  String kernel() {
    StringBuilder text =
        new StringBuilder(
            """
            .version 8.4
            .target sm_80
            .address_size 64
            .visible .entry k(.param .u64 data) {
              .reg .pred %p<3>;
              .reg .b32 %r<8>;
              .reg .b64 %rd<3>;
              ld.param.u64 %rd1, [data];
              mov.u32 %r1, %ctaid.x;
              mov.u32 %r2, %tid.x;
              mad.lo.u32 %r3, %r1, 64, %r2;
            """);
    for (int t = 0; t < threads.size(); t++) {
      int place = places.get(t);
      text.append(
          "  setp.ne.u32 %%p1, %%r3, %d;\n  @%%p1 bra T%d;\n"
              .formatted(place / 2 * BLOCK + place % 2 * WARP, t));
      for (String instruction : threads.get(t)) {
        text.append(inPtx(instruction, t));
      }
      text.append("T%d:\n".formatted(t));
    }
    return text.append("  ret;\n}\n").toString();
  }

  private static String inPtx(String instruction, int thread) {
    if (instruction.startsWith("fence")) {
      return "  " + instruction + ";\n";
    }
    int space = instruction.indexOf(' ');
    String name = instruction.substring(0, space);
    List<String> operands = List.of(instruction.substring(space + 1).split(", ", -1));
    if (name.equals("st.weak")) {
      return "  st.global.u32 [%rd1], 1;\n";
    }
    if (name.equals("ld.weak")) {
      return "  ld.global.u32 %r5, [%rd1];\n";
    }
    if (name.startsWith("st")) {
      return "  %s.global.u32 %s, 1;\n".formatted(name, address(operands.getFirst()));
    }
    if (name.startsWith("atom")) {
      return "  %s.b32 %%r6, %s, 1;\n"
          .formatted(name.replace(".exch", ".global.exch"), address(operands.get(1)));
    }
    return """
    W%1$d:
      %2$s.global.u32 %%r4, %3$s;
      setp.ne.u32 %%p2, %%r4, 1;
      @%%p2 bra W%1$d;
    """
        .formatted(thread, name, address(operands.get(1)));
  }

  private static String address(String flag) {
    return "[%rd1+" + 256 * (1 + Integer.parseInt(flag.substring(1))) + "]";
  }
}
