package dev.syncopate.study.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigException;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What decides a result decides the key, and nothing else does. */
class JobKeysTest {
  private static final JobKeys KEYS = new JobKeys("a program");

  @TempDir private Path folder;

  private static Job pagerank(JobInput input, Map<String, String> options, String... settings) {
    return new Job(
        "pagerank-push",
        input,
        new TreeMap<>(options),
        "rsp-8cu",
        List.of(settings),
        "gpu",
        "hrf",
        1);
  }

  @Test
  void theSameJobHasTheSameKeyHoweverItIsPut() {
    String key = KEYS.of(pagerank(new JobInput.Generated("small"), Map.of()));
    assertThat(key).matches("[0-9a-f]{64}");
    assertThat(new JobKeys("a program").of(pagerank(new JobInput.Generated("2000"), Map.of())))
        .isEqualTo(key);
    assertThat(KEYS.of(pagerank(new JobInput.Generated("small"), Map.of("iterations", "1"))))
        .as("an option at its default")
        .isEqualTo(key);
    assertThat(KEYS.of(pagerank(new JobInput.Generated("small"), Map.of(), "core.units=8")))
        .as("a setting as it is anyway")
        .isEqualTo(key);
  }

  @Test
  void whateverDecidesTheResultChangesTheKey() throws Exception {
    Path graph = Files.writeString(folder.resolve("graph.txt"), "0 1\n1 2\n");
    Job job = pagerank(new JobInput.Generated("small"), Map.of());
    List<String> keys =
        List.of(
            KEYS.of(job),
            new JobKeys("another program").of(job),
            KEYS.of(pagerank(new JobInput.Generated("medium"), Map.of())),
            KEYS.of(pagerank(new JobInput.Generated("small"), Map.of("iterations", "2"))),
            KEYS.of(pagerank(new JobInput.Generated("small"), Map.of("atomic", "acq_rel"))),
            KEYS.of(pagerank(new JobInput.Generated("small"), Map.of(), "l1.size=32KiB")),
            KEYS.of(with(job, "srsp-8cu", "gpu", "hrf", 1)),
            KEYS.of(with(job, "rsp-8cu", "gpu", "drf0", 1)),
            KEYS.of(with(job, "rsp-8cu", "gpu", "hrf", 2)),
            KEYS.of(pagerank(new JobInput.GraphFile(graph), Map.of())),
            keyAfter(graph, "0 1\n1 3\n"));
    assertThat(keys).doesNotHaveDuplicates();
  }

  private static String keyAfter(Path graph, String content) throws Exception {
    Files.writeString(graph, content);
    return new JobKeys("a program").of(pagerank(new JobInput.GraphFile(graph), Map.of()));
  }

  private static Job with(Job job, String machine, String protocol, String model, long seed) {
    return new Job(
        job.workload(), job.input(), job.options(), machine, List.of(), protocol, model, seed);
  }

  @Test
  void whatDoesNotExistIsNamed() {
    JobInput.Generated small = new JobInput.Generated("small");
    assertThatThrownBy(() -> KEYS.of(pagerank(small, Map.of("atomik", "x"))))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessageContaining("has no option atomik");
    assertThatThrownBy(() -> KEYS.of(pagerank(small, Map.of(), "l1.siz=1")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("l1.siz");
    Job unknown = new Job("vecad", small, new TreeMap<>(), "rsp-8cu", List.of(), "gpu", "hrf", 1);
    assertThatThrownBy(() -> KEYS.of(unknown)).hasMessageContaining("there is no workload 'vecad'");
    Path absent = folder.resolve("absent.txt");
    assertThatThrownBy(() -> KEYS.of(pagerank(new JobInput.GraphFile(absent), Map.of())))
        .hasMessageContaining("absent.txt: cannot be read");
  }

  @Test
  void theProgramsDigestIsStable() {
    assertThat(ProgramDigest.current()).matches("[0-9a-f]{64}").isEqualTo(ProgramDigest.current());
  }

  @Test
  void aMachineIsReadOnceForAllItsJobs() throws Exception {
    Path machine = Files.writeString(folder.resolve("own.yaml"), Presets.source("rsp-8cu").text());
    JobKeys keys = new JobKeys("a program");
    Job first = with(pagerank(new JobInput.Generated("small"), Map.of()), machine, 1);
    String key = keys.of(first);
    Files.delete(machine);
    assertThat(keys.of(first)).isEqualTo(key);
    assertThat(keys.of(with(first, machine, 2))).isNotEqualTo(key);
  }

  private static Job with(Job job, Path machine, long seed) {
    return with(job, machine.toString(), job.protocol(), job.model(), seed);
  }
}
