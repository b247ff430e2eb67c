package dev.syncopate.app.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.app.argument.BufferContents.Contained;
import dev.syncopate.app.argument.BufferContents.Fill;
import dev.syncopate.app.argument.BufferContents.Iota;
import dev.syncopate.app.argument.BufferContents.Zero;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments that are passed by value as more than one number. */
class StructureParserTest {
  @Test
  void aStructureHasMembers() throws ArgumentSyntaxException {
    assertThat(ArgumentParser.parse("struct{s32=-1, u32[64]=iota ,struct{f32=.5},bytes[3]=zero}"))
        .isEqualTo(
            new KernelArgument.Structure(
                "struct{s32=-1, u32[64]=iota ,struct{f32=.5},bytes[3]=zero}",
                List.of(
                    new KernelArgument.Scalar("s32=-1", ElementType.S32, 0xffff_ffffL),
                    new KernelArgument.Memory("u32[64]=iota", ElementType.U32, 64, new Iota()),
                    new KernelArgument.Structure(
                        "struct{f32=.5}",
                        List.of(
                            new KernelArgument.Scalar("f32=.5", ElementType.F32, 0x3f00_0000L))),
                    new KernelArgument.Raw("bytes[3]=zero", 3, new Zero()))));
  }

  @Test
  void bytesComeFromAFileOrARule(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("task.bin"), new byte[24]);
    assertThat(ArgumentParser.parse("bytes[]=@" + file))
        .isEqualTo(new KernelArgument.Raw("bytes[]=@" + file, 24, new Contained(file)));
    assertThat(ArgumentParser.parse("bytes[24]=fill(0xff)"))
        .isEqualTo(new KernelArgument.Raw("bytes[24]=fill(0xff)", 24, new Fill(255)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "struct{s32=5 | column 13: expected ',' or '}'",
        "struct{struct{s32=5} | column 21: expected ',' or '}'",
        "struct{s32=5}} | column 14: expected nothing after '}'",
        "struct{} | column 8: expected a member, as in struct{s32=5,f32[64]=iota}",
        "struct{s32=5,} | column 14: expected a member, as in struct{s32=5,f32[64]=iota}",
        "struct{s32=5, s8=999} | column 18: expected a whole number from -128 to 127 (decimal or"
            + " 0x...), found '999'",
        "struct{s8=1,struct{u8=1,i=2}} | column 25: expected a type (s8, u8, s16, u16, s32, u32,"
            + " s64, u64, f16, bf16, f32, f64, struct{...}, bytes[N]), found 'i'",
        "structs32=5 | column 1: expected a type (s8, u8, s16, u16, s32, u32, s64, u64, f16, bf16, f32, f64,"
            + " struct{...}, bytes[N]), found 'structs32'; a shell takes braces apart unless they"
            + " are quoted: 'struct{s32=1,s32=2}'",
        "bytes=5 | column 6: expected '[', as in bytes[16]=zero",
        "bytes[]=zero | column 7: expected a number of elements; only a buffer from a file may"
            + " leave it out",
        "bytes[32K]=zero | column 7: expected a number of elements from 1 to 32764, such as 4096"
            + " or 64K, found '32K'",
        "struct{u8[2]=@} | column 15: expected the name of a file after '@'",
      })
  void anErrorNamesTheColumnInTheWholeArgument(String text, String message) {
    assertThatThrownBy(() -> ArgumentParser.parse(text))
        .isInstanceOf(ArgumentSyntaxException.class)
        .hasMessage("'%s', %s", text, message);
  }
}
