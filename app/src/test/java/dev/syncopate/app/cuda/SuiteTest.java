package dev.syncopate.app.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cuda.Programs.Outcome;
import dev.syncopate.app.cuda.client.ClientLibraries;
import dev.syncopate.app.cuda.elf.CudaProgram;
import dev.syncopate.app.cuda.elf.CudaProgram.Kind;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs in the style of the usual suites (src/test/cuda), unmodified and each checking its own
 * answer: the code that a CUDA compiler makes is what is tested, so there must be one.
 */
class SuiteTest {
  @TempDir static Path folder;

  @BeforeAll
  static void build() {
    Programs.needs("nvcc");
    Programs.needs("cc");
    String object = folder.resolve("suite.o").toString();
    Path source = Path.of("src", "test", "cuda", "suite.cu");
    Programs.command(List.of("nvcc", "-arch=sm_80", "-c", "-o", object, source.toString()));
    link("shared", object);
    link("static", object);
    Path libraries = Programs.LIBRARIES.folder();
    Programs.command(
        List.of(
            "nvcc",
            "-cudart",
            "none",
            "-o",
            folder.resolve("driver").toString(),
            Path.of("src", "test", "cuda", "driver.cu").toString(),
            "-L" + libraries,
            "-l:" + ClientLibraries.CORE));
    separate("code=[sm_80,compute_80]", "separate");
    separate("code=compute_80", "separate-ptx");
  }

  /** Objects whose device code nvcc links; what is PTX alone the driver links. */
  private static void separate(String code, String program) {
    Programs.command(
        List.of(
            "nvcc",
            "-gencode=arch=compute_80," + code,
            "-rdc=true",
            "-o",
            folder.resolve(program).toString(),
            Path.of("src", "test", "cuda", "separate.cu").toString(),
            Path.of("src", "test", "cuda", "separate_other.cu").toString()));
  }

