package dev.syncopate.ptx.alu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Moves, selections, packing and unpacking. */
class MoveFunctionsTest {
  @ParameterizedTest
  @ValueSource(strings = {"b8", "b16", "u16", "b32", "s32", "f32", "b64", "u64", "f64", "f16x2"})
  void movesKeepTheTypesBits(String type) {
    int width = type.endsWith("x2") ? 32 : Integer.parseInt(type.substring(1));
    Check.integers("mov." + type, 64, (a, b, c) -> a & Values.mask(width));
  }

  @Test
  void addressConversionsKeepTheAddress() {
    for (String name : new String[] {"cvta.to.global.u64", "cvta.shared.u64", "cvta.local.u64"}) {
      Check.integers(name, 64, (a, b, c) -> a);
    }
  }

  @Test
  void selectionFollowsTheSign() {
    Check.integers("slct.b32.s32", 32, (a, b, c) -> (c >>> 31 & 1) != 0 ? b : a);
    Check.integers("slct.u64.s32", 64, (a, b, c) -> (c >>> 31 & 1) != 0 ? b : a);
    LaneFunction byFloat = Check.function("slct.f32.f32");
    LaneFunction flushing = Check.function("slct.ftz.f32.f32");
    assertThat(byFloat.apply(1, 2, 0x8000_0000L)).as("-0").isEqualTo(1);
    assertThat(byFloat.apply(1, 2, 0x8000_0001L)).as("negative subnormal").isEqualTo(2);
    assertThat(flushing.apply(1, 2, 0x8000_0001L)).as("flushed to -0").isEqualTo(1);
    assertThat(byFloat.apply(1, 2, 0x7fff_ffffL)).as("NaN").isEqualTo(2);
    assertThat(byFloat.apply(1, 2, 0x3f80_0000L)).isEqualTo(1);
  }

  @Test
  void vectorsArePackedLowPartFirst() {
    assertThat(Check.function("pack.b64.b32").apply(0x1_1111_1111L, 0x2222_2222L, 0))
        .isEqualTo(0x2222_2222_1111_1111L);
    assertThat(Check.function("pack.b32.b16").apply(0x1111, 0x2222, 0)).isEqualTo(0x2222_1111L);
    assertThat(Check.function("pack.b16.b8").apply(0x11, 0x22, 0)).isEqualTo(0x2211);
    assertThat(Check.function("unpack.lo.b64.b32").apply(0x2222_2222_1111_1111L, 0, 0))
        .isEqualTo(0x1111_1111L);
    assertThat(Check.function("unpack.hi.b64.b32").apply(0x2222_2222_1111_1111L, 0, 0))
        .isEqualTo(0x2222_2222L);
    assertThat(Check.function("unpack.lo.b32.b16").apply(0x9_2222_1111L, 0, 0)).isEqualTo(0x1111);
    assertThat(Check.function("unpack.hi.b32.b16").apply(0x9_2222_1111L, 0, 0)).isEqualTo(0x2222);
  }
}
