package dev.syncopate.app.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Processor time of this process: what else the computer does counts little in it. */
public final class ProcessorTime {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private ProcessorTime() {}

  /** Nanoseconds that all its threads have taken, compilers and collector included. */
  public static long nanoseconds() {
    return SYSTEM.getProcessCpuTime();
  }
}
