package dev.syncopate.app.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.app.argument.BufferContents.Contained;
import dev.syncopate.app.argument.BufferContents.Fill;
import dev.syncopate.app.argument.BufferContents.Iota;
import dev.syncopate.app.argument.BufferContents.Random;
import dev.syncopate.app.argument.BufferContents.RunRandom;
import dev.syncopate.app.argument.BufferContents.Zero;
import dev.syncopate.workload.runtime.TensorMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentParserTest {
  @Test
  void aTensorMapNamesItsBuffer() throws ArgumentSyntaxException {
    assertThat(ArgumentParser.parse("map=2.1:bf16[64x32x3]/16x8x1,swizzle=32,nan"))
        .isEqualTo(
            new KernelArgument.Map(
                "map=2.1:bf16[64x32x3]/16x8x1,swizzle=32,nan",
                "2.1",
                TensorMap.Element.BF16,
                List.of(64L, 32L, 3L),
                List.of(16, 8, 1),
                32,
                true));
  }

  @ParameterizedTest
  @CsvSource({
    "s8=-128, 80",
    "s8=127, 7f",
    "u8=255, ff",
    "s16=-1, ffff",
    "u16=65535, ffff",
    "s32=5, 5",
    "s32=-2147483648, 80000000",
    "u32=4294967295, ffffffff",
    "u32=0xdeadBEEF, deadbeef",
    "s32=0xffffffff, ffffffff",
    "s64=-1, ffffffffffffffff",
    "u64=18446744073709551615, ffffffffffffffff",
    "f16=1.5, 3e00",
    "f16=-0, 8000",
    "f16=65520, 7c00",
    "f16=65519.99, 7bff",
    "f16=nan, 7e00",
    "f16=1.00048828126, 3c01",
    "bf16=1.5, 3fc0",
    "bf16=1.00390625, 3f80",
    "bf16=1.00390626, 3f81",
    "bf16=-inf, ff80",
    "bf16=nan, 7fc0",
    "f32=1.5, 3fc00000",
    "f32=-0, 80000000",
    "f32=.5, 3f000000",
    "f32=1., 3f800000",
    "f32=1e40, 7f800000",
    "f32=inf, 7f800000",
    "f32=-inf, ff800000",
    "f32=nan, 7fc00000",
    "f64=-2e-3, bf60624dd2f1a9fc",
  })
  void aScalarHasTheBitsOfItsValue(String text, String bits) throws ArgumentSyntaxException {
    KernelArgument argument = ArgumentParser.parse(text);
    assertThat(argument).isInstanceOf(KernelArgument.Scalar.class);
    assertThat(Long.toHexString(((KernelArgument.Scalar) argument).bits())).isEqualTo(bits);
    assertThat(argument.text()).isEqualTo(text);
  }

  /**
   * The double nearest to this decimal rounds down to 1; the decimal itself is above the midpoint.
   */
  @Test
  void aDecimalIsRoundedToSinglePrecisionOnce() throws ArgumentSyntaxException {
    KernelArgument argument = ArgumentParser.parse("f32=1.00000005960464477539062500001");
    assertThat(((KernelArgument.Scalar) argument).bits()).isEqualTo(0x3f800001L);
  }

  @Test
  void aBufferHasATypeACountAndContents() throws ArgumentSyntaxException {
    assertThat(memory("u32[4096]=zero")).isEqualTo(memory("u32", 4096, new Zero()));
    assertThat(memory("s8[1]=iota")).isEqualTo(memory("s8", 1, new Iota()));
    assertThat(memory("f32[64K]=fill(1.5)")).isEqualTo(memory("f32", 65536, new Fill(0x3fc00000L)));
    assertThat(memory("s16[2M]=fill(-1)")).isEqualTo(memory("s16", 2 << 20, new Fill(0xffffL)));
    assertThat(memory("u64[3]=random(-7)")).isEqualTo(memory("u64", 3, new Random(-7)));
    assertThat(memory("f64[3]=random")).isEqualTo(memory("f64", 3, new RunRandom()));
    assertThat(memory("u8[3]=@a b.bin"))
        .isEqualTo(memory("u8", 3, new Contained(Path.of("a b.bin"))));
    assertThat(memory("f64[1K]=zero").bytes()).isEqualTo(8192);
  }

  @Test
  void aBufferFromAFileMayTakeItsSizeFromIt(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("in.bin"), new byte[24]);
    assertThat(memory("u64[]=@" + file).count()).isEqualTo(3);
    assertThatThrownBy(() -> memory("u64[]=@" + Files.write(file, new byte[25])))
        .hasMessage("%s has 25 bytes, which is no number of u64 elements (at most 2 GiB)", file);
    assertThatThrownBy(() -> memory("u64[]=@" + folder))
        .hasMessage("%s is a folder, not a file", folder);
    Path missing = folder.resolve("none.bin");
    assertThatThrownBy(() -> memory("u64[]=@" + missing))
        .hasMessage("there is no file %s", missing);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "u32 | column 4: expected '=' and a value, as in u32=5 or f32[1024]=zero",
        "'' | column 1: expected '=' and a value, as in u32=5 or f32[1024]=zero",
        "int=5 | column 1: expected a type (s8, u8, s16, u16, s32, u32, s64, u64, f16, bf16, f32, f64, struct{...}, bytes[N]), found"
            + " 'int'",
        "=5 | column 1: expected a type (s8, u8, s16, u16, s32, u32, s64, u64, f16, bf16, f32, f64, struct{...}, bytes[N]), found ''",
        "u8=256 | column 4: expected a whole number from 0 to 255 (decimal or 0x...), found '256'",
        "u32=-1 | column 5: expected a whole number from 0 to 4294967295 (decimal or 0x...), found"
            + " '-1'",
        "s32=x | column 5: expected a whole number from -2147483648 to 2147483647 (decimal or"
            + " 0x...), found 'x'",
        "s8=--1 | column 4: expected a whole number from -128 to 127 (decimal or 0x...), found"
            + " '--1'",
        "s8=0x100 | column 4: expected a whole number from -128 to 127 (decimal or 0x...), found"
            + " '0x100'",
        "u16= | column 5: expected a whole number from 0 to 65535 (decimal or 0x...), found ''",
        "u16=0x | column 5: expected a whole number from 0 to 65535 (decimal or 0x...), found '0x'",
        "f32=1.5f | column 5: expected a number such as 1.5, -2e3, inf or nan, found '1.5f'",
        "f64=NaN | column 5: expected a number such as 1.5, -2e3, inf or nan, found 'NaN'",
        "f64=. | column 5: expected a number such as 1.5, -2e3, inf or nan, found '.'",
        "u32[4=zero | column 6: expected ']' before '='",
        "u32[]=zero | column 5: expected a number of elements; only a buffer from a file may leave"
            + " it out",
        "u32[40x]=zero | column 5: expected a number of elements from 1 to 536870909, such as 4096"
            + " or 64K, found '40x'",
        "u32[0]=zero | column 5: expected a number of elements from 1 to 536870909, such as 4096 or"
            + " 64K, found '0'",
        "u32[-1]=zero | column 5: expected a number of elements from 1 to 536870909, such as 4096"
            + " or 64K, found '-1'",
        "u8[4G]=zero | column 4: expected a number of elements from 1 to 2147483639, such as 4096"
            + " or 64K, found '4G'",
        "u8[999999999999G]=zero | column 4: expected a number of elements from 1 to 2147483639,"
            + " such as 4096 or 64K, found '999999999999G'",
        "u32[4]=zeros | column 8: expected zero, iota, fill(VALUE), random, random(SEED), uninit or @FILE,"
            + " found 'zeros'",
        "u32[4]= | column 8: expected zero, iota, fill(VALUE), random, random(SEED), uninit or @FILE, found"
            + " ''",
        "u32[4]=fil(3) | column 8: expected zero, iota, fill(VALUE), random, random(SEED), uninit or @FILE,"
            + " found 'fil(3)'",
        "bytes[4]=uninit | column 10: expected the contents of a value; only a buffer may be uninit",
        "map=1:f32[8]/4x4 | column 14: expected 1 sides of the box, as many as the tensor has",
        "map=1:f32[8x0]/4x4 | column 13: expected a size from 1 to 4294967296",
        "map=f32[8]/4 | column 5: expected ARGUMENT:TYPE[SIZES]/BOX with sizes such as 64x32, as in"
            + " map=1:f32[64x32]/16x8,swizzle=64",
        "map=1:f32[8]/4,swizzle=96 | column 16: expected swizzle=32, swizzle=64, swizzle=128 or nan,"
            + " as in map=1:f32[64x32]/16x8,swizzle=64",
        "u32[4]=fill(3 | column 14: expected ')'",
        "u32[4]=fill() | column 13: expected a whole number from 0 to 4294967295 (decimal or"
            + " 0x...), found ''",
        "u32[4]=random(1.5) | column 15: expected a whole number from -9223372036854775808 to"
            + " 9223372036854775807 (decimal or 0x...), found '1.5'",
        "u32[4]=@ | column 9: expected the name of a file after '@'",
      })
  void anErrorNamesTheColumnAndWhatWasExpected(String text, String message) {
    assertThatThrownBy(() -> ArgumentParser.parse(text))
        .isInstanceOf(ArgumentSyntaxException.class)
        .hasMessage("'%s', %s", text, message);
  }

  private static KernelArgument.Memory memory(String text) throws ArgumentSyntaxException {
    KernelArgument.Memory memory = (KernelArgument.Memory) ArgumentParser.parse(text);
    return new KernelArgument.Memory("", memory.type(), memory.count(), memory.contents());
  }

  private static KernelArgument.Memory memory(
      String type, int count, BufferContents.Source contents) {
    return new KernelArgument.Memory("", ElementType.of(type).orElseThrow(), count, contents);
  }
}
