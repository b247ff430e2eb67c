package dev.syncopate.app.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private final List<KernelArgument> arguments;

  SelectionTest() throws ArgumentSyntaxException {
    arguments = List.of(ArgumentParser.parse("u32=5"), ArgumentParser.parse("f32[4]=zero"));
  }

  @Test
  void printTakesANumberAndPerhapsACount() throws ArgumentSyntaxException {
    assertThat(Selection.print("1", arguments)).isEqualTo(new Selection.Print(1, 16));
    assertThat(Selection.print("1:3", arguments)).isEqualTo(new Selection.Print(1, 3));
  }

  @Test
  void saveTakesAFile() throws ArgumentSyntaxException {
    assertThat(Selection.save("1=a=b.bin", arguments))
        .isEqualTo(new Selection.Save(1, Path.of("a=b.bin")));
  }

  @Test
  void expectTakesAFileOrContentsOfTheBuffersType() throws ArgumentSyntaxException {
    assertThat(Selection.expect("1=@x.bin", arguments))
        .isEqualTo(new Selection.Expect(1, new Contents.Contained(Path.of("x.bin"))));
    assertThat(Selection.expect("1=fill(1)", arguments))
        .isEqualTo(new Selection.Expect(1, new Contents.Fill(0x3f800000L)));
  }

  @Test
  void errorsSayWhichArgumentsThereAre() {
    assertThatThrownBy(() -> Selection.print("2", arguments))
        .hasMessage("'2', column 1: expected the number of an argument from 0 to 1, found '2'");
    assertThatThrownBy(() -> Selection.print("x:1", arguments))
        .hasMessage("'x:1', column 1: expected the number of an argument from 0 to 1, found 'x'");
    assertThatThrownBy(() -> Selection.print("0", arguments))
        .hasMessage("'0', column 1: argument 0 (u32=5) is a scalar, not a buffer");
    assertThatThrownBy(() -> Selection.print("0", List.of()))
        .hasMessage("'0', column 1: there are no arguments");
    assertThatThrownBy(() -> Selection.print("1:many", arguments))
        .hasMessage("'1:many', column 3: expected how many elements to print, found 'many'");
    assertThatThrownBy(() -> Selection.save("1", arguments))
        .hasMessage("'1', column 2: expected '=', as in 0=file.bin");
    assertThatThrownBy(() -> Selection.save("1=", arguments))
        .hasMessage("'1=', column 3: expected the name of a file");
    assertThatThrownBy(() -> Selection.expect("1=x.bin", arguments))
        .hasMessage(
            "'1=x.bin', column 3: expected zero, iota, fill(VALUE), random, random(SEED) or @FILE,"
                + " found 'x.bin'");
  }
}
