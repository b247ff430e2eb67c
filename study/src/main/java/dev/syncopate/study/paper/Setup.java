package dev.syncopate.study.paper;

import dev.syncopate.study.job.Inputs;
import dev.syncopate.study.job.JobInput;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a study is set up.
 *
 * @param datasets folder with the originals of inputs; null for stand-ins only
 * @param seed of generated graphs and of the algorithms' random choices
 */
public record Setup(Scale scale, @Nullable Path datasets, long seed) {
  /** Quick studies reduce graphs with more vertices to about as many, by a whole factor. */
  private static final int QUICK_VERTICES = 100_000;

  /** The graph that stands for a paper's at this scale. */
  JobInput.Named input(String name) {
    int factor = (int) Math.round((double) Inputs.vertices(name) / QUICK_VERTICES);
    return new JobInput.Named(
        scale == Scale.QUICK && factor > 1 ? name + "/" + factor : name, datasets);
  }

  /** What a job on it costs compared with others: the arcs that its rounds read. */
  double weight(JobInput.Named input) {
    return Math.max(1, (double) Inputs.arcs(input.name())) * scale.rounds();
  }
}