  private static void link(String how, String object) {
    Programs.command(List.of("nvcc", "-cudart", how, "-o", folder.resolve(how).toString(), object));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bfs",
        "constant",
        "cooperative",
        "hash",
        "managed",
        "properties",
        "recursion",
        "reduce",
        "scan",
        "sort",
        "stencil",
        "streams"
      })
  void programsWithTheSharedRuntimeAreRight(String name) throws IOException {
    right(name, Programs.run(folder.resolve("shared"), name));
  }

  /** As nvcc links by default. */
  @ParameterizedTest
  @ValueSource(
      strings = {"bfs", "constant", "cooperative", "managed", "properties", "recursion", "streams"})
  void programsWithTheStaticRuntimeAreRight(String name) throws IOException {
    right(name, Programs.run(folder.resolve("static"), name));
  }

  /** What is known to be found, and why, is said in the program. */
  @ParameterizedTest
  @CsvSource({
    "bfs, race race-same-value",
    "constant,",
    "cooperative,",
    "hash,",
    "managed,",
    "print,",
    "properties,",
    "recursion,",
    "reduce,",
    "scan,",
    "sort,",
    "stencil,",
    "streams,"
  })
  void nothingElseIsFoundInThem(String name, @Nullable String knownRules) throws IOException {
    only(knownRules, Programs.checkAll(folder.resolve("shared"), name));
  }

  @ParameterizedTest
  @CsvSource({"driver, freed-twice", "separate,", "separate-ptx,"})
  void norInTheOthers(String program, @Nullable String knownRules) throws IOException {
    only(knownRules, Programs.checkAll(folder.resolve(program)));
  }

  private static void only(@Nullable String knownRules, List<Finding> findings) {
    List<String> rules = knownRules == null ? List.of() : List.of(knownRules.split(" "));
    assertThat(findings.stream().map(Finding::rule).distinct())
        .containsExactlyInAnyOrderElementsOf(rules);
  }

  private static void right(String name, Outcome outcome) {
    assertThat(outcome.out()).isEqualTo(name + ": right\n");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.messages()).isEmpty();
    assertThat(outcome.status()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null | address 0x0 is outside device memory",
        "null | : a null pointer",
        "odd | misaligned address",
        "trap | trap",
        "host | : it looks like an address of the program's own memory on the host",
        "await | cause: the host would have to write the word: lane 0 of CTA (0,0,0) warp 0",
        "await variable | cause: the host would have to write the word: lane 0 of CTA (0,0,0) warp 0",
        "await | , in memory that the host may write, which the kernel never writes",
      })
  void failedKernelsGiveTheErrorOfTheManual(String how, String message) throws IOException {
    Outcome outcome = Programs.run(folder.resolve("static"), "errors", how);
    assertThat(outcome.out()).isEqualTo("errors: right\n");
    assertThat(outcome.messages()).singleElement().asString().contains(message);
  }

  @Test
  void whatKernelsPrintComesWhenTheProgramWaits() throws IOException {
    assertThat(Programs.run(folder.resolve("static"), "print").out())
        .isEqualTo(
            """
            host first
            thread 0 of device:  3.14 z 1099511627776
            thread 1 of device:  3.14 z 1099511627776
            print: right
            """);
  }

  @Test
  void aLibraryMayHaveTheStaticRuntimeInIt() throws IOException {
    Path library = folder.resolve("libpart.so");
    Programs.command(
        List.of(
            "nvcc",
            "-shared",
            "-Xcompiler",
            "-fPIC",
            "-o",
            library.toString(),
            Path.of("src", "test", "cuda", "library.cu").toString()));
    Path source =
        Files.writeString(
            folder.resolve("user.c"),
            "int from_library(void);\nint main(void) { return from_library(); }\n");
    Path user = folder.resolve("user");
    Programs.command(List.of("cc", "-o", user.toString(), source.toString(), library.toString()));
    right("library", Programs.run(user));
  }

  @ParameterizedTest
  @ValueSource(strings = {"separate", "separate-ptx"})
  void objectsAreLinkedWithEachOther(String name) throws IOException {
    Outcome outcome = Programs.run(folder.resolve(name));
    assertThat(outcome.out())
        .isEqualTo(
            """
            first has its own words
            second has its own third
            separate: right
            """);
    assertThat(outcome.messages()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(outcome.device().launches()).hasSize(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"separate", "separate-ptx"})
  void aLaunchByAKernelIsRefusedByName(String name) throws IOException {
    Outcome outcome = Programs.run(folder.resolve(name), "launching");
    assertThat(outcome.out()).isEqualTo("cudaErrorInvalidPtx\n");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.messages()).hasSize(1);
    assertThat(outcome.messages().getFirst())
        .contains("found a call of `", "`: kernels started by kernels are not supported");
    assertThat(outcome.simulation().hasRefused()).isTrue();
  }

  @Test
  void programsOfTheDriverInterfaceAreRight() throws IOException {
    assertThat(Programs.run(folder.resolve("driver")).out()).isEqualTo("driver: right\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"srsp", "denovo"})
  void otherProtocolsGiveTheSameAnswers(String protocol) throws IOException {
    DeviceBuilder machine = new DeviceBuilder("titanv-80sm", protocol, "hrf");
    right("managed", Programs.run(machine, folder.resolve("shared"), "managed"));
  }

  @Test
  void theKindOfEachIsKnownBeforeItStarts() throws IOException {
    assertThat(CudaProgram.inspect(folder.resolve("shared")).kind()).isEqualTo(Kind.SHARED);
    CudaProgram linked = CudaProgram.inspect(folder.resolve("static"));
    assertThat(linked.kind()).isEqualTo(Kind.STATIC);
    assertThat(linked.runtime()).isEqualTo(CudaProgram.inspect(folder.resolve("shared")).runtime());
    Path stripped = folder.resolve("stripped");
    Programs.command(
        List.of("strip", "-o", stripped.toString(), folder.resolve("static").toString()));
    assertThat(CudaProgram.inspect(stripped).kind()).isEqualTo(Kind.STRIPPED);
  }
}
