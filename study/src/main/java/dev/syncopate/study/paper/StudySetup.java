package dev.syncopate.study.paper;

import dev.syncopate.study.job.GraphCache;
import dev.syncopate.study.job.JobInput;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a study.
 *
 * @param datasets folder with the originals of inputs; null for stand-ins only
 * @param seed of generated graphs and of the algorithms' random choices
 */
public record StudySetup(EvaluationScale scale, @Nullable Path datasets, long seed) {
  /** The graph that stands for a paper's at this scale. */
  JobInput.Named input(String name) {
    int factor = scale.factor(GraphCache.vertices(name));
    return new JobInput.Named(factor > 1 ? name + "/" + factor : name, datasets);
  }

  /** What a job costs compared with others: the arcs that its rounds read, about. */
  double weight(String workload, JobInput.Named input) {
    return Math.max(1, (double) GraphCache.arcs(input.name())) * scale.cost(workload);
  }
}
