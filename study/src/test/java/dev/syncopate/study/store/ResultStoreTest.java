package dev.syncopate.study.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.TestJobs;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ResultStoreTest {
  private static final Job JOB = TestJobs.vecadd(1);
  private static final String KEY = "0123456789abcdef".repeat(4);
  private static final JobResult RESULT = TestJobs.result(JOB, KEY, 10, Map.of());

  @TempDir private Path folder;

  @Test
  void aResultIsFoundAgainByAnotherProcess() {
    try (ResultStore store = ResultStore.open(folder)) {
      assertThat(store.find(JOB, KEY)).isEmpty();
      store.keep(JOB, RESULT);
    }
    try (ResultStore store = ResultStore.open(folder)) {
      assertThat(store.find(JOB, KEY)).hasValueSatisfying(found -> found.sameAs(RESULT));
    }
  }

  @Test
  void aFileIsThereWhollyOrNotAtAll() throws Exception {
    try (ResultStore store = ResultStore.open(folder)) {
      store.keep(JOB, RESULT);
      try (Stream<Path> files = Files.list(folder.resolve("results"))) {
        assertThat(files).containsExactly(store.file(JOB, KEY));
      }
      // What a process killed while it wrote leaves behind: a partial file beside no whole one.
      Path partial = store.file(JOB, KEY).resolveSibling("vecadd-0123456789abcdef.json.partial");
      Files.move(store.file(JOB, KEY), partial);
      Files.writeString(partial, "{\"key\": \"01");
      assertThat(store.find(JOB, KEY)).isEmpty();
      store.keep(JOB, RESULT);
      assertThat(store.find(JOB, KEY)).isPresent();
      assertThat(partial).doesNotExist();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsSaidInWordsAndLeavesNothingBehind() throws Exception {
    try (ResultStore store = ResultStore.open(folder)) {
      Path partial = store.file(JOB, KEY).resolveSibling("vecadd-0123456789abcdef.json.partial");
      Files.createSymbolicLink(partial, Path.of("/dev/full"));
      assertThatThrownBy(() -> store.keep(JOB, RESULT))
          .isInstanceOf(StoreException.class)
          .hasMessage("cannot write " + store.file(JOB, KEY) + ": No space left on device");
      assertThat(Files.exists(partial, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }
  }

  @Test
  void whatIsNoWholeResultOfTheKeyIsDoneAgain() throws Exception {
    try (ResultStore store = ResultStore.open(folder)) {
      store.keep(JOB, RESULT);
      Path file = store.file(JOB, KEY);
      String whole = Files.readString(file);
      for (String broken :
          List.of(
              "",
              whole.substring(0, whole.length() / 2),
              whole.replace("\"cycles\"", "\"cycle\""),
              whole.replace(KEY, KEY.replace("f0", "f1")))) {
        Files.writeString(file, broken);
        assertThat(store.find(JOB, KEY)).as(broken).isEmpty();
      }
      Files.write(file, new byte[] {'{', (byte) 0xff, '}'});
      assertThat(store.find(JOB, KEY)).as("not UTF-8").isEmpty();
    }
  }

  @Test
  void aWrongResultIsDoneAgain() {
    try (ResultStore store = ResultStore.open(folder)) {
      store.keep(JOB, TestJobs.wrong(JOB, KEY));
      assertThat(store.find(JOB, KEY)).isEmpty();
    }
  }

  @Test
  void aSecondStudyInTheFolderIsRefusedByTheFirstOnesNumber() {
    try (ResultStore first = ResultStore.open(folder)) {
      assertThat(first).isNotNull();
      assertThatThrownBy(() -> ResultStore.open(folder))
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "another study (process %d) is writing to %s; wait for it, or choose another folder",
              ProcessHandle.current().pid(), folder);
    }
    ResultStore.open(folder).close();
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(() -> ResultStore.open(file))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("cannot write to " + file);
  }
}
