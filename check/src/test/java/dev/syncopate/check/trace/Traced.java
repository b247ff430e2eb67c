package dev.syncopate.check.trace;

import dev.syncopate.sim.trace.TraceFile;
import dev.syncopate.sim.trace.TraceLimits;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import java.io.ByteArrayOutputStream;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.IntPredicate;

/** A device whose trace is kept in memory. */
final class Traced {
  static final Set<TraceKind> ALL = EnumSet.allOf(TraceKind.class);

  final Device device;
  final TraceFile file;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Tracer tracer;

  Traced(Device device, TraceChoice choice, TraceLimits limits) {
    this.device = device;
    file = new TraceFile(bytes, limits);
    tracer = new Tracer(choice, file, device.machine().name(), "", device.machine().l1().line());
    device.observe(tracer);
    device.sample(tracer);
  }

  /** Everything of a device, with every wait. */
  static Traced all(DeviceBuilder builder) {
    return new Traced(builder.open(), choice(ALL, unit -> true), TraceLimits.ofBytes(1 << 30));
  }

  static TraceChoice choice(Set<TraceKind> kinds, IntPredicate units) {
    return new TraceChoice(kinds, units, 1, 500, true);
  }

  /**
   * Runs a workload.
   *
   * @param line its name, and options
   */
  Traced run(String line) {
    String[] parts = line.split(" ", -1);
    Workload workload = Workloads.find(parts[0]).orElseThrow();
    ContextBuilder context = new ContextBuilder(workload).size("small");
    for (int i = 1; i < parts.length; i++) {
      String[] option = parts[i].split("=", 2);
      if (option[0].equals("size")) {
        context.size(option[1]);
      } else {
        context.option(option[0], option[1]);
      }
    }
    workload.run(context.build(device));
    return this;
  }

  /** The file, which ends here. */
  byte[] bytes() {
    tracer.close();
    return bytes.toByteArray();
  }

  DecodedTrace decoded() {
    return new DecodedTrace(bytes());
  }
}
