package dev.syncopate.workload.fuzz.text;

import dev.syncopate.workload.fuzz.program.KernelProgram;
import dev.syncopate.workload.fuzz.text.PtxStyle.Detour;

/**
 * Instructions through which a kernel's PTX sends a value: each thread in private memory, so that
 * the result does not depend on the order of threads.
 */
final class PtxDetours {
  /** The arrays that hold the threads' own bytes. */
  static final String SHARED = "pairs";

  private static final String GLOBAL = "octets";
  private static final int PAIR = 16;
  private static final int OCTET = 32;

  private final PtxCode code;
  private final PtxMemory memory;

  PtxDetours(PtxCode code, PtxMemory memory) {
    this.code = code;
    this.memory = memory;
  }

  /** The module's other declarations. */
  static String declarations(KernelProgram program) {
    return """
    .shared .align 16 .b8 %s[%d];
    .global .align 32 .b8 %s[%d];
    .func (.param .b32 deeper_result) deeper(.param .b32 deeper_turns, .param .b32 deeper_value)
    {
    	.reg .pred %%p;
    	.reg .b32 %%t<4>;
    	ld.param.u32 %%t0, [deeper_turns];
    	ld.param.u32 %%t1, [deeper_value];
    	setp.eq.u32 %%p, %%t0, 0;
    	@%%p bra $L_deeper;
    	sub.u32 %%t2, %%t0, 1;
    	mad.lo.u32 %%t3, %%t1, 5, %%t0;
    	{
    	.param .b32 turns;
    	.param .b32 value;
    	.param .b32 result;
    	st.param.b32 [turns], %%t2;
    	st.param.b32 [value], %%t3;
    	call.uni (result), deeper, (turns, value);
    	ld.param.b32 %%t3, [result];
    	}
    	xor.b32 %%t1, %%t1, %%t3;
    	add.u32 %%t1, %%t1, %%t0;
    $L_deeper:
    	st.param.b32 [deeper_result], %%t1;
    	ret;
    }

    """
        .formatted(
            SHARED, PAIR * program.threads(), GLOBAL, OCTET * program.threads() * program.ctas());
  }

  /** The register that has the value again, or what was made of it. */
  String through(Detour detour, String value) {
    return switch (detour) {
      case PAIR_IN_SHARED -> pair("shared", memory.own(SHARED, PAIR), value);
      case PAIR_IN_GLOBAL -> pair("global", memory.own(GLOBAL, OCTET), value);
      case EIGHT_WORDS -> octet(value);
      case FAILED_SWAP -> swap(value);
      case SUMS -> sums(value);
      case EIGHT_BITS -> eightBits(value);
      case STACK -> stack(value);
      case RECURSION -> recursion(value);
    };
  }

  /** Exchanged in, not swapped by who expects the halves the other way round, and swapped out. */
  private String pair(String space, String address, String value) {
    String low = code.wide();
    code.line("cvt.u64.u32 %s, %s", low, value);
    String high = code.wide();
    code.line("not.b64 %s, %s", high, low);
    String lowHalf = code.wide();
    String highHalf = code.wide();
    code.raw("{");
    code.line(".reg .b128 %%q<5>");
    code.line("mov.b128 %%q0, {%s, %s}", low, high);
    code.line("mov.b128 %%q1, {%s, %s}", high, low);
    code.line("mov.b128 %%q2, {%s, %s}", low, low);
    code.line("atom.%s.exch.b128 _, [%s], %%q0", space, address);
    code.line("atom.relaxed.cta.%s.cas.b128 %%q3, [%s], %%q1, %%q1", space, address);
    code.line("atom.%s.cas.b128 %%q3, [%s], %%q2, %%q1", space, address);
    code.line("atom.%s.cas.b128 %%q4, [%s], %%q3, %%q1", space, address);
    code.line("mov.b128 {%s, _}, %%q4", lowHalf);
    code.line("ld.%s.b128 %%q3, [%s]", space, address);
    code.line("mov.b128 {_, %s}, %%q3", highHalf);
    code.raw("}");
    String combined = code.wide();
    code.line("and.b64 %s, %s, %s", combined, lowHalf, highHalf);
    return narrow(combined);
  }

  private String narrow(String wide) {
    String word = code.word();
    code.line("cvt.u32.u64 %s, %s", word, wide);
    return word;
  }

