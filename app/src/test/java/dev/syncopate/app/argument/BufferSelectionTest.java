package dev.syncopate.app.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BufferSelectionTest {
  private final BufferSelection.Choice arguments;

  BufferSelectionTest() throws ArgumentSyntaxException {
    arguments =
        new BufferSelection.Choice(
            List.of(
                ArgumentParser.parse("u32=5"),
                ArgumentParser.parse("f32[4]=zero"),
                ArgumentParser.parse("struct{s8=1,struct{u8[3]=iota},u8[5]=zero}"),
                ArgumentParser.parse("bytes[4]=zero")),
            List.of(
                VariableArgument.parse("factors=f32[4]=iota"),
                VariableArgument.parse("count=u32=5"),
                VariableArgument.parse("_Z4pair=struct{s8=1,s8=2}")));
  }

  private static BufferSelection.Target target(String place, String text)
      throws ArgumentSyntaxException {
    return new BufferSelection.Target(place, (KernelArgument.Memory) ArgumentParser.parse(text));
  }

  @Test
  void membersOfStructuresAreNumberedAfterADot() throws ArgumentSyntaxException {
    assertThat(BufferSelection.print("2.2:3", arguments))
        .isEqualTo(new BufferSelection.Print(target("2.2", "u8[5]=zero"), 3));
    assertThat(BufferSelection.save("2.1.0=x.y", arguments))
        .isEqualTo(new BufferSelection.Save(target("2.1.0", "u8[3]=iota"), Path.of("x.y")));
    assertThat(BufferSelection.whole("2.2", arguments).place()).isEqualTo("2.2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | column 1: argument 2 is a structure; name a buffer among its members, as in 2.2",
        "2.1 | column 3: argument 2.1 is a structure; name a buffer among its members, as in 2.1.0",
        "2.3 | column 3: expected the number of a member from 0 to 2, found '3'",
        "2. | column 3: expected the number of a member from 0 to 2, found ''",
        "2.0 | column 3: argument 2.0 (s8=1) is a scalar, not a buffer",
        "1.0 | column 1: argument 1 (f32[4]=zero) is no structure",
        "3 | column 1: argument 3 (bytes[4]=zero) is passed by value, not a buffer",
        "01 | column 1: expected the number of an argument from 0 to 3, found '01'",
      })
  void errorsSayWhichMembersThereAre(String text, String message) {
    assertThatThrownBy(() -> BufferSelection.print(text, arguments))
        .isInstanceOf(ArgumentSyntaxException.class)
        .hasMessage("'%s', %s", text, message);
  }

  @Test
  void printTakesANumberAndPerhapsACount() throws ArgumentSyntaxException {
    assertThat(BufferSelection.print("1", arguments))
        .isEqualTo(new BufferSelection.Print(target("1", "f32[4]=zero"), 16));
    assertThat(BufferSelection.print("1:3", arguments))
        .isEqualTo(new BufferSelection.Print(target("1", "f32[4]=zero"), 3));
  }

  @Test
  void saveTakesAFile() throws ArgumentSyntaxException {
    assertThat(BufferSelection.save("1=a=b.bin", arguments))
        .isEqualTo(new BufferSelection.Save(target("1", "f32[4]=zero"), Path.of("a=b.bin")));
  }

  @Test
  void errorsSayWhichArgumentsThereAre() {
    assertThatThrownBy(() -> BufferSelection.print("4", arguments))
        .hasMessage("'4', column 1: expected the number of an argument from 0 to 3, found '4'");
    assertThatThrownBy(() -> BufferSelection.print("-x:1", arguments))
        .hasMessage("'-x:1', column 1: expected the number of an argument from 0 to 3, found '-x'");
    assertThatThrownBy(() -> BufferSelection.print("0", arguments))
        .hasMessage("'0', column 1: argument 0 (u32=5) is a scalar, not a buffer");
    assertThatThrownBy(
            () -> BufferSelection.print("0", new BufferSelection.Choice(List.of(), List.of())))
        .hasMessage("'0', column 1: there are no arguments");
    assertThatThrownBy(() -> BufferSelection.print("1:many", arguments))
        .hasMessage("'1:many', column 3: expected how many elements to print, found 'many'");
    assertThatThrownBy(() -> BufferSelection.save("1", arguments))
        .hasMessage("'1', column 2: expected '=', as in 0=file.bin");
    assertThatThrownBy(() -> BufferSelection.save("1=", arguments))
        .hasMessage("'1=', column 3: expected the name of a file");
  }

  @Test
  void variablesGoByTheirNames() throws ArgumentSyntaxException {
    BufferSelection.Print print = BufferSelection.print("factors:2", arguments);
    assertThat(print).isEqualTo(new BufferSelection.Print(target("factors", "f32[4]=iota"), 2));
    assertThat(print.target().description()).isEqualTo("variable factors");
    assertThat(BufferSelection.print("1", arguments).target().description())
        .isEqualTo("argument 1");
    assertThat(BufferSelection.whole("count", arguments).memory().count()).isOne();
    assertThatThrownBy(() -> BufferSelection.print("factor", arguments))
        .hasMessage(
            "'factor', column 1: expected the number of an argument or a variable that --var"
                + " names, found 'factor'; did you mean factors?");
    assertThatThrownBy(() -> BufferSelection.print("_Z4pair", arguments))
        .hasMessage(
            "'_Z4pair', column 1: variable _Z4pair is given as a structure, not as an array");
    assertThatThrownBy(
            () -> BufferSelection.print("x", new BufferSelection.Choice(List.of(), List.of())))
        .hasMessage(
            "'x', column 1: expected the number of an argument or a variable that --var names, as"
                + " in --var x=u32[4], found 'x'");
  }
}
