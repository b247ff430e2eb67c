package dev.syncopate.ptx.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.PtxModule;
import org.junit.jupiter.api.Test;

/**
 * Kernels whose address is taken, as compilers do for kernels that kernels start: the address is a
 * number like any other, and nothing can be called there.
 */
class KernelAddressTest {
  private static final String TEXT =
      """
      .global .u64 table[2] = {other, f};
      .visible .entry other(.param .u64 p) { ret; }
      .func f(.param .b64 x) { ret; }
      .visible .entry taker(.param .u64 out) {
        .reg .b64 o, a, b;
        ld.param.u64 o, [out];
        mov.u64 a, other;
        mov.u64 b, taker;
        st.global.u64 [o], a;
        st.global.u64 [o + 8], b;
        { .param .b64 x;
          st.param.b64 [x], o;
          shape: .callprototype _ (.param .b64 _);
          call a, (x), shape; }
        ret;
      }
      """;

  @Test
  void theirAddressesAreTakenAndNothingIsCalledThere() {
    PtxModule module = Ptx.read(TEXT);
    assertThat(module.unusable()).isEmpty();
    Program program = module.linker().link("taker", CorpusTest.addresses(module));
    // In the order in which they are met: other, f, taker. Only the function may be called.
    assertThat(program.functionAddresses()).hasSize(3);
    assertThat(program.functionAddresses().get(0)).isEqualTo(-1);
    assertThat(program.functionAddresses().get(1)).isPositive();
    assertThat(program.functionAddresses().get(2)).isEqualTo(-1);
  }

  @Test
  void addressesDiffer() {
    String calls = TEXT.substring(TEXT.indexOf("  { .param"), TEXT.indexOf("  ret;\n}"));
    OneLane lane = new OneLane(Ptx.read(TEXT.replace(calls, "")), "taker");
    lane.with(0, OneLane.GLOBAL).run();
    long firstAddress = lane.memory.getLong(OneLane.GLOBAL);
    assertThat(firstAddress).isPositive();
    assertThat(lane.memory.getLong(OneLane.GLOBAL + 8)).isPositive().isNotEqualTo(firstAddress);
  }
}
