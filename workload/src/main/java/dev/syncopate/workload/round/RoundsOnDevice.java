package dev.syncopate.workload.round;

import dev.syncopate.workload.runtime.Device;
import org.jspecify.annotations.Nullable;

/**
 * What the algorithms have in common: a reference on the host, and buffers on the device.
 *
 * @param <R> the reference
 * @param <B> the buffers
 */
public abstract class RoundsOnDevice<R extends RoundReference, B> implements RoundAlgorithm {
  /** The host's state. */
  protected final R reference;

  private @Nullable B buffers;

  protected RoundsOnDevice(R reference) {
    this.reference = reference;
  }

  @Override
  public final boolean done() {
    return reference.done();
  }

  @Override
  public final void step() {
    reference.step();
  }

  @Override
  public final void upload(Device device) {
    buffers = buffers(device);
  }

  /** Makes the buffers, with the reference's state in them. */
  protected abstract B buffers(Device device);

  /** What {@link #upload} has made. */
  protected final B onDevice() {
    if (buffers == null) {
      throw new IllegalStateException("nothing is on a device yet");
    }
    return buffers;
  }
}
