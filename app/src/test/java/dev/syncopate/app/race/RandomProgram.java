package dev.syncopate.app.race;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random PTX kernels in which threads hand data on to each other. One thread writes, and signals
 * another by a flag, a counter, an mbarrier or a barrier. That one signals a third, and so on, each
 * with or without the needed synchronisation; a single fence may both acquire and release. Further
 * threads do random operations. Waiting ends after some turns. Threads are lanes of one warp, warps
 * of one CTA, and of several CTAs; each write leaves another value, and what is added to a counter
 * are distinct powers of two.
 */
final class RandomProgram {
  /** Threads of a CTA, and which of them act. */
  static final int BLOCK = 64;

  private static final int[] ACTORS = {0, 1, 32};

  static final int CTAS = 3;

  private static final String HEAD =
      """
      .version 8.4
      .target sm_80
      .address_size 64
      .visible .entry k(.param .u64 data) {
        .reg .pred %p<4>;
        .reg .b32 %r<12>;
        .reg .b64 %rd<4>;
        .shared .align 16 .b8 tile[1024];
        ld.param.u64 %rd1, [data];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %tid.x;
        shl.b32 %r3, %r1, 6;
        add.u32 %r3, %r3, %r2;
        setp.ne.u32 %p1, %r2, 0;
        @%p1 bra READY;
        mbarrier.init.shared.b64 [tile+512], 1;
        mbarrier.init.shared.b64 [tile+520], 1;
      READY:
        bar.sync 0;
      """;

  private final Random random;
  private final List<StringBuilder> phases = new ArrayList<>();
  private final List<String> ends = new ArrayList<>();
  private int value = 1;
  private int bit;
  private int labels;
  private int mbarriers;

  private RandomProgram(Random random) {
    this.random = random;
  }

  /** The program of a seed. */
  static String of(long seed) {
    return new RandomProgram(new Random(seed)).text();
  }

  private String text() {
    open();
    int chains = 1 + random.nextInt(2);
    for (int chain = 0; chain < chains; chain++) {
      chain(chain);
    }
    int beside = random.nextInt(4);
    for (int i = 0; i < beside; i++) {
      section(random.nextInt(phases.size()), thread(), operation() + operation());
    }
    StringBuilder text = new StringBuilder(HEAD);
    for (int i = 0; i < phases.size(); i++) {
      text.append(phases.get(i)).append(i + 1 < phases.size() ? ends.get(i) : "");
    }
    return text.append("  ret;\n}\n").toString();
  }

  private void open() {
    phases.add(new StringBuilder());
    ends.add(random.nextInt(4) == 0 ? "  bar.warp.sync -1;\n" : "  bar.sync 0;\n");
  }

  /** Has one thread do something in a phase. */
  private void section(int phase, int thread, String code) {
    String label = "T" + labels++;
    phases
        .get(phase)
        .append("  setp.ne.u32 %p1, %r3, ")
        .append(thread)
        .append(";\n  @%p1 bra ")
        .append(label)
        .append(";\n")
        .append(code)
        .append(label)
        .append(":\n");
  }

  private int thread() {
    return random.nextInt(CTAS) * BLOCK + ACTORS[random.nextInt(ACTORS.length)];
  }

  /** Threads that hand a place on. */
  private void chain(int number) {
    boolean shared = random.nextInt(4) == 0;
    int cta = random.nextInt(CTAS);
    String data = shared ? ".shared.u32|[tile+" + 64 * number + "]" : global(number);
    int length = 2 + random.nextInt(3);
    int phase = 0;
    String prologue = "";
    int previousThread = -1;
    for (int i = 0; i < length; i++) {
      int thread = shared ? cta * BLOCK + ACTORS[random.nextInt(ACTORS.length)] : thread();
      boolean writes = i == 0 || random.nextInt(4) == 0;
      String access = i == 0 || i + 1 == length || random.nextInt(3) == 0 ? weak(data, writes) : "";
      if (i + 1 == length) {
        section(phase, thread, prologue + access);
        return;
      }
      boolean near = previousThread < 0 || previousThread / BLOCK == thread / BLOCK;
      previousThread = thread;
      Link link = link(shared || near, i + 4 * number);
      section(phase, thread, prologue + access + behind(prologue, link.signal));
      prologue = link.await;
      if (link.meets) {
        phase++;
        if (phase == phases.size()) {
          open();
        }
      }
    }
  }

