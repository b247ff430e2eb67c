package dev.syncopate.workload.dnn.layer;

import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.util.random.RandomGenerator;

/**
 * Values of a batch on the device, and the gradient of the loss by each of them.
 *
 * @param shape of both
 * @param value what a layer computes
 * @param gradient zeros until backward passes have added to it
 */
public record Tensor(TensorShape shape, Buffer value, Buffer gradient) {
  /** Most elements of a tensor that one copy takes. */
  public static final long MOST = 1 << 28;

  /** Elements that are drawn at once. */
  private static final int PART = 1 << 20;

  /** Zeros. */
  public static Tensor zeros(Device device, TensorShape shape) {
    long bytes = Float.BYTES * shape.elements();
    return new Tensor(shape, device.allocate(bytes), device.allocate(bytes));
  }

  /** How many values it has. */
  public int elements() {
    return (int) shape.elements();
  }

  /**
   * Its values become uniformly random.
   *
   * @param range largest magnitude
   */
  public Tensor draw(RandomGenerator random, float range) {
    drawInto(value, random, range);
    return this;
  }

  /**
   * Its gradient becomes uniformly random, as if a later layer had computed it.
   *
   * @param range largest magnitude
   */
  public Tensor drawGradient(RandomGenerator random, float range) {
    drawInto(gradient, random, range);
    return this;
  }

  /** In parts, since a tensor may be as large as the host's memory allows once. */
  private void drawInto(Buffer buffer, RandomGenerator random, float range) {
    for (int first = 0; first < elements(); first += PART) {
      float[] values = RandomInputs.floats(random, Math.min(PART, elements() - first));
      for (int i = 0; i < values.length; i++) {
        values[i] *= range;
      }
      long bytes = (long) Float.BYTES * values.length;
      buffer.part((long) Float.BYTES * first, bytes).write(values);
    }
  }
}
