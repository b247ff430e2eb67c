package dev.syncopate.study.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.suite.WorkloadInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphCacheTest {
  @TempDir private Path folder;

  private static Job job(JobInput input, long seed) {
    return new Job("sssp", input, new TreeMap<>(), "rsp-8cu", List.of(), "gpu", "hrf", seed);
  }

  @Test
  void aGraphIsSharedByTheJobsThatWorkOnIt() {
    GraphCache inputs = new GraphCache();
    JobInput.Named input = new JobInput.Named("cond-mat-2003/64", null);
    assertThat(inputs.open(input, 1)).isSameAs(inputs.open(input, 1));
    assertThat(inputs.open(input, 2)).isNotSameAs(inputs.open(input, 1));
    assertThat(inputs.name(job(input, 1))).isEqualTo("cond-mat-like/64");
    assertThat(GraphCache.vertices("cond-mat-2003/64")).isEqualTo(31_163 / 64);
    assertThat(GraphCache.arcs("cond-mat-2003")).isEqualTo(2 * 120_029);
  }

  @Test
  void anOriginalAndAStandInHaveDifferentKeys() throws Exception {
    JobKeys keys = new JobKeys("a program");
    JobInput.Named named = new JobInput.Named("cond-mat-2003", folder);
    String standIn = keys.of(job(named, 1));
    assertThat(keys.of(job(new JobInput.Named("cond-mat-2003", null), 1))).isEqualTo(standIn);
    Files.writeString(folder.resolve("cond-mat-2003.graph"), "3 2\n2\n1 3\n2\n");
    assertThat(new JobKeys("a program").of(job(named, 1))).isNotEqualTo(standIn);
    assertThat(new GraphCache().open(named, 1).graph().vertices()).isEqualTo(3);
  }

  @Test
  void anInputThatThereIsNotIsNamed() {
    JobKeys keys = new JobKeys("a program");
    assertThatThrownBy(() -> keys.of(job(new JobInput.Named("cond-mat-2004", null), 1)))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessageContaining("there is no input 'cond-mat-2004'");
    assertThatThrownBy(
            () -> keys.of(job(new JobInput.Named("cond-mat-2003", folder.resolve("none")), 1)))
        .hasMessageContaining("there is no folder");
    Job vecadd =
        new Job(
            "vecadd",
            new JobInput.Named("cond-mat-2003", null),
            new TreeMap<>(),
            "rsp-8cu",
            List.of(),
            "gpu",
            "hrf",
            1);
    assertThatThrownBy(() -> keys.of(vecadd)).hasMessage("vecadd does not read a graph");
  }
}
