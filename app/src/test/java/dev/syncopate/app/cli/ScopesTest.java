package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --check scopes}, from its options to what is printed. */
class ScopesTest {
  @TempDir private Path folder;

  private static Shell.Result launch(String example, String... extraOptions) {
    return launchFile(
        Checkout.launcher().resolveSibling("examples/" + example + ".ptx"), 4, extraOptions);
  }

  private static Shell.Result launchFile(Path ptx, int ctas, String... extraOptions) {
    List<String> words =
        new ArrayList<>(
            List.of("launch", ptx.toString(), "--grid", "" + ctas, "--block", "32", "--quiet"));
    words.addAll(List.of("--arg", "u32[128]=zero", "--gpu", "srsp-8cu", "--check", "scopes"));
    words.addAll(List.of("--set", "core.warpWidth=32"));
    words.addAll(List.of(extraOptions));
    return Shell.run(words.toArray(String[]::new));
  }

  @Test
  void linesThatAreNotNeededAndThePatternOfPromotionAreNamedWithTheirGain() {
    Shell.Result result = launch("scopes/owned_lock", "--protocol", "srsp");
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .startsWith("what would do, free of races and with the right answer, for this input (")
        .containsPattern(
            "owned_lock.cu:25 fence.sc.gpu: nothing would do for this input, [0-9,]+ cycles,"
                + " [0-9.]+ % fewer\n")
        .containsPattern(
            "owned_lock.cu:26 .* st.release.gpu: relaxed.gpu would do for this input, [0-9,]+"
                + " cycles, [0-9.]+ % fewer\n")
        .containsPattern("owned_lock.cu:30 .* atom.cas.acquire.gpu: needed as it is for this input")
        .contains("all of these but owned_lock.cu:25 fence.sc.gpu at once, for this input: ")
        .contains("remote scope promotion, for this input: ")
        .containsPattern("  at cta scope could be owned_lock.cu:22 .*, owned_lock.cu:26 ")
        .containsPattern("  [.]remote would have to be owned_lock.cu:30 .*, owned_lock.cu:33 ");
  }

  @Test
  void suggestionsThatTheModelConfirmsAndLinesThatItRequiresAreProved() {
    String out = launch("scopes/owned_lock").out();
    assertThat(verdict(out, "owned_lock.cu:25 fence.sc.gpu: nothing would do"))
        .isEqualTo("    proved: the model forbids the same outcomes with it (2 extracted tests)");
    assertThat(verdict(out, "owned_lock.cu:33 (in owned_lock.cu:15) st.release.gpu: needed"))
        .isEqualTo(
            "    proved: with less the model allows the outcome of a test extracted from this run"
                + " (2 extracted tests)");
  }

  @Test
  void aFenceThatOnlyOrdersAStoreBeforeALoadIsNotGivenUp() {
    String out =
        launchFile(
                Checkout.launcher().resolveSibling("examples/scopes/peterson.ptx"),
                2,
                "--expect=0[96]=16")
            .out();
    assertThat(verdict(out, "peterson.cu:28 fence.sc.gpu: nothing would do"))
        .startsWith("    refuted: the model then allows the outcome of a test extracted from");
    assertThat(out)
        .contains("      exists (P0:r0 == 0 /\\ P1:r0 == 0)\n")
        .doesNotContain("       fence.sc");
  }

  @Test
  void storesBeforeLoadsThatWaitForTheOtherThreadRefuteNothing() throws Exception {
    String side =
        """
        @%%p%d bra %s;
        st.relaxed.gpu.u32 [%%rd%d], 1;
        fence.sc.gpu;
        %s_LOOP: ld.acquire.gpu.u32 %%r3, [%%rd%d];
        setp.eq.u32 %%p3, %%r3, 0;
        @%%p3 bra %s_LOOP;
        %s:
        """;
    String kernel =
        """
        .version 8.0
        .target sm_80
        .address_size 64
        .visible .entry meet(.param .u64 memory) {
        .reg .pred %p<5>; .reg .b32 %r<5>; .reg .b64 %rd<5>;
        ld.param.u64 %rd1, [memory];
        add.u64 %rd2, %rd1, 128;
        mov.u32 %r1, %tid.x;
        setp.ne.u32 %p4, %r1, 0;
        @%p4 bra END;
        mov.u32 %r2, %ctaid.x;
        setp.ne.u32 %p1, %r2, 0;
        setp.eq.u32 %p2, %r2, 0;
        """
            + side.formatted(1, "OTHER", 1, "OTHER", 2, "OTHER", "OTHER")
            + side.formatted(2, "END", 2, "END", 1, "END", "END")
            + "ret;\n}\n";
    Path file = Files.writeString(folder.resolve("meet.ptx"), kernel);
    String out = launchFile(file, 2).out();
    assertThat(verdict(out, "fence.sc.gpu: nothing would do"))
        .isEqualTo(
            "    this input only: the run ordered no conflicting accesses through it (0 extracted"
                + " tests)");
  }

  /** The verdict on the line that begins with the words given. */
  private static String verdict(String out, String line) {
    List<String> lines = out.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains(line)) {
        return lines.get(i + 2);
      }
    }
    throw new AssertionError("no line " + line + " in\n" + out);
  }

  @Test
  void everySuggestionIsForThisInput() {
    launch("scopes/owned_lock")
        .out()
        .lines()
        .filter(line -> line.contains("would do") || line.contains("at once"))
        .forEach(line -> assertThat(line).contains("for this input"));
  }

  @Test
  void aRunWithRacesGetsNone() {
    Shell.Result result = launch("races/ticket_lock", "--kernel", "ticket_wrong");
    assertThat(result.out())
        .isEqualTo("no advice about scopes: the run has races, which come first\n");
  }

  @Test
  void theDocumentHasIt() throws Exception {
    Path json = folder.resolve("a.json");
    assertThat(launch("scopes/owned_lock", "--json=" + json).code()).isZero();
    JsonNode scopes = new ObjectMapper().readTree(Files.readString(json)).get("scopes");
    assertThat(scopes.get("lines")).hasSize(5);
    JsonNode fence = scopes.get("lines").get(1);
    assertThat(fence.get("what").asText()).isEqualTo("fence.sc.gpu");
    assertThat(fence.get("instead").asText()).isEqualTo("nothing");
    assertThat(fence.get("cycles").asLong()).isLessThan(scopes.get("cycles").asLong());
    assertThat(fence.get("verdict").get("standing").asText()).isEqualTo("proved");
    assertThat(fence.get("verdict").get("tests").asInt()).isEqualTo(2);
    assertThat(fence.get("verdict").get("test").isNull()).isTrue();
    JsonNode release = scopes.get("lines").get(4);
    assertThat(release.get("verdict").get("test").asText()).contains("st.release.cta");
    assertThat(scopes.get("together").get("verdict").get("standing").asText()).isEqualTo("proved");
    assertThat(scopes.get("promotion").get("remote")).hasSize(2);
    assertThat(scopes.get("promotion").get("cycles").isNull()).isTrue();
  }

  @Test
  void aWorkloadsAnswerDecidesAsWell() {
    Shell.Result result =
        Shell.run("run", "spinmutex", "--gpu=rsp-8cu", "--check=scopes", "--quiet", "--size=small");
    assertThat(result.code()).isZero();
    assertThat(result.out()).contains("needed as it is for this input");
  }

  @Test
  void itIsForOneSchedule() {
    Shell.Result result = launch("scopes/owned_lock", "--perturb", "2");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("--check scopes tells of one run");
  }
}
