package dev.syncopate.workload.analytics;

import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.KernelStruct;
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

  private final Update update;

  /** Whether the heights are those that an odd number of rounds has left. */
  private boolean odd;

  PushedFlow(FlowReference reference, Update update) {
    super("analytics_cuts", reference);
    this.update = update;
  }

  @Override
  protected OnDevice buffers(Device on) {
    int n = reference.grid().pixels();
    return new OnDevice(
        on.copyOf(reference.excess()),
        on.copyOf(reference.sinks()),
        on.copyOf(reference.arcs()),
        on.copyOf(new int[n]),
        on.copyOf(new int[PixelGrid.SIDES * n]),
        on.copyOf(reference.heights()),
        on.copyOf(reference.heights()),
        new RoundFlag(on));
  }

  @Override
  public void restore() {
    OnDevice on = onDevice();
    on.excess().write(reference.excess());
    on.sinks().write(reference.sinks());
    on.arcs().write(reference.arcs());
    on.inflows().fill((byte) 0);
    on.returned().fill((byte) 0);
    heights().write(reference.heights());
  }

  private Buffer heights() {
    return odd ? onDevice().oddHeights() : onDevice().evenHeights();
  }

  @Override
  public List<RoundLaunch> launches(int round) {
    OnDevice on = onDevice();
    on.flag().lower();
    PixelGrid grid = reference.grid();
    if (reference.exactBefore(round)) {
      heights().write(grid.distances(on.sinks().readInts(), on.arcs().readInts()));
    }
    Buffer heights = heights();
    odd = !odd;
    byte[] work =
        new KernelStruct()
            .pointer(on.excess())
            .pointer(on.sinks())
            .pointer(heights)
            .pointer(heights())
            .pointer(on.arcs())
            .pointer(on.inflows())
            .pointer(on.returned())
            .pointer(on.flag().word())
            .word(grid.pixels())
            .word(grid.columns())
            .word(grid.limit())
            .bytes();
    return RoundLaunch.all(work, update.kernel("cuts_push"), "cuts_lift");
  }

  @Override
  public Comparison check() {
    OnDevice on = onDevice();
    return reference.check(
        on.excess().readInts(),
        on.sinks().readInts(),
        on.arcs().readInts(),
        heights().readInts(),
        complete());
  }
}