  /**
   * A signal behind what was awaited: at times one fence acquires what came, and releases it for
   * the next thread.
   */
  private String behind(String prologue, String signal) {
    String lastLine = prologue.isEmpty() ? "" : prologue.lines().toList().getLast();
    boolean single =
        lastLine.strip().startsWith("fence")
            && signal.strip().startsWith("fence")
            && random.nextBoolean();
    return single ? signal.substring(signal.indexOf('\n') + 1) : signal;
  }

  /**
   * How one thread tells another.
   *
   * @param meets whether all threads meet in between
   */
  private record Link(String signal, String await, boolean meets) {}

  private Link link(boolean near, int number) {
    int kind = random.nextInt(8);
    if (kind == 0) {
      return new Link("", "", true);
    }
    if (kind == 1 && near && mbarriers < 2) {
      String object = "[tile+" + (512 + 8 * mbarriers++) + "]";
      String await = poll("mbarrier.test_wait.parity.shared.b64 %p2, " + object + ", 0;");
      return new Link("  mbarrier.arrive.shared.b64 %rd3, " + object + ";\n", await, false);
    }
    boolean inside = near && random.nextInt(3) == 0;
    String space = inside && random.nextBoolean() ? ".shared" : ".global";
    String scope = random.nextInt(inside ? 2 : 12) == 0 ? ".cta" : ".gpu";
    String place = space.equals(".shared") ? "[tile+" + (256 + 16 * number) + "]" : flag(number);
    String counter = "[%rd1+" + (4096 + 256 * number) + "]";
    return random.nextInt(3) == 0 && space.equals(".global")
        ? new Link(count(scope, counter), awaitCount(scope, counter), false)
        : new Link(raise(scope, space, place), await(scope, space, place), false);
  }

  private static String global(int number) {
    return ".global.u32|[%rd1+" + 256 * number + "]";
  }

  private static String flag(int number) {
    return "[%rd1+" + (1024 + 256 * number) + "]";
  }

  private String weak(String data, boolean writes) {
    String[] parts = data.split("\\|", -1);
    return writes
        ? "  st%s %s, %d;\n".formatted(parts[0], parts[1], value++)
        : "  ld%s %%r4, %s;\n".formatted(parts[0], parts[1]);
  }

  private String fence(String scope) {
    return "  fence" + pick(".acq_rel", ".sc") + scope + ";\n";
  }

  private String store(String order, String scope, String space, String place) {
    return "  st%s%s%s.u32 %s, %d;\n".formatted(order, scope, space, place, value++);
  }

  private String exchange(String order, String scope, String space, String place) {
    return "  atom%s%s%s.exch.b32 %%r6, %s, %d;\n".formatted(order, scope, space, place, value++)
        + used("%r6");
  }

