package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A sweep that GNU parallel runs with two workers on this computer. */
@EnabledIf(
    value = "isInstalled",
    disabledReason = "there is no /usr/bin/parallel: CONTRIBUTING.md says how to install it")
class GnuParallelTest {
  @TempDir private Path folder;

  static boolean isInstalled() {
    return Files.isExecutable(Path.of("/usr/bin/parallel"));
  }

  @Test
  void twoWorkersWriteTheFilesOfOneProcess() throws Exception {
    ClusterStudy study = new ClusterStudy(folder, SubmitTest.DESIGN);
    Shell.Result ran =
        study.submit("--engine", "parallel", "--shards", "2", "--hosts", "2/:", "--go");
    assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
    assertThat(ran.out())
        .contains("Shard 1/2: ", "Shard 2/2: ")
        .contains("Page: " + study.shared().resolve("small.html"));
    assertThat(study.shared().resolve("submit/parallel.log")).content().hasLineCount(3);
    study.assertIsThatOfOneProcess();
  }
}
