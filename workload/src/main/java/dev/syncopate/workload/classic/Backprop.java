package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Dim3;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOutcome;

/**
 * Back-propagation of errors through a network of two layers: sums of inputs by weights, and the
 * weights' adjustment, on the device; what concerns the few hidden units and the output on the
 * host. Input 0 is always 1: its weights are the hidden units' thresholds.
 */
public final class Backprop extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "backprop",
          "Trains a two-layer network by one sample: weighted sums, then weights with momentum.",
          "inputs of the network",
          ClassicDescription.sizes(1 << 12, 1 << 14, 1 << 15, 1 << 16),
          1,
          1 << 24);

  private static final int HIDDEN = 16;
  private static final float RATE = 0.3f;
  private static final float MOMENTUM = 0.3f;
  private static final float TARGET = 0.1f;

  public Backprop() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public Backprop(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int inputs = job.size();
    float[] input = RandomInputs.floats(job.random(), inputs);
    input[0] = 1;
    float[] weight = RandomInputs.floats(job.random(), inputs * HIDDEN);
    float[] change = RandomInputs.floats(job.random(), inputs * HIDDEN);
    float[] output = RandomInputs.floats(job.random(), HIDDEN + 1);
    int ctas = Math.ceilDiv(inputs, HIDDEN);
    LaunchShape shape = LaunchShape.of(Dim3.of(ctas), Dim3.of(HIDDEN, HIDDEN));
    Buffer inputBuffer = job.device().copyOf(input);
    Buffer weightBuffer = job.device().copyOf(weight);
    Buffer changeBuffer = job.device().copyOf(change);
    Buffer partialBuffer = job.device().allocate((long) Float.BYTES * ctas * HIDDEN);
    job.launch("backprop_forward", shape, inputBuffer, weightBuffer, partialBuffer, inputs);
    float[] partial = partialBuffer.readFloats();
    float[] expectedPartial = partialSums(input, weight);
    ResultComparison sums = ResultComparison.exact("partial sums", partial, expectedPartial);
    float[] delta = deltas(partial, output);
    job.launch(
        "backprop_adjust",
        shape,
        inputBuffer,
        job.device().copyOf(delta),
        weightBuffer,
        changeBuffer,
        inputs,
        RATE,
        MOMENTUM);
    adjust(input, deltas(expectedPartial, output), weight, change);
    return new OutcomeBuilder()
        .check(sums)
        .check(ResultComparison.exact("weights", weightBuffer.readFloats(), weight))
        .check(ResultComparison.exact("changes", changeBuffer.readFloats(), change))
        .figure("inputs", inputs)
        .figure("weights", weight.length)
        .outcome();
  }

  /** Sums of HIDDEN inputs at a time, as a balanced tree: halves are added element by element. */
  private static float[] partialSums(float[] input, float[] weight) {
    float[] partial = new float[Math.ceilDiv(input.length, HIDDEN) * HIDDEN];
    float[] product = new float[HIDDEN];
    for (int index = 0; index < partial.length; index++) {
      for (int row = 0; row < HIDDEN; row++) {
        int i = index / HIDDEN * HIDDEN + row;
        product[row] = i < input.length ? input[i] * weight[i * HIDDEN + index % HIDDEN] : 0;
      }
      partial[index] = sum(product, 0, 1);
    }
    return partial;
  }

  /** Of every {@code step}th element from {@code first} on. */
  private static float sum(float[] elements, int first, int step) {
    return step == HIDDEN
        ? elements[first]
        : sum(elements, first, 2 * step) + sum(elements, first + step, 2 * step);
  }

  /** Errors of the hidden units, by the chain rule from the output's. */
  private static float[] deltas(float[] partial, float[] output) {
    float[] hidden = new float[HIDDEN];
    for (int index = 0; index < partial.length; index++) {
      hidden[index % HIDDEN] += partial[index];
    }
    float net = output[HIDDEN];
    for (int unit = 0; unit < HIDDEN; unit++) {
      hidden[unit] = logistic(hidden[unit]);
      net += hidden[unit] * output[unit];
    }
    float out = logistic(net);
    float error = (TARGET - out) * out * (1 - out);
    float[] delta = new float[HIDDEN];
    for (int unit = 0; unit < HIDDEN; unit++) {
      delta[unit] = error * output[unit] * hidden[unit] * (1 - hidden[unit]);
    }
    return delta;
  }

  private static float logistic(float net) {
    return (float) (1 / (1 + StrictMath.exp(-net)));
  }

  private static void adjust(float[] input, float[] delta, float[] weight, float[] change) {
    for (int index = 0; index < weight.length; index++) {
      float step = RATE * delta[index % HIDDEN] * input[index / HIDDEN];
      change[index] = Math.fma(MOMENTUM, change[index], step);
      weight[index] += change[index];
    }
  }
}
