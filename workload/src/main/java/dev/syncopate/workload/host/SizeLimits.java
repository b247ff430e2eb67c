package dev.syncopate.workload.host;

import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadInputException;

/** Limits that sizes and options share. */
public final class SizeLimits {
  private SizeLimits() {}

  /**
   * The size, as the length of an array that is copied to the device in one piece.
   *
   * @param maximum largest length for which the workload's arrays fit
   */
  public static int elements(Workload workload, WorkloadContext context, int maximum) {
    atMost(workload, "size", context.size(), maximum);
    return (int) context.size();
  }

  /** Refuses a number of things that the workload's arrays cannot hold. */
  public static void atMost(Workload workload, String quantity, long value, long maximum) {
    if (value > maximum) {
      throw new WorkloadInputException(
          "%s of %s can be at most %d, not %d"
              .formatted(quantity, workload.name(), maximum, value));
    }
  }

  /** An option's value, which must be a power of two. */
  public static int powerOfTwo(Workload workload, WorkloadContext context, String option) {
    int value = (int) context.number(option);
    if (Integer.bitCount(value) != 1) {
      throw new WorkloadInputException(
          "%s of %s must be a power of two, not %d".formatted(option, workload.name(), value));
    }
    return value;
  }
}
