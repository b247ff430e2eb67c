package dev.syncopate.app.cli.console;

import dev.syncopate.workload.runtime.AtomicOrderRules;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The orders that relaxed atomics count as. */
public final class OrdersOption {
  @Option(
      names = "--orders",
      paramLabel = "RULES",
      description =
          "Orders that relaxed atomics on global memory count as, by operation, as in"
              + " atom.cas=acquire,atom.exch=release; see docs/use/cuda-programs.md. Default: as the PTX"
              + " says")
  private @Nullable String rules;

  /** Refuses what cannot be read. */
  public void check() {
    parsed();
  }

  /** The device with these orders. */
  public DeviceBuilder prepare(DeviceBuilder device) {
    AtomicOrderRules parsed = parsed();
    return parsed == null ? device : device.orders(parsed);
  }

  private @Nullable AtomicOrderRules parsed() {
    try {
      return rules == null ? null : AtomicOrderRules.parse(rules);
    } catch (LaunchException e) {
      throw new UserErrorException("--orders " + e.getMessage());
    }
  }
}
