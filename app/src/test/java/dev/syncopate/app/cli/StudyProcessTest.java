package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Studies in separate processes, which can be killed. */
@DisabledOnOs(OS.WINDOWS)
class StudyProcessTest {
  @TempDir private Path folder;

  private String[] study() {
    return new String[] {
      "compare",
      "--workload=sssp",
      "--size=1500",
      "--models=hrf,drf0,drfrlx",
      "--jobs=1",
      "--out=" + folder
    };
  }

  private List<Path> kept() throws IOException {
    Path results = folder.resolve("results");
    if (!Files.isDirectory(results)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(results)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  private void awaitFirstResult(Process process) throws Exception {
    for (int i = 0; i < 600 && kept().isEmpty() && process.isAlive(); i++) {
      Thread.sleep(50);
    }
    assertThat(kept()).isNotEmpty();
  }

  @Test
  void aKilledStudyGoesOnWhereItWas() throws Exception {
    Process process = JavaProcess.start(study());
    try {
      awaitFirstResult(process);
      assertThat(Shell.run(study()).err())
          .as("another study in the folder")
          .startsWith("error: another study (process " + process.pid() + ") is writing to");
    } finally {
      process.destroyForcibly(); // as kill -9 does
    }
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    int keptCount = kept().size();
    assertThat(keptCount).as("killed in the middle").isBetween(1, 8);
    Shell.Result rest = Shell.run(study());
    assertThat(rest.code()).as(rest.err()).isZero();
    assertThat(rest.err()).contains("/" + (9 - keptCount) + "] ");
    assertThat(kept()).hasSize(9);
  }

  @Test
  void aKilledShardLosesTheSimulationThatWasRunning() throws Exception {
    String[] shard = {
      "reproduce", "localtm", "--only=HT256", "--shard=1/2", "--jobs=1", "--out=" + folder
    };
    Process process = JavaProcess.start(shard);
    try {
      awaitFirstResult(process);
      assertThat(Shell.run(shard).err())
          .startsWith("error: shard 1 is running already and writes to " + folder);
    } finally {
      process.destroyForcibly(); // as kill -9 does
    }
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    List<Path> earlierFiles = kept();
    List<FileTime> written = new ArrayList<>();
    for (Path file : earlierFiles) {
      written.add(Files.getLastModifiedTime(file));
    }
    Shell.Result rest = Shell.run(shard);
    assertThat(rest.code()).as(rest.err()).isZero();
    assertThat(kept()).hasSizeGreaterThan(earlierFiles.size());
    assertThat(rest.err()).contains("[1/" + (kept().size() - earlierFiles.size()) + "] ");
    for (int i = 0; i < earlierFiles.size(); i++) {
      assertThat(Files.getLastModifiedTime(earlierFiles.get(i))).isEqualTo(written.get(i));
    }
  }

  @Test
  void ctrlCKeepsWhatHasEndedAndSaysSo() throws Exception {
    Process process = JavaProcess.start(study());
    try {
      awaitFirstResult(process);
      List<String> kill = List.of("kill", "-TERM", Long.toString(process.pid()));
      assertThat(new ProcessBuilder(kill).start().waitFor()).isZero();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.inputReader().lines())
          .anyMatch(line ->
              line.matches(
                  "Interrupted: [1-8] of 9 runs are kept in .*; the same command goes on from there."));
    } finally {
      process.destroyForcibly();
    }
    assertThat(kept()).hasSizeBetween(1, 8);
  }
}
