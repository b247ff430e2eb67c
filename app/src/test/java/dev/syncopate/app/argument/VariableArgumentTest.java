package dev.syncopate.app.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariableArgumentTest {
  @Test
  void aValueIsAnArgumentBehindAName() throws ArgumentSyntaxException {
    assertThat(VariableArgument.parse("factors=f32[4]=fill(2)"))
        .isEqualTo(new VariableArgument("factors", ArgumentParser.parse("f32[4]=fill(2)"), true));
    assertThat(VariableArgument.parse("_ZN1a1bE=u8=7"))
        .isEqualTo(new VariableArgument("_ZN1a1bE", ArgumentParser.parse("u8=7"), true));
    assertThat(VariableArgument.parse("p=struct{u32[4]=zero,s32=4}").value())
        .isInstanceOf(KernelArgument.Structure.class);
  }

  @Test
  void withoutAValueItIsNotWritten() throws ArgumentSyntaxException {
    VariableArgument array = VariableArgument.parse("sums=u32[1K]");
    assertThat(array.written()).isFalse();
    assertThat(array.memory())
        .isEqualTo(
            new KernelArgument.Memory("u32[1K]", ElementType.U32, 1024, new BufferContents.Zero()));
    assertThat(VariableArgument.parse("n=s64").memory())
        .isEqualTo(new KernelArgument.Memory("s64", ElementType.S64, 1, new BufferContents.Zero()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "x | column 1: expected the name of a variable and what it holds, as in factors=f32[4]=zero",
        "0=u32=1 | column 1: expected the name of a variable and what it holds, as in"
            + " factors=f32[4]=zero",
        "x=u33=1 | column 3: expected a type (s8, u8, s16, u16, s32, u32, s64, u64, f16, bf16, f32, f64,"
            + " struct{...}, bytes[N]), found 'u33'",
        "x=u32[4 | column 8: expected a number of elements and ']', as in u32[16]",
        "x=u32[] | column 8: expected a number of elements and ']', as in u32[16]",
        "x=u32[0] | column 7: expected a number of elements from 1 to 536870909, such as 4096 or"
            + " 64K, found '0'",
        "x=u8=256 | column 6: expected a whole number from 0 to 255 (decimal or 0x...), found"
            + " '256'",
      })
  void errorsSayWhere(String text, String message) {
    assertThatThrownBy(() -> VariableArgument.parse(text))
        .isInstanceOf(ArgumentSyntaxException.class)
        .hasMessage("'%s', %s", text, message);
  }
}
