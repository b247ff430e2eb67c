package dev.syncopate.app.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A checkout with the true launcher and next to nothing else: a Maven that makes an empty jar and
 * counts, and a JDK whose {@code java} prints its arguments.
 */
final class FakeCheckout {
  private static final List<String> TOOLS =
      List.of(
          "awk",
          "cat",
          "cksum",
          "cut",
          "date",
          "dirname",
          "find",
          "git",
          "grep",
          "head",
          "ln",
          "mkdir",
          "mv",
          "ps",
          "readlink",
          "rm",
          "sed",
          "sleep",
          "sort",
          "tee",
          "touch",
          "uname");

  Path root;
  private final Path tools;
  private final Path jdk;
  private final String shell;

  /** What a launcher printed. */
  record Ended(int code, String out, String err) {}

  FakeCheckout(Path folder, String shell) throws IOException {
    this.shell = shell;
    root = Files.createDirectories(folder.resolve("checkout"));
    tools = Files.createDirectories(folder.resolve("bin"));
    jdk = folder.resolve("jdk");
    Files.copy(Checkout.launcher(), root.resolve("syncopate"));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    Files.createDirectories(root.resolve("app/src/main"));
    Files.writeString(root.resolve("app/pom.xml"), "<project/>");
    Files.writeString(root.resolve("app/src/main/A.java"), "class A {}");
    executable(jdk.resolve("bin/javac"), "exit 0");
    executable(jdk.resolve("bin/java"), "echo \"$@\"");
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
    executable(
        tools.resolve("mvn"),
        """
        if [ "$1" = -v ]; then echo "Apache Maven 3.9.9"; exit; fi
        echo "$@" "${MAVEN_OPTS:-}" >>built.txt
        while [ -n "${BUILD_WAITS:-}" ] && [ ! -e go ]; do sleep 0.1; done
        mkdir -p app/target/surefire-reports && echo jar >app/target/syncopate.jar
        echo '<testsuite tests="2" errors="0" skipped="0" failures="0">' >app/target/surefire-reports/TEST-two.xml
        echo "${BUILD_SAYS:-}"
        """);
    for (String tool : TOOLS) {
      link(tool);
    }
  }

  /**
   * Puts an unpacked archive in the checkout's place: a launcher that a link names, a jar, and a
   * run-time whose {@code java} prints its arguments. There is no JDK.
   */
  Path unpack() throws IOException {
    Path archive = root.resolveSibling("an archive");
    Files.createDirectories(archive.resolve("bin"));
    Files.move(root.resolve("syncopate"), archive.resolve("bin/syncopate"));
    if (!archive.resolve("bin/syncopate").toFile().setExecutable(true)) {
      throw new IOException("cannot make the launcher executable");
    }
    Files.createSymbolicLink(archive.resolve("syncopate"), Path.of("bin/syncopate"));
    Files.createDirectories(archive.resolve("lib"));
    Files.writeString(archive.resolve("lib/syncopate.jar"), "jar");
    executable(archive.resolve("runtime/bin/java"), "echo its own: \"$@\"");
    Files.delete(jdk.resolve("bin/javac"));
    Files.delete(tools.resolve("mvn"));
    root = archive;
    return archive.toRealPath();
  }

  /** Has {@code java} print a text that its shell expands. */
  void javaPrints(String text) throws IOException {
    executable(jdk.resolve("bin/java"), "echo \"" + text + "\"");
  }

  /** The shells here that the launcher should run in. */
  static List<String> shells() {
    return List.of(found("dash").isEmpty() ? "sh" : "dash", "bash").stream()
        .filter(name -> !found(name).isEmpty())
        .toList();
  }

  /** Puts a command of the system on the launcher's path, where the system has the command. */
  FakeCheckout with(String tool) throws IOException {
    link(tool);
    return this;
  }

  /** A script rather than a link: a temporary folder's end warns of links that lead out of it. */
  private void link(String tool) throws IOException {
    for (Path file : found(tool).stream().limit(1).toList()) {
      executable(tools.resolve(tool), "exec " + file + " \"$@\"");
    }
  }

  private static List<Path> found(String tool) {
    return List.of(System.getenv("PATH").split(File.pathSeparator, -1)).stream()
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .toList();
  }

  private static void executable(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + file + " executable");
    }
  }

  /** Begins a launcher. */
  Process start(Map<String, String> environment, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(found(shell).getFirst().toString());
    command.add(root.resolve("syncopate").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().put("PATH", tools.toString());
    builder.environment().put("JAVA_HOME", jdk.toString());
    builder.environment().putAll(environment);
    return builder.start();
  }

  Ended run(String... arguments) throws IOException, InterruptedException {
    return ended(start(Map.of(), arguments));
  }

  /** Waits for a launcher, which must not hang. */
  static Ended ended(Process process) throws IOException, InterruptedException {
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the launcher does not end");
      }
      return new Ended(process.exitValue(), out, err);
    } finally {
      process.destroyForcibly();
    }
  }

  /** The arguments of each build so far. */
  List<String> builds() throws IOException {
    Path file = root.resolve("built.txt");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }
}
