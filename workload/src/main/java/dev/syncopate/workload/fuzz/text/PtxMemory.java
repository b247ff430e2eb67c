package dev.syncopate.workload.fuzz.text;

import dev.syncopate.workload.fuzz.program.FuzzSpace;
import dev.syncopate.workload.fuzz.program.KernelProgram;
import dev.syncopate.workload.fuzz.text.PtxStyle.Addressing;

/** Addresses of the words that a kernel's PTX loads and stores. */
final class PtxMemory {
  private static final int FAR = 1 << 20;

  private final PtxCode code;
  private final PtxStyle style;
  private final int threads;

  /** The thread in its CTA and in the grid, and the kernel's pointers. */
  final String thread;

  final String lane;
  final String cta;
  private final String globalThread;
  private final String input;
  private final String output;

  PtxMemory(PtxCode code, PtxStyle style, KernelProgram program, String input, String output) {
    this.code = code;
    this.style = style;
    this.threads = program.threads();
    this.input = input;
    this.output = output;
    String x = code.result("mov.u32", "%tid.x");
    thread =
        program.y() == 1
            ? x
            : code.result(
                "mad.lo.s32",
                code.result("mov.u32", "%tid.y"),
                code.result("mov.u32", "%ntid.x"),
                x);
    lane = code.result("mov.u32", "%laneid");
    cta = code.result("mov.u32", "%ctaid.x");
    globalThread = code.result("mad.lo.s32", cta, threads, thread);
  }

  private static String name(FuzzSpace space) {
    return switch (space) {
      case INPUT, GLOBAL -> "global";
      case TABLE -> "const";
      case LOCAL -> "local";
      case SHARED -> "shared";
    };
  }

  private static String symbol(FuzzSpace space) {
    return space == FuzzSpace.TABLE
        ? "table"
        : space == FuzzSpace.LOCAL ? "__local_depot" : "slots";
  }

  String load(FuzzSpace space, String index) {
    Addressing mode = style.addresses().getOrDefault(space, Addressing.PLAIN);
    String address = address(space, index, mode);
    return mode == Addressing.GENERIC
        ? code.result("ld.u32", address)
        : code.result("ld." + name(space) + ".u32", address);
  }

  void store(FuzzSpace space, String index, String value) {
    Addressing mode = style.addresses().getOrDefault(space, Addressing.PLAIN);
    String address = address(space, index, mode);
    code.line(
        "st%s.u32 %s, %s", mode == Addressing.GENERIC ? "" : "." + name(space), address, value);
  }

  private String address(FuzzSpace space, String index, Addressing mode) {
    String low = code.result("and.b32", index, space.words() - 1);
    if (space == FuzzSpace.SHARED) {
      low = code.result("mad.lo.u32", low, threads, thread);
    }
    if (space == FuzzSpace.GLOBAL) {
      String first =
          code.result("mad.lo.u32", globalThread, KernelProgram.WORDS, KernelProgram.VARIABLES);
      low = code.result("add.u32", low, first);
    }
    boolean global = space == FuzzSpace.INPUT || space == FuzzSpace.GLOBAL;
    if (!global && mode != Addressing.GENERIC && mode != Addressing.WIDE) {
      String bytes = code.result("shl.b32", low, 2);
      String base = code.result("mov.u32", symbol(space));
      return displaced(code.result("add.s32", base, bytes), mode);
    }
    String wide = code.wide();
    code.line("mul.wide.u32 %s, %s, 4", wide, low);
    String base = space == FuzzSpace.INPUT ? input : output;
    if (!global) {
      base = code.wide();
      code.line("mov.u64 %s, %s", base, symbol(space));
      if (mode == Addressing.GENERIC) {
        String generic = code.wide();
        code.line("cvta.%s.u64 %s, %s", name(space), generic, base);
        base = generic;
      }
    }
    String address = code.wide();
    code.line("add.s64 %s, %s, %s", address, base, wide);
    return global ? displacedWide(address, mode) : "[" + address + "]";
  }

  private String displaced(String address, Addressing mode) {
    return switch (mode) {
      case BELOW -> "[" + code.result("add.s32", address, -FAR) + "+" + FAR + "]";
      case ABOVE -> "[" + code.result("add.s32", address, FAR) + "+-" + FAR + "]";
      case WRAPPED -> "[" + code.result("add.s32", address, Integer.MIN_VALUE) + "+-2147483648]";
      default -> "[" + address + "]";
    };
  }

  private String displacedWide(String address, Addressing mode) {
    if (mode != Addressing.BELOW && mode != Addressing.ABOVE) {
      return "[" + address + "]";
    }
    int displacement = mode == Addressing.BELOW ? FAR : -FAR;
    String moved = code.wide();
    code.line("add.s64 %s, %s, %d", moved, address, -displacement);
    return "[" + moved + "+" + displacement + "]";
  }

  /** The address of the thread's own bytes of an array of the module. */
  String own(String array, int bytes) {
    String index = array.equals(PtxDetours.SHARED) ? thread : globalThread;
    String offset = code.wide();
    code.line("mul.wide.u32 %s, %s, %d", offset, index, bytes);
    String base = code.wide();
    code.line("mov.u64 %s, %s", base, array);
    String address = code.wide();
    code.line("add.s64 %s, %s, %s", address, base, offset);
    return address;
  }

  /** The address of a word of the thread's output. */
  String output(int word) {
    String first = code.result("mul.lo.u32", globalThread, 4 * KernelProgram.WORDS);
    String wide = code.wide();
    code.line("cvt.u64.u32 %s, %s", wide, first);
    String address = code.wide();
    code.line("add.s64 %s, %s, %s", address, output, wide);
    return "[" + address + "+" + 4 * word + "]";
  }

  /** The address of a cell of a board in shared memory. */
  String cell(String board, String index) {
    String bytes = code.result("shl.b32", index, 2);
    String base = code.result("mov.u32", board);
    return displaced(
        code.result("add.s32", base, bytes),
        style.addresses().getOrDefault(FuzzSpace.SHARED, Addressing.PLAIN));
  }

  /** Arguments that hand the kernel's pointers on. */
  String[] pointers() {
    return new String[] {input, output};
  }
}
