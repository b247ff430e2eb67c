package dev.syncopate.workload.round;

import dev.syncopate.workload.runtime.Device;
import org.jspecify.annotations.Nullable;

/**
 * Common part of the algorithms: a reference on the host, buffers on the device, and a flag that a
 * round's threads raise if something is left to do.
 *
 * @param <R> the reference
 * @param <B> the buffers
 */
public abstract class RoundsOnDevice<R extends RoundReference, B extends RoundBuffers>
    implements RoundAlgorithm {
  /** The host's state. */
  protected final R reference;

  private final String source;
  private @Nullable B buffers;
  private boolean complete;

  /**
   * @param source file of the kernels, without its extension
   */
  protected RoundsOnDevice(String source, R reference) {
    this.source = source;
    this.reference = reference;
  }

  @Override
  public final String source() {
    return source;
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

  /** Whether the last round has left the flag down. */
  @Override
  public boolean finished() {
    complete = !onDevice().flag().raised();
    return complete;
  }

  /** What {@link #finished} has found last; false before the first round. */
  protected final boolean complete() {
    return complete;
  }
}