  private String raise(String scope, String space, String place) {
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> fence(scope) + store(".relaxed", scope, space, place);
      case 3 -> fence(scope) + "  st.volatile" + space + ".u32 " + place + ", " + value++ + ";\n";
      case 4 -> store(".release", scope, space, place);
      case 5 -> store(".release", scope, space, place) + store(".relaxed", scope, space, place);
      case 6 -> exchange(pick(".release", ".acq_rel"), scope, space, place);
      case 7 -> fence(scope) + exchange(".relaxed", scope, space, place);
      case 8 -> fence(pick(".cta", ".gpu")) + store(".relaxed", scope, space, place);
      default -> store(".relaxed", scope, space, place) + fence(scope);
    };
  }

  private String await(String scope, String space, String place) {
    String relaxed = "ld.relaxed" + scope + space + ".u32 %r5, " + place + ";";
    String acquire = "ld.acquire" + scope + space + ".u32 %r5, " + place + ";";
    return switch (random.nextInt(9)) {
      case 0, 1 -> poll(relaxed) + fence(scope);
      case 2 -> poll("ld.volatile" + space + ".u32 %r5, " + place + ";") + fence(scope);
      case 3 -> poll(acquire);
      case 4 -> poll(relaxed) + "  " + acquire + "\n" + used("%r5");
      case 5 -> sleep() + exchange(pick(".acquire", ".acq_rel"), scope, space, place);
      case 6 -> sleep() + exchange(".relaxed", scope, space, place) + fence(scope);
      case 7 -> "  " + acquire + "\n" + used("%r5");
      default -> poll(relaxed);
    };
  }

  private String add(String operation, String order, String scope, String place) {
    String result = operation.equals("atom") ? "%r6, " : "";
    return "  %s%s%s.global.add.u32 %s%s, %d;\n"
            .formatted(operation, order, scope, result, place, 1 << bit++ % 20)
        + (result.isEmpty() ? "" : used("%r6"));
  }

  private String count(String scope, String place) {
    return switch (random.nextInt(5)) {
      case 0 -> fence(scope) + add("red", ".relaxed", scope, place);
      case 1 -> add("red", ".release", scope, place);
      case 2 -> add("atom", pick(".release", ".acq_rel"), scope, place);
      case 3 -> fence(scope) + add("atom", ".relaxed", scope, place);
      default -> add("atom", pick(".relaxed", ".acquire"), scope, place);
    };
  }

  private String awaitCount(String scope, String place) {
    return switch (random.nextInt(4)) {
      case 0 -> poll("ld.relaxed" + scope + ".global.u32 %r5, " + place + ";") + fence(scope);
      case 1 -> sleep() + add("atom", pick(".acquire", ".acq_rel"), scope, place);
      case 2 -> sleep() + add("atom", ".relaxed", scope, place) + fence(scope);
      default -> sleep() + add("atom", ".relaxed", scope, place);
    };
  }

  /** Looks until something is there, but not for ever. */
  private String poll(String look) {
    int label = labels++;
    String check = look.startsWith("mbarrier") ? "" : "  setp.ne.u32 %p2, %r5, 0;\n";
    return """
      mov.u32 %%r9, 0;
    W%1$d:
      %2$s
    %3$s  @%%p2 bra X%1$d;
      add.u32 %%r9, %%r9, 1;
      nanosleep.u32 300;
      setp.lt.u32 %%p3, %%r9, 25;
      @%%p3 bra W%1$d;
    X%1$d:
    """
        .formatted(label, look, check);
  }

  private String sleep() {
    return "  nanosleep.u32 " + 1000 * (1 + random.nextInt(5)) + ";\n";
  }

  /** An operation of a thread outside the chains. */
  private String operation() {
    String scope = random.nextInt(20) == 0 ? ".cta" : ".gpu";
    String place = flag(random.nextInt(3));
    return switch (random.nextInt(12)) {
      case 0 -> weak(global(random.nextInt(2)), random.nextBoolean());
      case 1, 2 -> fence(scope);
      case 3, 4 -> sleep();
      case 5, 6 -> store(pick(".relaxed", ".release"), scope, ".global", place);
      case 7, 8 ->
          "  ld%s%s.global.u32 %%r5, %s;\n".formatted(pick(".relaxed", ".acquire"), scope, place)
              + used("%r5");
      default ->
          exchange(pick(".relaxed", ".acquire", ".release", ".acq_rel"), scope, ".global", place);
    };
  }

  /** The next address depends on a value: a read is complete when the next access is issued. */
  private static String used(String read) {
    return "  and.b32 %r5, "
        + read
        + ", 0;\n  cvt.u64.u32 %rd3, %r5;\n  add.u64 %rd1, %rd1, %rd3;\n";
  }

  private String pick(String... among) {
    return among[random.nextInt(among.length)];
  }
}
