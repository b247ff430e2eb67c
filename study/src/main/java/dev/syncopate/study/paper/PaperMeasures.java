package dev.syncopate.study.paper;

import dev.syncopate.study.job.JobResult;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Numbers of a result by the papers' names. */
final class PaperMeasures {
  /** Distribution of work-groups' times. */
  static final String WORKGROUP_CYCLES = "workgroup.cycles";

  private PaperMeasures() {}

  static double cycles(JobResult result) {
    return result.cycles();
  }

  /** rsp fig. 10. */
  static double l1Misses(JobResult result) {
    return result.statistic("l1.misses");
  }

  /** srsp fig. 7: requests arriving at L2 banks, of any kind. */
  static double l2Accesses(JobResult result) {
    return result.statistic("l2.accesses");
  }

  /**
   * srsp fig. 8: cycles from issue to completion of remote operations, summed. Misses that they
   * cause later are not in it.
   */
  static double remoteCycles(JobResult result) {
    return result.statistic("sync.remote.cycles");
  }

  static double remoteOperations(JobResult result) {
    return result.statistic("sync.remote.operations");
  }

  /**
   * L1 caches that a remote operation flushes or flash-invalidates, on average, the requester's own
   * included: the same others are flushed before it and invalidated after it. Those whose PA-TBL
   * has no room for one more line are flushed and invalidated, and counted as both.
   */
  static double l1sTouched(JobResult result) {
    double operations = remoteOperations(result);
    double otherCaches =
        Math.max(
            result.statistic("sync.remote.l1Flushes"),
            result.statistic("sync.remote.l1Invalidations"));
    return operations == 0 ? Double.NaN : 1 + otherCaches / operations;
  }

  /** Cycles of a remote operation on average; NaN if there was none. */
  static double cyclesOfRemote(JobResult result) {
    double operations = remoteOperations(result);
    return operations == 0 ? Double.NaN : remoteCycles(result) / operations;
  }

  /** Cycles that a blocking synchronisation instruction took on average. */
  static double cyclesOfSynchronisation(JobResult result) {
    double blocked = synchronisationCycles(result);
    double operations =
        Math.max(result.statistic("sync.acquires"), result.statistic("sync.releases"));
    return operations == 0 ? Double.NaN : blocked / operations;
  }

  /**
   * Cycles that all instructions that synchronise took together, remote ones included, from issue
   * to completion and summed over wavefronts (rsp §6.3).
   */
  static double synchronisationCycles(JobResult result) {
    return result.statistic("sync.blockedCycles");
  }

  /** The longest work-group of all launches over their mean (rsp fig. 9); NaN if none was timed. */
  static double tail(JobResult result) {
    return tail(result.distribution(WORKGROUP_CYCLES));
  }

  /**
   * The longest work-group of a launch over the mean of that launch, the largest such ratio of all
   * launches; NaN if none was timed.
   */
  static double tailWithinLaunch(JobResult result) {
    return tailsOfLaunches(result).max().orElse(Double.NaN);
  }

  /** The same, averaged over launches: how uneven a launch's work is. */
  static double imbalance(JobResult result) {
    return tailsOfLaunches(result).average().orElse(Double.NaN);
  }

  /** Work-groups' times come launch after launch, one for each queue. */
  private static DoubleStream tailsOfLaunches(JobResult result) {
    long[] times = result.distribution(WORKGROUP_CYCLES);
    int queues = Math.toIntExact(result.figure("queues"));
    return queues == 0
        ? DoubleStream.empty()
        : IntStream.iterate(0, start -> start + queues <= times.length, start -> start + queues)
            .mapToDouble(start -> tail(Arrays.copyOfRange(times, start, start + queues)));
  }

  private static double tail(long[] times) {
    double mean = Arrays.stream(times).average().orElse(Double.NaN);
    return mean > 0 ? Arrays.stream(times).max().orElse(0) / mean : Double.NaN;
  }

  /** rsp table 3: of the elements taken, per cent that came from another's queue. */
  static double percentStolen(JobResult result) {
    double stolen = result.figure("stolen");
    double takenTasks = stolen + result.figure("popped");
    return takenTasks == 0 ? Double.NaN : 100 * stolen / takenTasks;
  }

  /**
   * rsp table 3: of the steals that found an element, per cent that lost it to another work-group.
   */
  static double percentFailed(JobResult result) {
    double failed = result.figure("failed");
    double attempts = failed + result.figure("stolen");
    return attempts == 0 ? 0 : 100 * failed / attempts;
  }
}
