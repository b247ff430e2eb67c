package dev.syncopate.study.job;

import dev.syncopate.workload.runtime.ProgressListener;
import org.jspecify.annotations.Nullable;

/** Does a job. Called from several threads at once. */
@FunctionalInterface
public interface JobRunner {
  /**
   * @param key of the job, for the record
   * @param progress hears how far it is and may end it
   * @return the result, whether right or wrong; null if {@code progress} ended it
   */
  @Nullable JobResult run(Job job, String key, ProgressListener progress);
}
