package dev.syncopate.study.cluster;

import dev.syncopate.study.html.PageTemplate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Engine that starts the shards of a study on many computers. */
public enum ClusterEngine {
  /** An array job, and a collecting job behind it. */
  SLURM("sbatch", "slurm.sh"),
  /** An Indexed Job on a volume, and a collecting job that waits to be resumed. */
  KUBERNETES("kubectl", "kubernetes.yaml"),
  /** GNU parallel, on this computer or over ssh. */
  PARALLEL("parallel", "parallel.sh");

  private final String program;
  private final String file;

  ClusterEngine(String program, String file) {
    this.program = program;
    this.file = file;
  }

  /**
   * The engine of a name.
   *
   * @throws IllegalArgumentException if there is none; its message is for the user
   */
  public static ClusterEngine parse(String text) {
    return Arrays.stream(values())
        .filter(engine -> engine.label().equals(text))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "found '%s', expected slurm, kubernetes or parallel".formatted(text)));
  }

  /** The name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The engine's own command, which must be installed to hand a script over. */
  public String program() {
    return program;
  }

  /** Name of the script's file. */
  public String file() {
    return file;
  }

  /** The command that hands a script over; the script's name follows. */
  public List<String> starter() {
    return this == KUBERNETES ? List.of(program, "apply", "-f") : List.of("sh");
  }

  /** The script of a submission. */
  public String script(Submission submission) {
    return PageTemplate.of(ClusterEngine.class, label()).fill(submission);
  }
}
