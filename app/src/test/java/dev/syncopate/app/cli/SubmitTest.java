package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.syncopate.app.cli.console.ExitCode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The command {@code submit}. */
class SubmitTest {
  static final String DESIGN =
      """
      base: {workload: vecadd, size: 500, machine: rsp-8cu}
      grid:
        l1.size: [16KiB, 32KiB]
        protocol: [gpu, denovo]
      baseline: {protocol: gpu}
      """;

  /** Takes no field that Kubernetes does not have: fabric8's classes keep such in a map. */
  private static final ObjectMapper STRICT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .annotationIntrospector(
              new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1;

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                  return false;
                }
              })
          .build();

  @TempDir private Path folder;

  private String script(ClusterStudy study, String file) throws IOException {
    return Files.readString(study.shared().resolve("submit").resolve(file));
  }

  @Test
  void aSlurmScriptIsAnArrayAndAJobBehindIt() throws IOException {
    ClusterStudy study = new ClusterStudy(folder, DESIGN);
    Shell.Result first = study.submit("--engine", "slurm", "--shards", "3");
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(script(study, "slurm.sh"))
        .contains("#SBATCH --requeue\n", "#SBATCH --mem=3G\n", "export SYNCOPATE_SHARDS=3\n")
        .contains("--array=\"${1:-1-3}\"", "--dependency=afterany:\"${array%%;*}\"")
        .contains(
            "exec '%s' sweep %s --out '%s' --jobs 1 --shard\n"
                .formatted(study.launcher(), folder.resolve("small.yaml"), study.shared()))
        .doesNotContain("--time");
  }

  @Test
  void theTimeLimitIsTwiceThePlansTime() throws IOException {
    ClusterStudy study = new ClusterStudy(folder, DESIGN);
    Shell.Result part =
        Shell.run(
            "sweep",
            folder.resolve("small.yaml").toString(),
            "--out",
            study.shared().toString(),
            "--shard=1/3");
    assertThat(part.code()).as(part.err()).isZero();
    Shell.Result result = study.submit("--engine", "slurm", "--shards", "3");
    assertThat(result.out())
        .containsPattern(
            "4 simulations, [12] of them are there; 3 shards of 3 GiB \\(an estimate, no measurement: --memory\\), the longest takes about \\d+ s");
    assertThat(script(study, "slurm.sh")).contains("#SBATCH --time=0:20:00\n");
    Shell.Result fiveShards = study.submit("--engine", "slurm", "--shards", "5");
    assertThat(fiveShards.code()).isEqualTo(ExitCode.USAGE);
    assertThat(fiveShards.err())
        .startsWith("error: " + study.shared().resolve("shards.json") + " deals 4 simulations of '")
        .contains("' to 3 shards; these are 4 of '", "for 5: choose another folder");
    Shell.Result withMemory =
        study.submit("--engine", "slurm", "--shards", "3", "--time", "90", "--memory", "7");
    assertThat(withMemory.out()).contains("3 shards of 7 GiB, the longest");
    assertThat(script(study, "slurm.sh"))
        .contains("#SBATCH --time=1:30:00\n", "#SBATCH --mem=7G\n", "-Xmx6g");
  }

  @Test
  void theContainersOfAnIndexedJobWriteTheFilesOfOneProcess() throws Exception {
    ClusterStudy study = new ClusterStudy(folder, DESIGN);
    Shell.Result written =
        study.submit(
            "--engine",
            "kubernetes",
            "--shards",
            "2",
            "--claim",
            "scratch",
            "--mount",
            folder.toString(),
            "--time",
            "5");
    assertThat(written.code()).as(written.err()).isZero();
    List<Job> jobs = jobs(script(study, "kubernetes.yaml"));
    assertThat(jobs)
        .extracting(job -> job.getMetadata().getName())
        .containsExactly("sweep-small", "sweep-small-collect");
    Job array = jobs.getFirst();
    assertThat(array.getSpec().getCompletionMode()).isEqualTo("Indexed");
    assertThat(array.getSpec().getTemplate().getSpec().getActiveDeadlineSeconds()).isEqualTo(300);
    assertThat(array.getSpec().getTemplate().getSpec().getVolumes().getFirst())
        .satisfies(volume ->
            assertThat(volume.getPersistentVolumeClaim().getClaimName()).isEqualTo("scratch"));
    for (int index = 0; index < array.getSpec().getCompletions(); index++) {
      assertThat(run(container(array), index)).startsWith("Shard %d/2: ".formatted(index + 1));
    }
    assertThat(jobs.getLast().getSpec().getSuspend()).isTrue();
    assertThat(run(container(jobs.getLast()), -1)).contains("Page: ");
    study.assertIsThatOfOneProcess();
  }

  private static List<Job> jobs(String manifest) {
    List<Job> jobs = new ArrayList<>();
    for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(manifest)) {
      jobs.add(STRICT.convertValue(document, Job.class));
    }
    return jobs;
  }

  private static Container container(Job job) {
    return job.getSpec().getTemplate().getSpec().getContainers().getFirst();
  }

  /**
   * Runs a container's command line here.
   *
   * @param index of the pod; negative for none
   * @return what it prints last, and its exit code is 0
   */
  private String run(Container container, int index) throws Exception {
    assertThat(container.getVolumeMounts().getFirst().getMountPath())
        .isEqualTo(container.getWorkingDir());
    Path errors = folder.resolve("errors.txt");
    ProcessBuilder builder =
        new ProcessBuilder(container.getCommand())
            .directory(Path.of(container.getWorkingDir()).toFile())
            .redirectError(errors.toFile());
    for (EnvVar variable : container.getEnv()) {
      builder.environment().put(variable.getName(), variable.getValue());
    }
    if (index >= 0) {
      builder.environment().put("JOB_COMPLETION_INDEX", Integer.toString(index));
    }
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed + Files.readString(errors)).isZero();
    return printed;
  }

  @Test
  void aMisspeltFieldOfAManifestIsNoticed() throws IOException {
    ClusterStudy study = new ClusterStudy(folder, DESIGN);
    study.submit("--engine", "kubernetes", "--shards", "3", "--claim", "scratch");
    String manifest = script(study, "kubernetes.yaml").replace("workingDir", "workDir");
    assertThat(catchThrowable(() -> jobs(manifest)))
        .hasMessageContaining("Unrecognized field \"workDir\"");
  }

  @Test
  void anEngineThatIsNotInstalledIsASentenceAndItsScriptIsThere() throws Exception {
    ClusterStudy study = new ClusterStudy(folder, DESIGN);
    ProcessBuilder builder =
        JavaProcess.builder(
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
            "submit",
            "--engine",
            "slurm",
            "--shards",
            "3",
            "--go",
            "--",
            "sweep",
            folder.resolve("small.yaml").toString(),
            "--out",
            study.shared().toString());
    builder.environment().put("PATH", folder.toString());
    Process process = builder.start();
    assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(
            "error: --go: there is no command sbatch on this computer; %s is written: start it where there is one\n"
                .formatted(study.shared().resolve("submit/slurm.sh")));
    assertThat(process.waitFor()).isEqualTo(ExitCode.USAGE);
    assertThat(script(study, "slurm.sh")).isNotEmpty();
  }

  @Test
  void whatCannotBeSubmittedIsASentenceAndNothingIsWritten() throws IOException {
    ClusterStudy study = new ClusterStudy(folder, DESIGN);
    assertThat(study.submit("--engine", "pbs", "--shards", "3").err())
        .isEqualTo("error: --engine: found 'pbs', expected slurm, kubernetes or parallel\n");
    assertThat(study.submit("--engine", "slurm", "--shards", "0").err())
        .isEqualTo("error: --shards: found 0 shards, expected from 1 to 100000\n");
    assertThat(study.submit("--engine", "slurm", "--shards", "3", "--out", "twice").err())
        .startsWith("error: sweep: option '--out' (FOLDER) should be specified only once");
    assertThat(Shell.run("submit", "--engine", "slurm", "--shards", "3", "run", "vecadd").err())
        .isEqualTo("error: expected sweep or reproduce, found 'run'\n");
    assertThat(
            Shell.run(
                    "submit",
                    "--engine=slurm",
                    "--shards=3",
                    "reproduce",
                    "lab",
                    "--collect",
                    "--out",
                    study.shared().toString())
                .err())
        .isEqualTo(
            "error: --collect: found it in the study's command line, expected the whole study there\n");
    assertThat(
            Shell.run("submit --engine=slurm --shards=3 reproduce lab --explain=x".split(" "))
                .err())
        .isEqualTo(
            "error: --explain: its few small simulations are no work for a cluster; run reproduce"
                + " without submit\n");
    assertThat(
            Shell.run(
                    "submit --engine=slurm --shards=3 reproduce heterosync --programs=x".split(" "))
                .err())
        .isEqualTo(
            "error: --programs: the suite is compiled by the process that runs it, and a cluster's"
                + " computers have no copy; run reproduce without submit\n");
    assertThat(study.shared()).doesNotExist();
    assertThat(study.submit("--engine", "kubernetes", "--shards", "3").err())
        .isEqualTo(
            "error: --claim: found none, expected the name of the persistent volume claim that all pods share\n");
  }

  @Test
  void aShardWithoutANumberIsThatOfItsEngine() throws Exception {
    ClusterStudy study = new ClusterStudy(folder, DESIGN);
    String[] shard = {
      "sweep",
      folder.resolve("small.yaml").toString(),
      "--out",
      study.shared().toString(),
      "--shard"
    };
    assertThat(Shell.run(shard).err())
        .startsWith("error: --shard: found none of SLURM_ARRAY_TASK_ID, ");
    Files.writeString(study.shared(), "no folder");
    assertThat(
            Shell.run(
                    "sweep",
                    folder.resolve("small.yaml").toString(),
                    "--out",
                    study.shared().toString(),
                    "--shard=1/2")
                .err())
        .startsWith("error: cannot write to " + study.shared() + ": ");
  }

  @Test
  void shardsWithFoldersOfTheirOwnArePutTogether() throws Exception {
    ClusterStudy study = new ClusterStudy(folder, DESIGN);
    Path sharedResults = Files.createDirectories(study.shared().resolve("results"));
    for (String shard : List.of("1/2", "2/2")) {
      Path ownFolder = folder.resolve("own" + shard.charAt(0));
      String[] words = {
        "sweep",
        folder.resolve("small.yaml").toString(),
        "--out",
        ownFolder.toString(),
        "--shard",
        shard
      };
      assertThat(Shell.run(words).code()).isZero();
      for (String result : ClusterStudy.results(ownFolder)) {
        Files.copy(
            ownFolder.resolve("results").resolve(result),
            sharedResults.resolve(result)); // none twice
      }
    }
    String[] collect = {
      "sweep",
      folder.resolve("small.yaml").toString(),
      "--out",
      study.shared().toString(),
      "--collect"
    };
    assertThat(Shell.run(collect).code()).isZero();
    study.assertIsThatOfOneProcess();
  }
}
