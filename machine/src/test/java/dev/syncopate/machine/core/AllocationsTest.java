package dev.syncopate.machine.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AllocationsTest {
  private final Allocations allocations =
      new Allocations(
          List.of(
              new Allocations.Range(0x1000, 0x1010, "argument 0"),
              new Allocations.Range(0x2000, 0x2004, "variable x")));

  @Test
  void whatLiesInsideIsFine() {
    assertThat(allocations.stray(0x1000, 16)).isNull();
    assertThat(allocations.stray(0x100c, 4)).isNull();
    assertThat(allocations.stray(0x2000, 4)).isNull();
  }

  @Test
  void theNearestAllocationIsNamed() {
    assertThat(allocations.stray(0x1014, 4))
        .isEqualTo(
            "address 0x1014 is in no allocation: the access to 4 bytes begins 4 bytes past the end"
                + " of argument 0 (16 bytes at 0x1000)");
    assertThat(allocations.stray(0x100c, 8))
        .isEqualTo(
            "address 0x100c is in no allocation: the access to 8 bytes ends 4 bytes past the end of"
                + " argument 0 (16 bytes at 0x1000)");
    assertThat(allocations.stray(0x1fff, 1))
        .isEqualTo(
            "address 0x1fff is in no allocation: the access to 1 bytes begins 1 byte before the"
                + " start of variable x (4 bytes at 0x2000)");
    assertThat(allocations.stray(0xff0, 8))
        .contains("begins 16 bytes before the start of argument 0");
    assertThat(allocations.stray(0x3000, 2))
        .contains("begins 4092 bytes past the end of variable x");
  }

  @Test
  void thereMayBeNone() {
    assertThat(new Allocations(List.of()).stray(0x1000, 4))
        .isEqualTo("address 0x1000 is in no allocation");
  }
}
