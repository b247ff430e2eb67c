package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The folder of a coherence protocol to start from. */
class NewProtocolTest {
  private static final Path CHECKOUT = Checkout.launcher().resolveSibling("");
  private static final String REGISTRY =
      "memory/src/main/java/dev/syncopate/memory/system/Protocols.java";
  private static final String INDEX = "docs/README.md";
  private static final String MAIN = "memory/src/main/java/dev/syncopate/memory/mechanism/mine/";
  private static final String CONTRACT =
      "memory/src/test/java/dev/syncopate/memory/mechanism/mine/MineContractTest.java";

  @TempDir private Path tree;

  @BeforeEach
  void copy() throws IOException {
    for (String file : List.of(REGISTRY, INDEX)) {
      Files.createDirectories(tree.resolve(file).resolveSibling("."));
      Files.copy(CHECKOUT.resolve(file), tree.resolve(file));
    }
  }

  private Shell.Result write(String name) {
    return Shell.run("new-protocol", name, "--tree", tree.toString());
  }

  @Test
  void theFilesAreNamedWithWhatToDoNext() throws IOException {
    Shell.Result result = write("mine");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .isEqualTo(
            """
            wrote    %1$sMineProtocol.java
            wrote    %1$sMineMutant.java
            wrote    %1$spackage-info.java
            wrote    %1$srefuters/MP-mine.litmus
            wrote    %1$spage.md
            wrote    %2$s
            changed  %3$s
            changed  %4$s

            Protocol mine differs from gpu in one row: weak stores are performed at the L2.
            Next:
              ./syncopate test -pl memory -am -Dtest=MineContractTest -Dsurefire.failIfNoSpecifiedTests=false
              ./syncopate run vecadd --protocol gpu,mine
              ./syncopate mutants --protocol mine
            docs/develop/adding-a-protocol.md says what to change.
            """
                .formatted(MAIN, CONTRACT, REGISTRY, INDEX));
    assertThat(result.out().lines().filter(line -> line.startsWith("wrote ")))
        .allSatisfy(line -> assertThat(tree.resolve(line.substring(9))).isRegularFile());
    assertThat(tree.resolve(MAIN + "page.md"))
        .content()
        .contains(
            "\n```\nmine: GPU coherence whose L1s perform no weak store.\n\ndata\n",
            "  st.weak       PERFORM_AT_L2\n")
        .doesNotContain("@");
  }

  @Test
  void theRegistryAndTheIndexHaveLinesMore() throws IOException {
    assertThat(write("mine").code()).isZero();
    assertThat(linesMore(REGISTRY))
        .containsExactly(
            "import dev.syncopate.memory.mechanism.mine.MineProtocol;",
            "          new Mechanism(\"mine\", () -> new MineProtocol()),");
    assertThat(
            Files.readAllLines(tree.resolve(REGISTRY)).stream()
                .filter(line -> line.startsWith("import ")))
        .isSorted();
    assertThat(linesMore(INDEX))
        .containsExactly(
            "| What does `mine` do? |"
                + " [mine](../memory/src/main/java/dev/syncopate/memory/mechanism/mine/page.md) |");
  }

  private List<String> linesMore(String file) throws IOException {
    List<String> originalLines = Files.readAllLines(CHECKOUT.resolve(file));
    List<String> lines = Files.readAllLines(tree.resolve(file));
    assertThat(lines).containsAll(originalLines);
    return lines.stream().filter(line -> !originalLines.contains(line)).toList();
  }

