package dev.syncopate.workload.fuzz.text;

import dev.syncopate.workload.fuzz.program.FuzzSpace;
import dev.syncopate.workload.fuzz.program.FuzzStatement;
import dev.syncopate.workload.fuzz.program.KernelProgram;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A whole kernel as PTX. */
public final class PtxText {
  private static final String SIGNATURE =
      "(.param .b32 f_a, .param .b32 f_b, .param .b32 f_mask, .param .b64 f_in, .param .b64 f_out)";

  private PtxText() {}

  /** The text of a kernel {@code k(out, in)}. */
  public static String of(KernelProgram program) {
    PtxStyle style = PtxStyle.of(program.seed());
    StringBuilder text = new StringBuilder();
    text.append(".version 9.1\n.target sm_100a\n.address_size 64\n\n");
    text.append(".const .align 4 .u32 table[16] = {").append(table(program.seed())).append("};\n");
    int board = Math.ceilDiv(program.threads(), 32) * 32;
    text.append(".shared .align 4 .b8 slots[")
        .append(4 * FuzzSpace.SHARED.words() * program.threads())
        .append("];\n.shared .align 4 .b8 board[")
        .append(4 * board)
        .append("];\n.shared .align 4 .b8 cells[")
        .append(4 * program.threads())
        .append("];\n\n");
    if (style.detour() != null) {
      text.append(PtxDetours.declarations(program));
    }
    for (int i = 0; i < program.functions().size(); i++) {
      text.append(function(program, style, i)).append('\n');
    }
    text.append(".global .align 8 .u64 functions[")
        .append(program.functions().size())
        .append("] = {");
    for (int i = 0; i < program.functions().size(); i++) {
      text.append(i == 0 ? "f" : ", f").append(i);
    }
    return text.append("};\n\n").append(kernel(program, style)).toString();
  }

  /** The words of the constant table. */
  static String table(long seed) {
    return new Random(seed)
        .ints(FuzzSpace.TABLE.words())
        .mapToObj(word -> Long.toString(word & 0xffff_ffffL))
        .collect(Collectors.joining(", "));
  }

  private static String function(KernelProgram program, PtxStyle style, int number) {
    PtxCode code = new PtxCode("f" + number);
    code.line("ld.param.u32 %%v0, [f_a]");
    code.line("ld.param.u32 %%v1, [f_b]");
    String mask = code.word();
    code.line("ld.param.u32 %s, [f_mask]", mask);
    String input = code.wide();
    code.line("ld.param.u64 %s, [f_in]", input);
    String output = code.wide();
    code.line("ld.param.u64 %s, [f_out]", output);
    PtxMemory memory = new PtxMemory(code, style, program, input, output);
    PtxFunction target = new PtxFunction(code, memory, style, program, "f_result");
    start(code, 2, 0);
    List<FuzzStatement> body = program.functions().get(number);
    new StatementWriter(program, target, false).block(body, program.exchanges(body) ? mask : null);
    code.line("st.param.b32 [f_result], %s", result(code));
    code.place(target.end());
    code.line("ret");
    return ".func (.param .b32 f_result) f%d%s\n".formatted(number, SIGNATURE)
        + code.body("\t.local .align 4 .b8 __local_depot[16];\n", KernelProgram.VARIABLES);
  }

  /** First values of variables and of local memory. */
  private static void start(PtxCode code, int firstVariable, long seed) {
    Random random = new Random(seed);
    String zero = code.result("mov.u32", 0);
    for (int i = firstVariable; i < KernelProgram.VARIABLES; i++) {
      code.line("mov.u32 %%v%d, %d", i, random.nextInt());
    }
    for (int i = 0; i < FuzzSpace.LOCAL.words(); i++) {
      code.line("st.local.u32 [__local_depot+%d], %s", 4 * i, zero);
    }
  }

  /** What a function returns. */
  static String result(PtxCode code) {
    String sum = code.result("mad.lo.s32", "%v1", 31, "%v0");
    return code.result("xor.b32", sum, "%v2");
  }

  private static String kernel(KernelProgram program, PtxStyle style) {
    PtxCode code = new PtxCode("k");
    String output = code.wide();
    code.line("ld.param.u64 %s, [k_out]", output);
    String input = code.wide();
    code.line("ld.param.u64 %s, [k_in]", input);
    code.line("cvta.to.global.u64 %s, %s", output, output);
    code.line("cvta.to.global.u64 %s, %s", input, input);
    PtxMemory memory = new PtxMemory(code, style, program, input, output);
    PtxFunction target = new PtxFunction(code, memory, style, program, null);
    start(code, 1, program.seed());
    code.line("mov.u32 %%v0, %s", memory.load(FuzzSpace.INPUT, memory.thread));
    boolean masks = program.exchanges();
    new StatementWriter(program, target, true)
        .block(program.body(), masks ? code.result("mov.b32", -1) : null);
    for (int i = 0; i < KernelProgram.VARIABLES; i++) {
      code.line("st.global.u32 %s, %%v%d", memory.output(i), i);
    }
    code.place(target.end());
    code.line("ret");
    return ".visible .entry k(.param .u64 k_out, .param .u64 k_in)\n"
        + code.body("\t.local .align 4 .b8 __local_depot[16];\n", KernelProgram.VARIABLES);
  }

  /** The sequence of a call; the register of its result. */
  static String call(
      PtxCode code,
      @Nullable String selector,
      int function,
      int otherFunction,
      List<String> words,
      String[] pointers) {
    String address = "";
    if (selector != null) {
      String index = code.result("selp.b32", function, otherFunction, selector);
      String bytes = code.wide();
      code.line("mul.wide.u32 %s, %s, 8", bytes, index);
      String table = code.wide();
      code.line("mov.u64 %s, functions", table);
      String entry = code.wide();
      code.line("add.s64 %s, %s, %s", entry, table, bytes);
      address = code.wide();
      code.line("ld.global.u64 %s, [%s]", address, entry);
    }
    String destination = code.word();
    code.raw("{");
    for (int i = 0; i < words.size(); i++) {
      code.line(".param .b32 param%d", i);
      code.line("st.param.b32 [param%d+0], %s", i, words.get(i));
    }
    for (int i = 0; i < pointers.length; i++) {
      code.line(".param .b64 pointer%d", i);
      code.line("st.param.b64 [pointer%d+0], %s", i, pointers[i]);
    }
    code.line(".param .b32 retval0");
    String arguments = "(param0, param1, param2, pointer0, pointer1)";
    if (selector == null) {
      code.line("call.uni (retval0), f%d, %s", function, arguments);
    } else {
      code.raw(
          "prototype: .callprototype (.param .b32 _) _ "
              + SIGNATURE.replaceAll("f_\\w+", "_")
              + ";");
      code.line("call (retval0), %s, %s, prototype", address, arguments);
    }
    code.line("ld.param.b32 %s, [retval0+0]", destination);
    code.raw("}");
    return destination;
  }
}
