package dev.syncopate.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Runs each command in a new JVM. */
final class JavaProcess {
  private JavaProcess() {}

  static Process start(String... arguments) throws IOException {
    return start(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"), arguments);
  }

  /** With options of the JVM. */
  static Process start(List<String> options, String... arguments) throws IOException {
    return builder(options, arguments).start();
  }

  /** With options of the JVM, to be started. */
  static ProcessBuilder builder(List<String> options, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        List.of(
            "-Dsyncopate.terminal=true",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.syncopate.app.cli.Main"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  /** Writes a script that starts this build's classes with its arguments. */
  static void writeLauncher(Path file) throws IOException {
    Files.writeString(
        file,
        """
        #!/bin/sh
        exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' dev.syncopate.app.cli.Main "$@"
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path")));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