  /** The generated sources, compiled against this build's classes. */
  @Test
  void theProtocolCompilesAndKeepsTheContract() throws Exception {
    assertThat(write("mine").code()).isZero();
    Path contracts = CHECKOUT.resolve("memory/target/test-classes");
    Path classes = Files.createDirectories(tree.resolve("classes"));
    compile(classes, contracts);
    Path refuters = Path.of("dev/syncopate/memory/mechanism/mine/refuters/MP-mine.litmus");
    Files.createDirectories(classes.resolve(refuters).resolveSibling("."));
    Files.copy(tree.resolve(MAIN + "refuters/MP-mine.litmus"), classes.resolve(refuters));
    URL[] urls = {classes.toUri().toURL(), contracts.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls)) {
      Class<?> test = loader.loadClass("dev.syncopate.memory.mechanism.mine.MineContractTest");
      LauncherDiscoveryRequest request =
          LauncherDiscoveryRequestBuilder.request().selectors(selectClass(test)).build();
      SummaryGeneratingListener listener = new SummaryGeneratingListener();
      LauncherFactory.create().execute(request, listener);
      TestExecutionSummary summary = listener.getSummary();
      StringWriter failures = new StringWriter();
      summary.printFailuresTo(new PrintWriter(failures));
      assertThat(summary.getTotalFailureCount()).as("%s", failures).isZero();
      assertThat(summary.getTestsSucceededCount()).isGreaterThan(30);
    }
  }

  private void compile(Path classes, Path contracts) throws IOException {
    List<Path> sources;
    try (Stream<Path> files = Files.walk(tree)) {
      sources =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> file.toString().contains("mechanism"))
              .toList();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-Xlint:all,-processing",
              "-Werror",
              "-proc:none",
              "-d",
              classes.toString(),
              "-cp",
              System.getProperty("java.class.path") + File.pathSeparator + contracts);
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  manager,
                  null,
                  options,
                  null,
                  manager.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(compiled).as("%s", messages).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Mine | found the name 'Mine', expected 2 to 16 lower-case letters and digits",
        "my-own | found the name 'my-own', expected 2 to 16 lower-case letters and digits",
        "m | found the name 'm', expected 2 to 16 lower-case letters and digits",
        "switch | found the name 'switch', expected 2 to 16 lower-case letters and digits",
        "gpu | there is a mechanism gpu, expected a name that is none of gpu, brsp, srsp,",
        "lab | there is a mechanism lab, expected a name that is none of gpu, brsp, srsp,",
        "localtm | there is a mechanism localtm, expected a name that is none of gpu,",
      })
  void aNameThatCannotBeIsRefused(String name, String message) throws IOException {
    SortedMap<String, String> originals = contents();
    Shell.Result result = write(name);
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).startsWith("error: " + message);
    assertThat(contents()).isEqualTo(originals);
  }

  @Test
  void nothingIsWrittenOverAFolderThatIsThere() throws IOException {
    Path folder = Files.createDirectories(tree.resolve(CONTRACT).resolveSibling(""));
    Files.writeString(folder.resolve("notes.txt"), "mine");
    SortedMap<String, String> originals = contents();
    Shell.Result result = write("mine");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo("error: %s is there already: expected another name\n".formatted(folder));
    assertThat(contents()).isEqualTo(originals);
  }

  @Test
  void aRegistryWithoutTheLineOfTheBaseLeavesAllAsItWas() throws IOException {
    Files.writeString(tree.resolve(REGISTRY), "import java.util.List;\n");
    SortedMap<String, String> originals = contents();
    Shell.Result result = write("mine");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo(
            "error: %s: found no line 'new Mechanism(\"gpu\", () -> new GpuProtocol()),'\n"
                .formatted(REGISTRY));
    assertThat(contents()).isEqualTo(originals);
  }

  @Test
  void anArchiveHasNoSourcesToWriteInto() {
    Shell.Result result = Shell.run("new-protocol", "mine", "--tree", tree + "/bin");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo("error: %s/bin is no source tree: it has no %s\n".formatted(tree, REGISTRY));
    String launcher = System.getProperty("syncopate.launcher");
    try {
      System.setProperty("syncopate.launcher", tree + "/bin/syncopate");
      assertThat(Shell.run("new-protocol", "mine").err())
          .isEqualTo(
              ("error: new-protocol writes into a source tree, and %s/bin/syncopate is in none:"
                      + " expected --tree FOLDER, or the launcher of a clone\n")
                  .formatted(tree));
    } finally {
      if (launcher == null) {
        System.clearProperty("syncopate.launcher");
      } else {
        System.setProperty("syncopate.launcher", launcher);
      }
    }
  }

  /** All files of the tree, by name. */
  private SortedMap<String, String> contents() throws IOException {
    SortedMap<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(tree.relativize(file).toString(), Files.readString(file));
      }
    }
    return contents;
  }
}
