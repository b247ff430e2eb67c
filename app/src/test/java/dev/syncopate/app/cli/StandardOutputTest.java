package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cuda.FatBinaries;
import dev.syncopate.app.cuda.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** If a document goes to standard output, the output of kernels and programs does not. */
class StandardOutputTest {
  private static final String HELLO =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .extern .func (.param .b32 r) vprintf (.param .b64 format, .param .b64 arguments);
      .global .align 1 .b8 text[7] = {104, 101, 108, 108, 111, 10, 0};
      .visible .entry hello(.param .u64 out)
      {
        .reg .b64 %rd<4>;
        mov.u64 %rd1, text;
        cvta.global.u64 %rd2, %rd1;
        mov.u64 %rd3, 0;
        {
          .param .b64 format;
          st.param.b64 [format], %rd2;
          .param .b64 arguments;
          st.param.b64 [arguments], %rd3;
          .param .b32 result;
          call.uni (result), vprintf, (format, arguments);
        }
        ret;
      }
      """;

  @TempDir private Path folder;

  private Shell.Result launch(String... extraOptions) throws IOException {
    Path ptx = Files.writeString(folder.resolve("hello.ptx"), HELLO);
    List<String> words = new ArrayList<>(List.of("launch", ptx.toString(), "--gpu=rsp-8cu"));
    words.addAll(List.of("--grid=1", "--block=1", "--arg=u32[1]=fill(7)"));
    words.addAll(List.of(extraOptions));
    return Shell.run(words.toArray(String[]::new));
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  @Test
  void withoutADocumentItIsForPeople() throws IOException {
    assertThat(launch("--print=0").out())
        .startsWith("hello\n")
        .contains("argument 0, u32[1]=fill(7): 7\n", "hello on rsp-8cu");
  }

  @Test
  void aDocumentOfALaunchHasItToItself() throws IOException {
    Shell.Result result = launch("--json=-", "--print=0");
    assertThat(json(result.out()).path("command").asText()).isEqualTo("launch");
    assertThat(result.err()).contains("hello\n", "argument 0, u32[1]=fill(7): 7\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sarif", "junit"})
  void soHasAReport(String form) throws IOException {
    Shell.Result result = launch("--check=races", "--report=" + form);
    assertThat(result.out())
        .startsWith(form.equals("sarif") ? "{" : "<?xml")
        .doesNotContain("hello\n");
    assertThat(result.err())
        .contains("hello\n", "hello on rsp-8cu", "checked for races: nothing found");
  }

  @Test
  void severalDocumentsAreRefused() throws IOException {
    Shell.Result result = launch("--check=races", "--report=sarif", "--report=junit", "--json=-");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .isEqualTo(
            "error: only one document can be printed on standard output, and there are --json - and"
                + " --report sarif and --report junit: name files\n");
  }

  @Test
  void aProgramPrintsElsewhereThen() throws IOException {
    byte[] image = new FatBinaries().ptx(70, Programs.PTX).bytes();
    String program = Programs.host(folder, image).toString();
    Shell.Result result = Shell.run("cuda", "--set=core.units=4", "--json=-", program, "symbols");
    assertThat(json(result.out()).path("command").asText()).isEqualTo("cuda");
    assertThat(result.err()).contains("counter ", " on titanv-80sm (4 compute units)");
  }
}
