package dev.syncopate.app.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may be expected of buffers, and what is said where it does not hold. */
class BufferExpectationTest {
  private final BufferSelection.Choice arguments;

  BufferExpectationTest() throws ArgumentSyntaxException {
    arguments =
        new BufferSelection.Choice(
            List.of(
                ArgumentParser.parse("u32[8]=zero"),
                ArgumentParser.parse("f32[4]=zero"),
                ArgumentParser.parse("struct{s8=1,s8[6]=zero}"),
                ArgumentParser.parse("u64[2]=zero")),
            List.of(VariableArgument.parse("bins=s32[3]=iota")));
  }

  /** What is said of a buffer that holds some contents. */
  private String violation(String expectation, String contents) throws ArgumentSyntaxException {
    BufferExpectation parsed = ExpectationParser.parse(expectation, arguments);
    KernelArgument.Memory memory = (KernelArgument.Memory) ArgumentParser.parse(contents);
    byte[] buffer = BufferContents.make(memory.contents(), memory.type(), memory.count(), 0);
    return parsed.violation(buffer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0=iota | u32[8]=iota",
        "0[5]=5 | u32[8]=iota",
        "0[2..4]=fill(7) | u32[8]=fill(7)",
        "0[2..4]=7 | u32[8]=fill(7)",
        "0[0..3]=iota | u32[8]=iota",
        "sum(0)=28 | u32[8]=iota",
        "sum(0)=34359738360 | u32[8]=fill(4294967295)",
        "sum(0[1..3])=6 | u32[8]=iota",
        "min(0[3..7])=3 | u32[8]=iota",
        "max(0)=7 | u32[8]=iota",
        "sum(2.1)=-6 | s8[6]=fill(-1)",
        "sum(1)=0.4 | f32[4]=fill(0.1)",
        "min(1)=-1.5 | f32[4]=fill(-1.5)",
        "sum(3)=36893488147419103230 | u64[2]=fill(18446744073709551615)",
        "sorted(0) | u32[8]=iota",
        "sorted(0[4..4]) | u32[8]=iota",
        "sorted(bins) | s32[3]=iota",
        "permutation(0)=iota | u32[8]=iota",
        "bins[1]=1 | s32[3]=iota",
      })
  void holds(String expectation, String contents) throws ArgumentSyntaxException {
    assertThat(violation(expectation, contents)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0[5]=6 | u32[8]=iota | [5] got 5, expected 6; 1 of 1 elements differ",
        "0[6..7]=7 | u32[8]=iota | [6] got 6, expected 7; 1 of 2 elements differ",
        "sum(0)=27 | u32[8]=iota | sum got 28, expected 27",
        "min(2.1)=0 | s8[6]=fill(-3) | min got -3, expected 0",
        "max(1)=1 | f32[4]=fill(1.5) | max got 1.5, expected 1",
        "sum(1)=1 | f32[4]=fill(0.26) | sum got 1.0399999618530273, expected 1",
        "permutation(0)=iota | u32[8]=fill(3) | 0 is there 0 times, expected once",
        "permutation(0[0..2])=fill(1) | u32[8]=iota | 0 is there once, expected 0 times",
      })
  void saysHowItDoesNotHold(String expectation, String contents, String message)
      throws ArgumentSyntaxException {
    assertThat(violation(expectation, contents).strip().replaceAll("\n *", "; "))
        .isEqualTo(message);
  }

  @Test
  void signedAndUnsignedNumbersAreSortedAsSuch() throws ArgumentSyntaxException {
    BufferExpectation signed = ExpectationParser.parse("sorted(2.1)", arguments);
    assertThat(signed.violation(new byte[] {-128, -1, 0, 1, 1, 127})).isEmpty();
    assertThat(signed.violation(new byte[] {-1, -128, 0, 1, 2, 3}))
        .isEqualTo("  not sorted: [0] is -1, and [1] is -128\n");
    BufferExpectation unsigned = ExpectationParser.parse("sorted(3)", arguments);
    byte[] two = new byte[16];
    two[15] = -1;
    assertThat(unsigned.violation(two)).isEmpty();
    BufferExpectation nan = ExpectationParser.parse("sorted(1[0..1])", arguments);
    assertThat(nan.violation(new byte[] {0, 0, -64, 127, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}))
        .isEqualTo("  not sorted: [0] is NaN, and [1] is 0.0\n");
  }

  @Test
  void anElementTooManyIsAMissingOneElsewhere() throws ArgumentSyntaxException {
    BufferExpectation order = ExpectationParser.parse("permutation(2.1)=iota", arguments);
    assertThat(order.violation(new byte[] {5, 4, 3, 2, 1, 0})).isEmpty();
    assertThat(order.violation(new byte[] {5, 4, 3, 3, 1, 0}))
        .isEqualTo("  2 is there 0 times, expected once\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 2 | expected '=', as in 0=@file.bin, 0[3]=7 or sum(0)=12, or sorted(0)",
        "0[8]=1 | 3 | expected the number of an element from 0 to 7, found '8'",
        "0[3..2]=1 | 6 | expected the number of an element from 3 to 7, found '2'",
        "0[..2]=1 | 3 | expected the number of an element from 0 to 7, found ''",
        "0[1=1 | 4 | expected ']'",
        "0[1]=4294967296 | 6 | expected a whole number from 0 to 4294967295 (decimal or 0x...),"
            + " found '4294967296'",
        "0[1]=x | 6 | expected zero, iota, fill(VALUE), random, random(SEED), uninit or @FILE, found"
            + " 'x'",
        "0=uninit | 3 | expected what the buffer should hold; uninit is for --arg",
        "product(0)=1 | 1 | expected a buffer or one of sum, min, max, sorted, permutation, found"
            + " 'product'",
        "sum(0=1 | 8 | expected ')'",
        "sum(0) | 7 | expected '='",
        "sum(0)=many | 8 | expected a whole number, found 'many'",
        "sum(1)=x | 8 | expected a decimal number, found 'x'",
        "sum(9)=1 | 5 | expected the number of an argument from 0 to 3, found '9'",
        "sum(2.0)=1 | 7 | argument 2.0 (s8=1) is a scalar, not a buffer",
        "sorted(bin) | 8 | expected the number of an argument or a variable that --var names, found"
            + " 'bin'; did you mean bins?",
        "sorted(0)=1 | 10 | expected the end: sorted(...) is no number",
        "permutation(0)=7 | 16 | expected zero, iota, fill(VALUE), random, random(SEED), uninit or"
            + " @FILE, found '7'",
      })
  void aMistakeIsPointedAt(String text, int column, String problem) {
    assertThatThrownBy(() -> ExpectationParser.parse(text, arguments))
        .isInstanceOf(ArgumentSyntaxException.class)
        .hasMessage("'%s', column %d: %s", text, column, problem);
  }
}
