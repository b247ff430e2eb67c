package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.syncopate.app.cuda.FatBinaries;
import dev.syncopate.app.cuda.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code cuda}: what it prints at the end, its exit codes, and what it refuses before the start.
 */
class CudaCommandTest {
  @TempDir static Path folder;
  private static String program = "";

  @BeforeAll
  static void build() throws IOException {
    byte[] image = new FatBinaries().ptx(70, Programs.PTX).bytes();
    program = Programs.host(folder, image).toString();
  }

  private static Shell.Result cuda(String... words) {
    String[] arguments = new String[words.length + 3];
    arguments[0] = "cuda";
    arguments[1] = "--set";
    arguments[2] = "core.units=4";
    System.arraycopy(words, 0, arguments, 3, words.length);
    return Shell.run(arguments);
  }

  /** A killed program has said nothing itself. */
  @Test
  void aTableAndASummaryAreLeftOnStandardError() {
    Shell.Result result = cuda("--", program, "kill");
    assertThat(result.code()).isEqualTo(137);
    assertThat(result.out()).isEmpty();
    assertThat(result.err().lines().toList())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo(program + " was ended by signal 9"),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "kernel  launches  cycles   share  warp instructions  L1 hits  atomics"),
            line -> assertThat(line).matches("add +1 +[\\d,]+  100.0% +28 +0.0% +128"),
            line -> assertThat(line).startsWith(program + " on titanv-80sm (4 compute units)"),
            line -> assertThat(line).contains(" cycles ("),
            line -> assertThat(line).contains("28 warp instructions"),
            line -> assertThat(line).contains("L1:"),
            line -> assertThat(line).contains("global accesses"),
            line -> assertThat(line).contains("network"),
            line -> assertThat(line).contains("acquires"),
            line -> assertThat(line).contains("energy"),
            line -> assertThat(line).contains("whole command"));
  }

  @Test
  void theJsonDocumentHasEachLaunchAndHowTheProgramEnded(@TempDir Path tempFolder)
      throws IOException {
    Path json = tempFolder.resolve("run.json");
    assertThat(cuda("--quiet", "--json", json.toString(), program, "exit").code()).isEqualTo(7);
    JsonNode document = new ObjectMapper().readTree(json.toFile());
    assertThat(document.get("command").asText()).isEqualTo("cuda");
    assertThat(document.get("program").get(1).asText()).isEqualTo("exit");
    assertThat(document.get("exitStatus").asInt()).isEqualTo(7);
    assertThat(document.get("refusals")).isEmpty();
    assertThat(document.get("unsupportedCalls")).isEmpty();
    assertThat(document.get("launches")).hasSize(1);
    assertThat(document.get("launches").get(0).get("kernel").asText()).isEqualTo("add");
    assertThat(document.get("launches").get(0).get("grid").get(0).asInt()).isEqualTo(2);
  }

  @Test
  void theJsonDocumentSaysBySignal(@TempDir Path tempFolder) throws IOException {
    Path json = tempFolder.resolve("run.json");
    assertThat(cuda("--quiet", "--json", json.toString(), program, "kill").code()).isEqualTo(137);
    assertThat(new ObjectMapper().readTree(json.toFile()).get("signal").asInt()).isEqualTo(9);
    Shell.Result exited = cuda("--json", json.toString(), program, "exit=137");
    assertThat(exited.code()).isEqualTo(137);
    assertThat(exited.err()).doesNotContain("signal");
    assertThat(new ObjectMapper().readTree(json.toFile()).get("signal").isNull()).isTrue();
  }

  /** All other options. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--check=all",
        "--check=scopes",
        "--profile",
        "--profile=FOLDER/page.html",
        "--trace=FOLDER/run.trace",
        "--interval=100=FOLDER/run.csv",
        "--check=races --report=sarif=FOLDER/run.sarif",
        "--gpu=heterosync-15cu --links",
        "--perturb=2"
      })
  void aProgramThatLaunchesNothingLeavesADocument(String options, @TempDir Path tempFolder)
      throws IOException {
    Path json = tempFolder.resolve("run.json");
    List<String> words = new ArrayList<>(List.of("--json", json.toString()));
    words.addAll(List.of(options.replace("FOLDER", tempFolder.toString()).split(" ", -1)));
    words.addAll(List.of(program, "nothing"));
    Shell.Result result = cuda(words.toArray(String[]::new));
    assertThat(result.code()).as(result.err()).isZero();
    JsonNode document = new ObjectMapper().readTree(json.toFile());
    assertThat(document.get("command").asText()).isEqualTo("cuda");
  }

  @Test
  void aRefusedCallThatTheProgramIgnoresIsNoSuccess(@TempDir Path tempFolder) throws IOException {
    Path json = tempFolder.resolve("run.json");
    Shell.Result result = cuda("--quiet", "--json", json.toString(), program, "ignored");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo(
            program
                + " ended with 0, but the simulator has refused some of its calls: exit code 2\n");
    JsonNode document = new ObjectMapper().readTree(json.toFile());
    assertThat(document.get("unsupportedCalls").get(0).asText()).isEqualTo("cudaGraphCreate");
    assertThat(document.get("exitStatus").asInt()).isZero();
  }

  @Test
  void theFolderToLinkWithIsPrinted() {
    Shell.Result result = Shell.run("cuda", "--stubs");
    assertThat(result.code()).isZero();
    assertThat(Path.of(result.out().strip()).resolve("libcuda.so")).isRegularFile();
  }

  @Test
  void aProgramIsCheckedForRaces(@TempDir Path tempFolder) throws IOException {
    Shell.Result right = cuda("--quiet", "--check", "races", program);
    assertThat(right.err()).startsWith("checked for races: nothing found under 9 schedules; ");
    assertThat(right.code()).isZero();
    String update = "red.global.add.u32 [counter], 1;";
    int position = Programs.PTX.indexOf(update);
    String ptx =
        Programs.PTX.substring(0, position)
            + "st.global.u32 [counter], %r4;"
            + Programs.PTX.substring(position + update.length());
    Path racing = Programs.host(tempFolder, new FatBinaries().ptx(70, ptx).bytes());
    Shell.Result wrong =
        cuda("--quiet", "--check", "races", "--report", "github", racing.toString());
    assertThat(wrong.err())
        .startsWith("data race on variable counter in add")
        .endsWith("checked for races: 1 finding\n");
    assertThat(wrong.out()).contains("::error file=module0.compute_70.ptx,line=20,title=data race");
    assertThat(wrong.code()).isEqualTo(1);
  }

  @Test
  void aProgramIsRunOnceUnderEachSchedule() {
    Shell.Result right = cuda("--quiet", "--perturb", "3", program);
    assertThat(right.out()).isEqualTo("3 schedules, seeds 1 to 3: none failed\n");
    assertThat(right.err())
        .isEqualTo("syncopate: output of the program under the schedule of seed 1\n");
    Shell.Result shrunk =
        Shell.run("shrink", "--", "cuda", "--set", "core.units=4", "--perturb", "3", program);
    assertThat(shrunk.out())
        .isEqualTo(
            "nothing to shrink: none of 3 schedules has failed, nor does the machine's own"
                + " schedule\n");
    assertThat(shrunk.code()).isZero();
    Shell.Result wrong = cuda("--quiet", "--perturb", "2", "--perturb-seed", "5", program, "exit");
    assertThat(wrong.out())
        .isEqualTo(
            "failure of add: exit status 7, under 2 of 2 schedules, seed 5 the first\n"
                + "2 schedules, seeds 5 to 6: 2 failed, seed 5 the first\n"
                + "replay it: ./syncopate cuda --set core.units=4 --quiet --perturb-seed 5 "
                + program
                + " exit\n");
    assertThat(wrong.code()).isEqualTo(7);
  }

  /** What follows the program is the program's, also without {@code --}. */
  @ParameterizedTest
  @CsvSource({"exit, 7", "'', 0"})
  void theExitCodeIsTheProgramsOwn(String how, int code) {
    Shell.Result result = cuda("--quiet", program, how, "--help");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isEqualTo(code);
  }

  @Test
  void aLaunchThatReachesTheCycleLimitIsTheSimulatorsWord() {
    Shell.Result result = cuda("--quiet", "--max-cycles", "10", program, "exit");
    assertThat(result.err())
        .startsWith("syncopate: launch 0, add, did not end by itself (the cycle limit)");
    assertThat(result.code()).isEqualTo(4);
  }

  @Test
  void aKernelEndsWithTheProgramThatItBelongsTo() {
    Shell.Result result = cuda("--quiet", program, "forever");
    assertThat(result.code()).isEqualTo(128 + 14);
    assertThat(result.err())
        .startsWith("syncopate: launch 1, forever, did not end by itself (interrupted):");
  }

  @Test
  void aProgramIsProfiled(@TempDir Path tempFolder) throws IOException {
    Path json = tempFolder.resolve("run.json");
    Shell.Result result = cuda("--profile", "--json", json.toString(), program);
    List<String> lines = result.err().lines().toList();
    assertThat(lines).anyMatch(line -> line.startsWith("profile of add: "));
    assertThat(lines).anyMatch(line -> line.contains("module0.compute_70.ptx:"));
    JsonNode kernels = new ObjectMapper().readTree(json.toFile()).get("profile");
    assertThat(kernels.get(0).get("kernel").asText()).isEqualTo("add");
    Path page = tempFolder.resolve("page.html");
    Path ptx = tempFolder.resolve("ptx");
    String[] words = {"--profile", page.toString(), "--ptx", ptx.toString(), program};
    assertThat(cuda(words).err()).doesNotContain("profile of");
    assertThat(Files.readString(page)).contains("Profile: " + program + " on titanv-80sm", "ld.");
    assertThat(cuda("--profile", "--perturb=3", program).err()).startsWith("error: --profile");
  }

  @Test
  void theLoadOfAMeshIsShown(@TempDir Path tempFolder) throws IOException {
    Path picture = tempFolder.resolve("mesh.svg");
    String[] words = {"--gpu=heterosync-15cu", "--links", "--heat-map=" + picture, program};
    assertThat(cuda(words).err()).contains("  router 0 to ");
    assertThat(Files.readString(picture)).startsWith("<svg ").contains(" on heterosync-15cu");
    assertThat(cuda("--links", program).err())
        .startsWith("error: --links needs a machine whose network.kind is mesh");
  }

  @Test
  void thePtxIsKeptOnRequest(@TempDir Path tempFolder) throws IOException {
    Path ptx = tempFolder.resolve("ptx");
    assertThat(cuda("--quiet", "--ptx", ptx.toString(), program).code()).isZero();
    assertThat(Files.readString(ptx.resolve("module0.compute_70.ptx")).strip())
        .isEqualTo(Programs.PTX.strip());
  }

  @Test
  void aProgramThatLaunchesNothingIsNoError() {
    Shell.Result result = cuda("true");
    assertThat(result.code()).isZero();
    assertThat(result.err()).isEqualTo("true launched no kernel\n");
  }

  @Test
  void whatCannotBeRunIsRefusedBeforeItStarts(@TempDir Path tempFolder) throws IOException {
    assertThat(cuda("no-such-program"))
        .isEqualTo(new Shell.Result(2, "", "error: there is no program no-such-program in PATH\n"));
    assertThat(cuda("./no-such-program").err())
        .isEqualTo("error: there is no program ./no-such-program\n");
    Path text = Files.writeString(tempFolder.resolve("text"), "hello");
    assertThat(cuda(text.toString()).err())
        .isEqualTo("error: " + text + " is not a program that may be run\n");
    Path source = Files.writeString(tempFolder.resolve("lock.cu"), "__global__ void lock() {}");
    assertThat(cuda(source.toString()).err())
        .isEqualTo(
            ("error: %s is a CUDA source, and not a program: compile it with its host code"
                    + " (nvcc -o lock lock.cu), or run one of its kernels with 'syncopate launch'%n")
                .formatted(source));
    assertThat(cuda("--gpu", "none", program).err()).startsWith("error: ").contains("none");
    assertThat(Shell.run("cuda").err()).startsWith("error: Missing required parameter: 'PROGRAM'");
    Path stripped = linked(tempFolder, "stripped", "-s", "");
    assertThat(cuda(stripped.toString()).err())
        .isEqualTo(
            "error: "
                + stripped
                + " has the CUDA runtime linked into it and no symbol table that says where: link it"
                + " with nvcc -cudart shared, or do not strip it\n");
    Path staticProgram = linked(tempFolder, "whole", "-static", "");
    assertThat(cuda(staticProgram.toString()).err())
        .isEqualTo(
            "error: "
                + staticProgram
                + " is linked statically as a whole, so that no library can take the place of the CUDA"
                + " runtime: link it without -static\n");
    Path library = linked(tempFolder, "libcublas.so.13", "-shared", "-Wl,-soname,libcublas.so.13");
    Path user = tempFolder.resolve("user");
    Programs.command(
        List.of(
            "cc",
            "-o",
            user.toString(),
            source(tempFolder),
            "-Wl,--no-as-needed",
            library.toString()));
    assertThat(cuda(user.toString()).err())
        .isEqualTo(
            "error: "
                + user
                + " needs libcublas.so.13, which come as machine code: the simulator has the CUDA runtime"
                + " and driver only\n");
  }

  @Test
  void functionsThatTheLibrariesLackAreNamed(@TempDir Path tempFolder) throws IOException {
    Path library = tempFolder.resolve("libcudart.so.13");
    Path defining =
        Files.writeString(
            tempFolder.resolve("library.c"),
            "int cudaFrobnicate(void) { return 0; } int cudaMalloc(void) { return 0; }\n");
    Programs.command(
        List.of(
            "cc",
            "-shared",
            "-Wl,-soname,libcudart.so.13",
            "-o",
            library.toString(),
            defining.toString()));
    Path source =
        Files.writeString(
            tempFolder.resolve("user.c"),
            """
            extern int cudaFrobnicate(void), cudaMalloc(void);
            int main(void) { return cudaFrobnicate() + cudaMalloc(); }
            """);
    Path user = tempFolder.resolve("user");
    Programs.command(List.of("cc", "-o", user.toString(), source.toString(), library.toString()));
    assertThat(cuda(user.toString()))
        .isEqualTo(
            new Shell.Result(
                2,
                "",
                "error: "
                    + user
                    + " needs cudaFrobnicate, which the simulator's CUDA runtime and driver do not have\n"));
  }

  /** A program with the section that device code leaves. */
  private static Path linked(Path folder, String name, String how, String extraFlags)
      throws IOException {
    Path program = folder.resolve(name);
    Programs.command(
        List.of(
            "cc",
            how,
            extraFlags.isEmpty() ? "-O1" : extraFlags,
            "-fPIC",
            "-o",
            program.toString(),
            source(folder)));
    return program;
  }

  private static String source(Path folder) throws IOException {
    return Files.writeString(
            folder.resolve("empty.c"),
            """
            __attribute__((section(".nvFatBinSegment"), used)) static int image[4];
            int main(void) { return image[0]; }
            """)
        .toString();
  }
}
