package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cli.FakeCheckout.Ended;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The script that builds and starts the program. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  @TempDir private Path folder;

  /** A shell, and what locks: the system's locks by a command or by Perl, or a link. */
  record Way(String shell, String locks) {}

  static Stream<Way> ways() {
    return FakeCheckout.shells().stream()
        .flatMap(shell -> Stream.of("flock", "perl", "links").map(locks -> new Way(shell, locks)));
  }

  private FakeCheckout checkout(Way way) throws Exception {
    return new FakeCheckout(folder, way.shell).with(way.locks);
  }

  private FakeCheckout checkout() throws Exception {
    return new FakeCheckout(folder, "sh").with("flock");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void runsStartedTogetherBuildOnceAndSayForWhomTheyWait(Way way) throws Exception {
    FakeCheckout checkout = checkout(way);
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(checkout.start(Map.of("BUILD_WAITS", "yes"), "gpus"));
    }
    List<String> messages = new ArrayList<>();
    for (Process process : processes) {
      messages.add(process.errorReader().readLine());
    }
    Files.createFile(checkout.root.resolve("go"));
    for (Process process : processes) {
      Ended ended = FakeCheckout.ended(process);
      assertThat(ended.code()).as(ended.err()).isZero();
      assertThat(ended.out())
          .endsWith("app/target/syncopate.jar dev.syncopate.app.cli.Main gpus\n");
    }
    assertThat(checkout.builds()).hasSize(1);
    assertThat(messages).filteredOn(text -> text.startsWith("building")).hasSize(1);
    assertThat(messages)
        .filteredOn(text -> text.startsWith("waiting for the build of "))
        .hasSize(2)
        .anyMatch(text -> text.matches(".* process \\d+ on \\S+.*"));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aLockWhoseOwnerWasKilledHoldsNobodyUp(Way way) throws Exception {
    FakeCheckout checkout = checkout(way);
    Process killed = checkout.start(Map.of("BUILD_WAITS", "yes"), "gpus");
    try (BufferedReader err = killed.errorReader()) {
      assertThat(err.readLine()).startsWith("building");
      while (checkout.builds().isEmpty()) {
        Thread.sleep(10);
      }
      List<ProcessHandle> children = killed.descendants().toList();
      killed.destroyForcibly().waitFor();
      children.forEach(ProcessHandle::destroyForcibly);
    }
    Ended next = checkout.run("gpus");
    assertThat(next.code()).as(next.err()).isZero();
    assertThat(next.err()).doesNotContain("if it is gone");
    assertThat(checkout.builds()).hasSize(2);
  }

  /** A process of that number, but another one; and what launchers of old have left. */
  @ParameterizedTest
  @MethodSource("ways")
  void aLockThatNamesAnotherProcessHoldsNobodyUp(Way way) throws Exception {
    FakeCheckout checkout = checkout(way);
    Path target = Files.createDirectories(checkout.root.resolve("target"));
    String hostName =
        new String(
                new ProcessBuilder("uname", "-n").start().getInputStream().readAllBytes(),
                StandardCharsets.UTF_8)
            .strip();
    String foreign = "process 1 on " + hostName + " since 12345678901";
    Files.writeString(target.resolve("build.lock"), foreign + "\n");
    Files.createSymbolicLink(target.resolve("build.lock.link"), Path.of(foreign));
    Files.createDirectories(target.resolve("lock"));
    Ended ended = checkout.run("gpus");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.err()).doesNotContain("waiting");
  }

  @Test
  void ofAnotherComputerNobodyCanTell() throws Exception {
    FakeCheckout checkout = new FakeCheckout(folder, "sh");
    Path target = Files.createDirectories(checkout.root.resolve("target"));
    Path link = target.resolve("build.lock.link");
    Files.createSymbolicLink(link, Path.of("process 7 on elsewhere since 1"));
    Process waiting = checkout.start(Map.of(), "gpus");
    try (BufferedReader err = waiting.errorReader()) {
      assertThat(err.readLine())
          .isEqualTo(
              "waiting for the build of process 7 on elsewhere since 1 (if it is gone, remove "
                  + link.toRealPath(java.nio.file.LinkOption.NOFOLLOW_LINKS)
                  + ")…");
      Files.delete(link);
      assertThat(waiting.waitFor()).isZero();
    } finally {
      waiting.destroyForcibly();
    }
  }

  /** A file in a folder's place: not even root can write there. */
  @Test
  void whereNothingCanBeWrittenItSaysSoAtOnce() throws Exception {
    FakeCheckout checkout = checkout();
    Path target = checkout.root.resolve("app/target");
    Files.writeString(target, "");
    Ended ended = checkout.run("gpus");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .startsWith("error: nothing is built yet, and ")
        .contains("/app/target may not be written: make it writable, or build a copy of ");
    Ended test = checkout.run("test");
    assertThat(test.code()).isEqualTo(1);
    assertThat(test.err()).contains("may not be written");
  }

  @Test
  void aCopyOfABuiltCheckoutJustRuns() throws Exception {
    FakeCheckout checkout = checkout();
    assertThat(checkout.run("gpus").err()).startsWith("building");
    Path source = checkout.root.resolve("app/src/main/A.java");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(100)));
    Files.delete(checkout.root.resolve("target/build.lock"));
    Ended copied = checkout.run("gpus");
    assertThat(copied.err()).isEmpty();
    assertThat(checkout.root.resolve("target/build.lock")).doesNotExist();
    assertThat(checkout.builds()).hasSize(1);

    Files.writeString(source, "class A { int changed; }");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(100)));
    assertThat(checkout.run("gpus").err()).startsWith("rebuilding, sources have changed");
    assertThat(checkout.builds()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "-XX:+UseG1GC     | -XX:+UseSerialGC -Xmn96m  | -XX:+UseCompactObjectHeaders",
        "-XX:+UseSerialGC | @                         | -XX:+UseSerialGC -Xmn96m",
        "-Xmx300m         | -Xmn96m                   | -XX:+UseSerialGC",
        "-Xmx8g           | @                         | -XX:+UseSerialGC -Xmn96m",
        "-Xmn64m          | -Xmn96m                   | -XX:+UseSerialGC",
        "-Xms1g           | -Xmn96m                   | -XX:+UseSerialGC",
        "-Dx=y            | @                         | -XX:+UseSerialGC -Xmn96m",
      })
  void theUsersJavaOptionsWin(String user, String removed, String retained) throws Exception {
    FakeCheckout checkout = checkout();
    for (String variable : List.of("SYNCOPATE_JAVA_OPTS", "JDK_JAVA_OPTIONS")) {
      Ended ended =
          FakeCheckout.ended(
              checkout.start(Map.of(variable, user), "run", "vecadd", "--size", "large"));
      List<String> words = List.of(ended.out().strip().split(" "));
      assertThat(words).contains(retained.split(" "));
      if (variable.startsWith("SYNCOPATE")) {
        assertThat(words).contains(user);
      }
      List<String> remaining = new ArrayList<>(words);
      remaining.remove(variable.startsWith("SYNCOPATE") ? user : "");
      assertThat(remaining).doesNotContain(removed.split(" "));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'run vecadd --threads 2', -XX:+UseParallelGC, -XX:+UseSerialGC",
    "'launch a.ptx --threads=4', -XX:+UseParallelGC, -XX:+UseSerialGC",
    "'run vecadd --threads 1', -XX:+UseSerialGC, -XX:+UseParallelGC",
    "'run vecadd', -XX:+UseSerialGC, -XX:+UseParallelGC",
  })
  void severalSimulationThreadsCollectTogether(String arguments, String chosen, String refused)
      throws Exception {
    FakeCheckout checkout = checkout();
    String[] words = arguments.split(" ");
    assertThat(checkout.run(words).out()).contains(chosen).doesNotContain(refused);
    for (String collector : List.of("-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseG1GC")) {
      Process process = checkout.start(Map.of("SYNCOPATE_JAVA_OPTS", collector), words);
      assertThat(FakeCheckout.ended(process).out().split(" "))
          .filteredOn(word -> word.matches("-XX:\\+Use\\w+GC"))
          .as("one collector: the user's, or the same")
          .allMatch(collector::equals)
          .isNotEmpty();
    }
  }

  /** The compiler C2 costs a run of seconds more than it gives, and a second thread its core. */
  @Test
  void commandsTakenForShortHaveTheQuickCompilerAlone() throws Exception {
    FakeCheckout checkout = checkout();
    for (String arguments :
        List.of(
            "run vecadd",
            "run vecadd --threads 2",
            "explore mp.litmus",
            "explore mp.litmus --threads 2",
            "model library")) {
      assertThat(checkout.run(arguments.split(" ")).out())
          .as(arguments)
          .contains("-XX:TieredStopAtLevel=1");
    }
    for (String arguments :
        List.of(
            "run vecadd --size large --threads 2",
            "explore mp.litmus --bound 50000000",
            "model hard.litmus --timeout=600",
            "verify")) {
      assertThat(checkout.run(arguments.split(" ")).out())
          .as(arguments)
          .doesNotContain("-XX:TieredStopAtLevel");
    }
    assertThat(checkout.run("cuda", "--sample", "auto", "--threads", "2", "--", "./a.out").out())
        .as("constants of the functional tier, and several threads' collector")
        .contains("-XX:+TrustFinalNonStaticFields", "-XX:+UseParallelGC");
  }

  @Test
  void aSmallCommandTakesAsMuchMemoryAsTheUserSays() throws Exception {
    FakeCheckout checkout = checkout();
    assertThat(checkout.run("gpus").out()).contains("-Xmx256m");
    Process process = checkout.start(Map.of("SYNCOPATE_JAVA_OPTS", "-Xms1g"), "gpus");
    assertThat(FakeCheckout.ended(process).out()).contains("-Xms1g").doesNotContain("-Xmx256m");
  }

  /** Where there is no command to ask for the character set, by the variables' names. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "LC_ALL, C, C.UTF-8, C",
        "LC_CTYPE, POSIX, C.UTF-8, ''",
        "LANG, de_DE.UTF-8, '', -",
        "LC_ALL, en_US.utf8, en_US.utf8, -",
      })
  void aLocaleWithoutUnicodeYields(String variable, String value, String locale, String restored)
      throws Exception {
    FakeCheckout checkout = checkout();
    checkout.javaPrints("LC_ALL=${LC_ALL:-} ${SYNCOPATE_USER_LC_ALL-none}");
    Ended ended = FakeCheckout.ended(checkout.start(Map.of(variable, value), "gpus"));
    assertThat(ended.out())
        .isEqualTo("LC_ALL=%s %s\n".formatted(locale, restored == null ? "none" : restored));
  }

  /** Two collectors end Maven before it starts. */
  @Test
  void mavenHasOneCollector() throws Exception {
    FakeCheckout checkout = checkout();
    for (String user : List.of("-Dx=y", "-XX:+UseG1GC")) {
      Files.deleteIfExists(checkout.root.resolve("app/target/syncopate.jar"));
      Ended ended = FakeCheckout.ended(checkout.start(Map.of("MAVEN_OPTS", user), "gpus"));
      assertThat(ended.code()).as(ended.err()).isZero();
      List<String> words = List.of(checkout.builds().getLast().split(" "));
      assertThat(words).contains(user);
      assertThat(words.contains("-XX:+UseSerialGC")).as(user).isEqualTo(user.equals("-Dx=y"));
    }
  }

  @Test
  void theTestsHaveHelp() throws Exception {
    FakeCheckout checkout = checkout();
    Ended help = checkout.run("test", "--help");
    assertThat(help.code()).isZero();
    assertThat(help.out()).startsWith("Usage: ./syncopate test [OPTION...]\n");
    assertThat(help.err()).isEmpty();
    assertThat(checkout.run("test", "-h")).isEqualTo(help);
    assertThat(checkout.run("help", "test")).isEqualTo(help);
    assertThat(checkout.builds()).isEmpty();
  }

  /** Maven, told that failures of tests do not end the build, calls that a success. */
  @Test
  void testsOfAModuleThatDidNotEndAreAFailure() throws Exception {
    FakeCheckout checkout = checkout();
    Ended complete = checkout.run("test", "-pl", "app");
    assertThat(complete.out()).endsWith("2 passed, 0 failed\n");
    assertThat(complete.code()).isZero();
    for (String message :
        List.of(
            "[ERROR] There was a timeout in the fork",
            "[ERROR] ExecutionException The forked VM terminated without saying properly"
                + " goodbye.")) {
      Ended cut =
          FakeCheckout.ended(checkout.start(Map.of("BUILD_SAYS", message), "test", "-pl", "app"));
      assertThat(cut.out()).contains(message, "The build failed; its whole output is in ");
      assertThat(cut.code()).isEqualTo(1);
    }
  }

  /** With neither a JDK nor Maven, from a folder whose name has a space, by way of a link. */
  @Test
  void anUnpackedArchiveStartsItsOwnRunTime() throws Exception {
    FakeCheckout checkout = checkout();
    Path root = checkout.unpack();
    Ended ended = checkout.run("gpus");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out())
        .startsWith("its own: ")
        .contains(" -XX:SharedArchiveFile=" + root + "/lib/syncopate.jsa ")
        .contains(" -Dsyncopate.launcher=" + root + "/bin/syncopate ")
        .endsWith(" -cp " + root + "/lib/syncopate.jar dev.syncopate.app.cli.Main gpus\n");
    assertThat(checkout.builds()).isEmpty();
    for (String command : List.of("test", "docs", "release")) {
      Ended refused = checkout.run(command);
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.err())
          .isEqualTo(
              "error: '" + command + "' needs the source tree; this is an unpacked archive\n");
    }
  }

  @Test
  void aReleaseHasHelpAndTakesNoArgumentButImage() throws Exception {
    FakeCheckout checkout = checkout();
    assertThat(checkout.run("release", "--help").out())
        .startsWith("Usage: ./syncopate release [--image]\n");
    Ended refused = checkout.run("release", "now");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .isEqualTo("error: release takes no argument but --image, found 'now'\n");
    assertThat(checkout.builds()).isEmpty();
  }

  @Test
  void theBuildIsToldItsCommit() throws Exception {
    FakeCheckout checkout = checkout();
    assertThat(checkout.run("gpus").code()).isZero();
    assertThat(checkout.builds().getFirst()).doesNotContain("commit");
    Files.createDirectories(checkout.root.resolve(".mvn"));
    for (String git :
        List.of(
            "init -q",
            "add pom.xml app",
            "-c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -q -m first")) {
      List<String> command = new ArrayList<>(List.of("git"));
      command.addAll(List.of(git.split(" ")));
      Process process = new ProcessBuilder(command).directory(checkout.root.toFile()).start();
      assertThat(process.waitFor()).isZero();
    }
    Files.writeString(checkout.root.resolve("pom.xml"), "<project>1</project>");
    assertThat(checkout.run("gpus").code()).isZero();
    assertThat(checkout.builds().getLast())
        .containsPattern("-Dcommit=[0-9a-f]{40} -Dcommit.changes=yes ");
    Files.writeString(checkout.root.resolve("pom.xml"), "<project/>");
    assertThat(checkout.run("gpus").code()).isZero();
    assertThat(checkout.builds().getLast())
        .containsPattern("-Dcommit=[0-9a-f]{40} ")
        .doesNotContain("changes");
  }
}
