package dev.syncopate.ptx.parse;

import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.PtxModule;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.List;

/** Small texts for tests. */
final class Ptx {
  /** What a kernel may use: its registers and one of each kind of variable. */
  private static final String HEAD =
      """
      .version 9.0
      .target sm_90
      .address_size 64
      .global .u32 g;
      .const .align 4 .b8 c[16];
      .shared .align 4 .b8 s[64];
      .visible .entry k(.param .u64 a, .param .u32 b)
      {
      .reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<8>; .reg .b64 %d<8>; .reg .f32 %f<4>;
      """;

  /** Where the instructions begin. */
  static final int FIRST_LINE = 10;

  private Ptx() {}

  /** A kernel of these instructions. */
  static String kernel(String instructions) {
    return HEAD + instructions + "\nret;\n}\n";
  }

  static PtxModule read(String text) {
    return PtxReader.read("test.ptx", text);
  }

  static Program link(String text) {
    PtxModule module = read(text);
    return module.linker().link(module.kernels().get(0), CorpusTest.addresses(module));
  }

  /** The decoded instructions of a kernel, without its {@code ret}. */
  static List<Instruction> lower(String instructions) {
    List<Instruction> code = link(kernel(instructions)).code();
    return code.subList(0, code.size() - 1);
  }

  /** What is said of a whole text. */
  static String complaint(String text) {
    try {
      link(text);
    } catch (PtxException e) {
      return String.valueOf(e.getMessage());
    }
    throw new AssertionError("nothing is said of\n" + text);
  }

  /** What is said of instructions in a kernel, the first line of it without the place. */
  static String complaintOf(String instructions) {
    String message = complaint(kernel(instructions)).lines().findFirst().orElseThrow();
    return message.replaceFirst("^test.ptx:\\d+:\\d+: ", "");
  }
}
