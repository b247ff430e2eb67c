package dev.syncopate.check.trace;

import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.OrderListener;
import dev.syncopate.check.order.OrderObserver;
import dev.syncopate.machine.observer.Meter;
import dev.syncopate.machine.observer.Sampler;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.sim.trace.TraceFile;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Watches a device, and traces what its kernels do. A cycle is a nanosecond of the viewer's. */
public final class Tracer implements OrderObserver, Sampler {
  private final TraceChoice choice;
  private final TraceFile file;
  private final DeviceTracks tracks;
  private final LoadTracks loads;
  private final int lineBytes;
  private long end;

  /**
   * @param out where it goes; closed at the end
   * @param name of the device
   * @param description of it
   * @param lineBytes bytes of a cache line
   */
  public Tracer(
      TraceChoice choice,
      TraceExtent extent,
      OutputStream out,
      String name,
      String description,
      int lineBytes) {
    this(choice, new TraceFile(out, extent.limits()), name, description, lineBytes);
  }

  Tracer(TraceChoice choice, TraceFile file, String name, String description, int lineBytes) {
    this.choice = choice;
    this.file = file;
    this.lineBytes = lineBytes;
    tracks = new DeviceTracks(file, name, description, choice.units());
    loads = new LoadTracks(tracks, choice.shows(TraceKind.LOAD), choice.counters());
  }

  @Override
  public List<? extends OrderListener> listeners(
      Grid grid, IntToLongFunction clock, NoteKinds notes) {
    return List.of(new LaunchTrace(choice, tracks, grid, clock, lineBytes, notes));
  }

  @Override
  public boolean watchesOverlap() {
    return true;
  }

  /** Nothing more is to come. */
  public void close() {
    file.close(end);
  }

  /** The cycle in which it was as large as it may be, and ended; negative if it was not. */
  public long fullAt() {
    return file.isFull() ? file.fullAt() : -1;
  }

  /** Why it could not be written; null if it could. */
  public @Nullable IOException failure() {
    return file.failure();
  }

  // ---- loads ----

  @Override
  public long interval() {
    return choice.interval();
  }

  @Override
  public void begun(String kernel, long cycle, Meter meter) {
    loads.begun(cycle, meter);
  }

  @Override
  public void sampled(long cycle, Meter meter) {
    if (!file.isOver()) {
      loads.sampled(cycle, meter);
    }
  }

  @Override
  public void ended(long cycle, Meter meter) {
    end = cycle;
    if (!file.isOver()) {
      loads.ended(cycle, meter);
    }
  }
}