  private String octet(String value) {
    String address = memory.own(GLOBAL, OCTET);
    String inverse = code.result("not.b32", value);
    code.line(
        "st.global.v8.b32 [%s], {%s, %s, %s, %s, %s, %s, %s, %s}",
        address, value, inverse, inverse, value, inverse, inverse, value, 7);
    String one = code.wide();
    String two = code.wide();
    String three = code.wide();
    String four = code.wide();
    code.line("ld.global.v4.b64 {%s, %s, %s, %s}, [%s]", one, two, three, four, address);
    String upper = code.wide();
    code.line("shr.u64 %s, %s, 32", upper, two);
    code.line("and.b64 %s, %s, %s", upper, upper, one);
    code.line("and.b64 %s, %s, %s", upper, upper, four);
    code.line("or.b64 %s, %s, 0", three, three);
    return narrow(upper);
  }

  private String swap(String value) {
    String address = memory.own(GLOBAL, OCTET);
    String inverse = code.result("not.b32", value);
    code.line("st.global.u32 [%s], %s", address, value);
    code.line("st.global.u32 [%s+4], %s", address, inverse);
    String previous = code.word();
    code.line("atom.relaxed.cta.global.cas.b32 %s, [%s], %s, 5", previous, address, inverse);
    code.line("atom.global.cas.b32 %s, [%s+4], %s, 6", code.word(), address, value);
    String stored = code.result("ld.global.u32", "[" + address + "]");
    String beside = code.result("ld.global.u32", "[" + address + "+4]");
    code.line("atom.global.cas.b32 %s, [%s+4], %s, %s", code.word(), address, beside, value);
    String swapped = code.result("ld.global.u32", "[" + address + "+4]");
    return code.result("and.b32", code.result("and.b32", previous, stored), swapped);
  }

  /** Numbers of ten bits, so that every sum is exact. */
  private String sums(String value) {
    String address = memory.own(GLOBAL, OCTET);
    String small = code.result("and.b32", value, 1023);
    String number = code.result("cvt.rn.f32.u32", small);
    code.line("st.global.v4.b32 [%s], {%s, %s, 0, %s}", address, number, number, number);
    String one = code.word();
    String two = code.word();
    code.line(
        "atom.global.add.v2.f32 {%s, %s}, [%s+8], {%s, %s}", one, two, address, number, number);
    code.line(
        "red.global.add.v4.f32 [%s], {%s, %s, %s, %s}", address, number, number, number, number);
    String sum = code.result("ld.global.u32", "[" + address + "+12]");
    String combined = code.result("xor.b32", code.result("xor.b32", one, two), sum);
    return code.result("xor.b32", value, combined);
  }

  private String eightBits(String value) {
    String first = code.word();
    String second = code.word();
    String third = code.word();
    code.raw("{");
    code.line(".reg .b16 %%h");
    code.line("cvt.rn.satfinite.e4m3x2.f16x2 %%h, %s", value);
    code.line("cvt.rn.f16x2.e4m3x2 %s, %%h", first);
    code.line("cvt.rn.satfinite.relu.e5m2x2.bf16x2 %%h, %s", value);
    code.line("cvt.rn.f16x2.e5m2x2 %s, %%h", second);
    code.line("cvt.rn.satfinite.e5m2x2.f16x2 %%h, %s", value);
    code.line("cvt.rn.relu.f16x2.e5m2x2 %s, %%h", third);
    code.raw("}");
    String two = code.result("xor.b32", first, second);
    return code.result("xor.b32", value, code.result("add.u32", two, third));
  }

  private String stack(String value) {
    String stackTop = code.wide();
    code.line("stacksave.u64 %s", stackTop);
    String size = code.wide();
    code.line("mov.u64 %s, 24", size);
    String address = code.wide();
    code.line("alloca.u64 %s, %s", address, size);
    String above = code.wide();
    code.line("alloca.u64 %s, %s, 32", above, size);
    code.line("st.local.u32 [%s+16], %s", address, value);
    code.line("st.local.u32 [%s+16], %s", above, code.result("not.b32", value));
    String loaded = code.result("ld.local.u32", "[" + address + "+16]");
    code.line("stackrestore.u64 %s", stackTop);
    return loaded;
  }

  private String recursion(String value) {
    String turns = code.result("and.b32", value, 3);
    String destination = code.word();
    code.raw("{");
    code.line(".param .b32 turns");
    code.line(".param .b32 value");
    code.line(".param .b32 result");
    code.line("st.param.b32 [turns], %s", turns);
    code.line("st.param.b32 [value], %s", value);
    code.line("call (result), deeper, (turns, value)");
    code.line("ld.param.b32 %s, [result]", destination);
    code.raw("}");
    return destination;
  }
}
