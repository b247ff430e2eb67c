package dev.syncopate.check.report;

import dev.syncopate.check.host.HostError;
import dev.syncopate.check.host.HostError.Problem;
import dev.syncopate.sim.text.KernelName;
import java.util.List;

/** A wrong use of device memory by the host, for people. */
public final class HostText {
  private HostText() {}

  /** What the host wanted of which memory, and when. */
  public static Finding finding(HostError error) {
    String location =
        error.memory() == null
            ? "address 0x" + Long.toHexString(error.address())
            : error.offset() == 0
                ? error.memory()
                : "byte %,d of %s".formatted(error.offset(), error.memory());
    String moment =
        error.lastKernel() == null
            ? "before the first launch"
            : "behind launch %d, %s"
                .formatted(error.launches() - 1, KernelName.readable(error.lastKernel()));
    String description =
        error.bytes() == 0 ? location : "%,d bytes from %s on".formatted(error.bytes(), location);
    return new Finding(
        Check.MEMORY,
        rule(error.problem()),
        "",
        title(error.problem()) + ": " + description,
        List.of(
            moment + ", by the host", "CUDA answers such a call with an error, and does nothing"),
        null,
        null,
        error.count(),
        error.problem() + " " + error.launches() + " " + error.memory());
  }

  private static String rule(Problem problem) {
    return switch (problem) {
      case FREED_TWICE -> "freed-twice";
      case FREED_INSIDE, FREED_UNKNOWN -> "freed-unallocated";
      case USED_FREED -> "used-freed";
      case USED_BEYOND, USED_UNKNOWN -> "used-unallocated";
    };
  }

  private static String title(Problem problem) {
    return switch (problem) {
      case FREED_TWICE -> "memory is freed twice";
      case FREED_INSIDE -> "memory is freed that begins elsewhere";
      case FREED_UNKNOWN -> "memory is freed that was not allocated";
      case USED_FREED -> "copy or memset of memory that has been freed";
      case USED_BEYOND -> "copy or memset beyond the end of an allocation";
      case USED_UNKNOWN -> "copy or memset of memory that was not allocated";
    };
  }
}
