package dev.syncopate.machine.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.space.Allocations.Range;
import dev.syncopate.machine.space.PointerNames.Name;
import org.junit.jupiter.api.Test;

class AddressNamesTest {
  private static final Range FIRST = new Range(0x1000, 0x1010, "buffer 0");
  private static final Range SECOND = new Range(0x2000, 0x2004, "variable x");

  /** The launch has an argument that points to the second half of the first allocation. */
  private static final AddressNames NAMES =
      new AddressNames(
          allocations(),
          range -> range.equals(FIRST) ? new Name("argument 0", 0x1008, false) : null);

  private static Allocations allocations() {
    Allocations allocations = new Allocations();
    allocations.add(FIRST);
    allocations.add(SECOND);
    return allocations;
  }

  @Test
  void whatLiesInsideIsFine() {
    assertThat(NAMES.stray(0x1000, 16)).isNull();
    assertThat(NAMES.stray(0x100c, 4)).isNull();
    assertThat(NAMES.stray(0x2000, 4)).isNull();
  }

  @Test
  void theNearestAllocationIsNamedAsTheHostCallsIt() {
    assertThat(NAMES.stray(0x1014, 4))
        .isEqualTo(
            "address 0x1014 is in no allocation: the access to 4 bytes begins 4 bytes past the end"
                + " of buffer 0 (16 bytes at 0x1000)");
    assertThat(NAMES.stray(0x100c, 8))
        .isEqualTo(
            "address 0x100c is in no allocation: the access to 8 bytes ends 4 bytes past the end of"
                + " buffer 0 (16 bytes at 0x1000)");
    assertThat(NAMES.stray(0x1fff, 1))
        .isEqualTo(
            "address 0x1fff is in no allocation: the access to 1 byte begins 1 byte before the"
                + " start of variable x (4 bytes at 0x2000)");
    assertThat(NAMES.stray(0xff0, 8)).contains("begins 16 bytes before the start of buffer 0");
    assertThat(NAMES.stray(0x3000, 2)).contains("begins 4092 bytes past the end of variable x");
  }

  @Test
  void whatWasFreedIsSaidToBeSo() {
    Allocations allocations = allocations();
    allocations.remove(0x1000);
    AddressNames names = new AddressNames(allocations, PointerNames.NONE);
    assertThat(names.stray(0x1008, 4))
        .isEqualTo("address 0x1008 was byte 8 of buffer 0, which has been freed");
    assertThat(names.stray(0x1010, 4)).contains("is in no allocation");
    allocations.remove(0x2000);
    assertThat(names.stray(0x2000, 4)).contains("variable x, which has been freed");
    allocations.add(new Range(0x100c, 0x1020, "buffer 1"));
    assertThat(names.stray(0x100c, 4)).isNull();
    assertThat(names.stray(0x1008, 4)).contains("before the start of buffer 1");
  }

  @Test
  void elementsAreCountedFromWhereTheArgumentPoints() {
    assertThat(NAMES.name(0x100c, 4)).isEqualTo("argument 0[1]");
    assertThat(NAMES.name(0x1004, 4)).isEqualTo("argument 0[-1]");
    assertThat(NAMES.name(0x1009, 4)).isEqualTo("byte 1 of argument 0");
    assertThat(NAMES.name(0x1010, 4)).isEqualTo("argument 0[2], past its end");
    assertThat(NAMES.name(0xffc, 4)).isEqualTo("argument 0[-3], before its start");
  }

  @Test
  void theHostsNameDoesWhereTheLaunchHasNone() {
    assertThat(NAMES.name(0x2000, 4)).isEqualTo("variable x");
    assertThat(NAMES.name(0x2002, 2)).isEqualTo("variable x[1]");
    assertThat(NAMES.name(0x2003 + 4096, 1)).isEqualTo("variable x[4099], past its end");
    assertThat(NAMES.name(0x2004 + 4096, 1)).isNull();
  }

  @Test
  void thereMayBeNone() {
    AddressNames emptyNames = new AddressNames(new Allocations(), PointerNames.NONE);
    assertThat(emptyNames.stray(0x1000, 4)).isEqualTo("address 0x1000 is in no allocation");
    assertThat(emptyNames.name(0x1000, 4)).isNull();
  }

  @Test
  void allocationsAreAscending() {
    Allocations allocations = allocations();
    assertThat(allocations.containing(0x100f)).isSameAs(FIRST);
    assertThat(allocations.containing(0x1010)).isNull();
    assertThat(allocations.containing(0xfff)).isNull();
    assertThatThrownBy(() -> allocations.add(new Range(0x2003, 0x2008, "buffer 1")))
        .hasMessageContaining("overlaps");
  }
}
