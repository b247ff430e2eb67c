package dev.syncopate.study.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.TestJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
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
    try (ResultStore store = ResultStore.open(folder, _ -> {})) {
      assertThat(store.find(JOB, KEY)).isEmpty();
      store.keep(JOB, RESULT);
    }
    try (ResultStore store = ResultStore.open(folder, _ -> {})) {
      assertThat(store.find(JOB, KEY)).hasValueSatisfying(stored -> stored.sameAs(RESULT));
    }
  }

  @Test
  void aFileIsThereWhollyOrNotAtAll() throws Exception {
    try (ResultStore store = ResultStore.open(folder, _ -> {})) {
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
    try (ResultStore store = ResultStore.open(folder, _ -> {})) {
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
    List<String> notes = new ArrayList<>();
    try (ResultStore store = ResultStore.open(folder, notes::add)) {
      store.keep(JOB, RESULT);
      Path file = store.file(JOB, KEY);
      String complete = Files.readString(file);
      for (String broken :
          List.of(
              "",
              complete.substring(0, complete.length() / 2),
              complete.replace("\"cycles\"", "\"cycle\""),
              complete.replace("\"cycles\": 10", "\"cycles\": 9"),
              complete.replaceAll("\"digest\": \"[0-9a-f]+\"", "\"digest\": \"0\""),
              complete.replace(KEY, KEY.replace("f0", "f1")))) {
        Files.writeString(file, broken);
        assertThat(store.find(JOB, KEY)).as(broken).isEmpty();
      }
      Files.write(file, new byte[] {'{', (byte) 0xff, '}'});
      assertThat(store.find(JOB, KEY)).as("not UTF-8").isEmpty();
      assertThat(notes)
          .hasSize(7)
          .allMatch(note -> note.startsWith("not used, its run is done again: " + file + ": "))
          .anyMatch(note -> note.endsWith("the document was changed after it was written"));
    }
  }

  @Test
  void aWrongResultIsDoneAgain() {
    try (ResultStore store = ResultStore.open(folder, _ -> {})) {
      store.keep(JOB, TestJobs.wrong(JOB, KEY));
      assertThat(store.find(JOB, KEY)).isEmpty();
    }
  }

  @Test
  void aSecondStudyInTheFolderIsRefusedByTheFirstOnesNumber() {
    try (ResultStore first = ResultStore.open(folder, _ -> {})) {
      assertThat(first).isNotNull();
      assertThatThrownBy(() -> ResultStore.open(folder, _ -> {}))
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "another study (process %d) is writing to %s; wait for it, or choose another folder",
              ProcessHandle.current().pid(), folder);
    }
    ResultStore.open(folder, _ -> {}).close();
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(() -> ResultStore.open(file, _ -> {}))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("cannot write to " + file);
  }

  @Test
  void shardsShareAFolderEachNumberOnce() {
    try (ResultStore first = ResultStore.openShard(folder, 1, _ -> {})) {
      first.keep(JOB, RESULT);
      assertThatThrownBy(() -> ResultStore.open(folder, _ -> {}))
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "shards of a study are writing to %s; wait for it, or choose another folder"
                  .formatted(folder));
    }
    try (ResultStore wholeStore = ResultStore.open(folder, _ -> {})) {
      assertThat(wholeStore.find(JOB, KEY)).isPresent();
      String message =
          "a study that is not in shards (process %d) is writing to %s; wait for it, or choose another folder"
              .formatted(ProcessHandle.current().pid(), folder);
      assertThatThrownBy(() -> ResultStore.openShard(folder, 2, _ -> {})).hasMessage(message);
      assertThatThrownBy(() -> ResultStore.openShared(folder, _ -> {})).hasMessage(message);
    }
  }

  @Test
  void theFirstPlanStays() {
    try (ResultStore store = ResultStore.openShard(folder, 1, _ -> {})) {
      assertThat(store.plan()).isEmpty();
      assertThat(store.plan(() -> "one")).isEqualTo("one");
      assertThat(store.plan(() -> "another")).isEqualTo("one");
    }
    try (ResultStore store = ResultStore.openShared(folder, _ -> {})) {
      assertThat(store.plan()).contains("one");
    }
  }

  @Test
  void aFileSystemWithoutLocksIsSaidInWords() {
    IOException noLocks = new IOException("No locks available");
    assertThatThrownBy(() -> ResultStore.tryLock(new LocklessChannel(noLocks), 0, 1, false))
        .hasMessage(
            "its file system locks no files (No locks available): docs/study/clusters.md says what to do there");
  }
}
