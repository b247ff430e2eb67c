package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.ptx.ir.ModuleVariable;
import dev.syncopate.ptx.ir.ModuleVariable.Relocation;
import dev.syncopate.ptx.ir.StateSpace;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ModuleImageTest {
  private final ArrayMemory memory = new ArrayMemory(4096);

  @Test
  void globalsGetMemoryAndTheirInitialBytes() {
    ModuleImage image = place(global("a", 3, 1, 1, 2), global("b", 8, 8));
    assertThat(image.addresses())
        .containsEntry("a", ArrayMemory.BASE)
        .containsEntry("b", ArrayMemory.BASE + 8);
    assertThat(bytes(image, "a")).containsExactly(1, 2, 0);
    assertThat(image.constants()).isEmpty();
  }

  @Test
  void constantsAreLaidOutOneBehindTheOther() {
    ModuleImage image = place(constant("a", 3, 1, 1, 2, 3), constant("b", 4, 4, 9));
    assertThat(image.addresses()).containsEntry("a", 0L).containsEntry("b", 4L);
    assertThat(image.constants()).containsExactly(1, 2, 3, 0, 9, 0, 0, 0);
  }

  @Test
  void addressesAreWrittenOnceEverythingHasOne() {
    ModuleVariable pointer =
        new ModuleVariable(
            "p",
            StateSpace.GLOBAL,
            16,
            8,
            false,
            new byte[0],
            List.of(new Relocation(8, "target", 4, true)));
    ModuleImage image = place(pointer, global("target", 8, 8));
    ByteBuffer bytes = ByteBuffer.wrap(bytes(image, "p")).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes.getLong(0)).isZero();
    assertThat(bytes.getLong(8)).isEqualTo(ArrayMemory.BASE + 16 + 4);
  }

  @Test
  void aGenericAddressOfAConstantLiesInItsWindow() {
    ModuleVariable pointers =
        new ModuleVariable(
            "p",
            StateSpace.GLOBAL,
            16,
            8,
            false,
            new byte[0],
            List.of(new Relocation(0, "c", 2, true), new Relocation(8, "c", 2, false)));
    ModuleImage image = place(pointers, constant("b", 4, 4), constant("c", 4, 4));
    ByteBuffer bytes = ByteBuffer.wrap(bytes(image, "p")).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes.getLong(0)).isEqualTo(0x7c00_0000_0000L + 4 + 2);
    assertThat(bytes.getLong(8)).isEqualTo(4 + 2);
  }

  @Test
  void whatCannotBePlacedIsRefused() {
    ModuleVariable pointer =
        new ModuleVariable(
            "p",
            StateSpace.GLOBAL,
            8,
            8,
            false,
            new byte[0],
            List.of(new Relocation(0, "f", 0, false)));
    assertThatThrownBy(() -> place(pointer))
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "m.ptx: the initial value of p holds the address of f, which is no variable of the"
                + " module");
    assertThatThrownBy(() -> place(constant("c", 65_537, 1)))
        .hasMessage("m.ptx declares 65537 bytes of .const; constant memory has 65536");
  }

  private static byte[] bytes(ModuleImage image, String variable) {
    return Objects.requireNonNull(image.buffers().get(variable)).readBytes();
  }

  private ModuleImage place(ModuleVariable... variables) {
    return ModuleImage.place(
        "m.ptx",
        List.of(variables),
        (name, bytes, alignment, _) -> memory.allocate(name, bytes, alignment));
  }

  private static ModuleVariable global(String name, int bytes, int alignment, int... initial) {
    return variable(name, StateSpace.GLOBAL, bytes, alignment, initial);
  }

  private static ModuleVariable constant(String name, int bytes, int alignment, int... initial) {
    return variable(name, StateSpace.CONST, bytes, alignment, initial);
  }

  private static ModuleVariable variable(
      String name, StateSpace space, int bytes, int alignment, int... initial) {
    byte[] values = new byte[initial.length];
    for (int i = 0; i < initial.length; i++) {
      values[i] = (byte) initial[i];
    }
    return new ModuleVariable(name, space, bytes, alignment, false, values, List.of());
  }
}
