package dev.syncopate.memory.lsu;

import dev.syncopate.memory.access.WarpAccess;

/** What a {@link StepLsu} tells the world above it; the world adds the time. */
public interface LsuEnvironment {
  /** An access is complete, as {@link MemoryClient#completed} says. */
  void completed(WarpAccess access);

  /** As {@link MemoryClient#mayIssue}. */
  void mayIssue(int warp);
}
