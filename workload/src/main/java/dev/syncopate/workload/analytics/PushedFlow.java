package dev.syncopate.workload.analytics;

import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.round.RoundBuffers;
import dev.syncopate.workload.round.RoundFlag;
import dev.syncopate.workload.round.RoundLaunch;
import dev.syncopate.workload.round.RoundsOnDevice;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.List;

/** The largest flow through a picture: pixels with excess push it towards the sink. */
final class PushedFlow extends RoundsOnDevice<FlowReference, PushedFlow.OnDevice> {
  record OnDevice(
      Buffer excess,
      Buffer sinks,
      Buffer arcs,
      Buffer inflows,
      Buffer returned,
      Buffer evenHeights,
      Buffer oddHeights,
      RoundFlag flag)
      implements RoundBuffers {}

  private final UpdateGuarantee update;

  /** Whether the heights are those that an odd number of rounds has left. */
  private boolean odd;

  PushedFlow(FlowReference reference, UpdateGuarantee update) {
    super("analytics_cuts", reference);
    this.update = update;
  }

  @Override
  protected OnDevice buffers(Device device) {
    int n = reference.grid().pixels();
    return new OnDevice(
        device.copyOf(reference.excess()),
        device.copyOf(reference.sinks()),
        device.copyOf(reference.arcs()),
        device.copyOf(new int[n]),
        device.copyOf(new int[PixelGrid.SIDES * n]),
        device.copyOf(reference.heights()),
        device.copyOf(reference.heights()),
        new RoundFlag(device));
  }

  @Override
  public void restore() {
    OnDevice onDevice = onDevice();
    onDevice.excess().write(reference.excess());
    onDevice.sinks().write(reference.sinks());
    onDevice.arcs().write(reference.arcs());
    onDevice.inflows().fill((byte) 0);
    onDevice.returned().fill((byte) 0);
    heights().write(reference.heights());
  }

  private Buffer heights() {
    return odd ? onDevice().oddHeights() : onDevice().evenHeights();
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice onDevice = onDevice();
    onDevice.flag().lower();
    PixelGrid grid = reference.grid();
    if (reference.exactBefore(round)) {
      heights().write(grid.distances(onDevice.sinks().readInts(), onDevice.arcs().readInts()));
    }
    Buffer heights = heights();
    odd = !odd;
    byte[] work =
        new KernelStruct()
            .pointer(onDevice.excess())
            .pointer(onDevice.sinks())
            .pointer(heights)
            .pointer(heights())
            .pointer(onDevice.arcs())
            .pointer(onDevice.inflows())
            .pointer(onDevice.returned())
            .pointer(onDevice.flag().word())
            .word(grid.pixels())
            .word(grid.columns())
            .word(grid.limit())
            .bytes();
    return RoundLaunch.all(work, update.kernel("cuts_push"), "cuts_lift");
  }

  @Override
  public ResultComparison check() {
    OnDevice onDevice = onDevice();
    return reference.check(
        onDevice.excess().readInts(),
        onDevice.sinks().readInts(),
        onDevice.arcs().readInts(),
        heights().readInts(),
        complete());
  }
}
