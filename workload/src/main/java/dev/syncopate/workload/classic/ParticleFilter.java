package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Follows a disc in noisy pictures by weighted particles. */
public final class ParticleFilter extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "particlefilter",
          "Follows a disc in noisy pictures by particles: weights, their sum, and new draws.",
          "particles",
          ClassicDescription.sizes(512, 1024, 2048, 4096),
          1,
          1 << 16);

  private static final WorkloadOption.Whole FRAMES =
      new WorkloadOption.Whole("frames", "Pictures, one after the other.", 2, 1, 20);

  /** Rows and columns of a picture. */
  private static final int EDGE = 128;

  private static final int RADIUS = 5;
  private static final int WIDTH = 2 * RADIUS + 1;

  /** Brightness of what is followed, and of what is not. */
  private static final int OBJECT = 228;

  private static final int GROUND = 100;
  private static final int BLOCK = 128;

  public ParticleFilter() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public ParticleFilter(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(FRAMES);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int particles = job.size();
    int[] disc = disc();
    int[] particle = new int[2 * particles];
    Arrays.fill(particle, EDGE / 2);
    LaunchShape shape = LaunchShape.covering(particles, BLOCK);
    OutcomeBuilder answer = new OutcomeBuilder();
    int frames = job.number(FRAMES);
    for (int frame = 0; frame < frames; frame++) {
      byte[] picture = picture(job, EDGE / 2 + frame, EDGE / 2 - 2 * frame);
      for (int i = 0; i < particles; i++) {
        particle[2 * i] += 1 + (int) Math.round(2 * job.random().nextGaussian());
        particle[2 * i + 1] += -2 + (int) Math.round(2 * job.random().nextGaussian());
      }
      float[] weight = new float[particles];
      Arrays.fill(weight, 1f / particles);
      Buffer weights = job.device().copyOf(weight);
      Buffer places = job.device().copyOf(particle);
      job.launch(
          "particlefilter_weigh",
          shape,
          job.device().copyOf(picture),
          places,
          job.device().copyOf(disc),
          weights,
          particles,
          disc.length / 2,
          EDGE);
      for (int i = 0; i < particles; i++) {
        weight[i] *= likeness(picture, disc, particle[2 * i], particle[2 * i + 1]);
      }
      answer.check(ResultComparison.exact("weights", weights.readFloats(), weight));
      float sum = 0;
      for (float value : weight) {
        sum += value;
      }
      job.launch("particlefilter_normalise", shape, weights, sum, particles);
      float[] cumulated = new float[particles];
      float prefixSum = 0;
      for (int i = 0; i < particles; i++) {
        weight[i] /= sum;
        prefixSum += weight[i];
        cumulated[i] = prefixSum;
      }
      answer.check(ResultComparison.exact("normalised weights", weights.readFloats(), weight));
      float[] draw = new float[particles];
      float first = job.random().nextFloat() / particles;
      for (int i = 0; i < particles; i++) {
        draw[i] = first + (float) i / particles;
      }
      Buffer chosen = job.device().allocate(2L * Integer.BYTES * particles);
      job.launch(
          "particlefilter_resample",
          shape,
          job.device().copyOf(cumulated),
          job.device().copyOf(draw),
          places,
          chosen,
          particles);
      particle = resampled(cumulated, draw, particle);
      answer.check(ResultComparison.signed("particles", chosen.readInts(), particle));
    }
    return answer.figure("particles", particles).figure("frames", frames).outcome();
  }

  /** Offsets of the object's pixels. */
  private static int[] disc() {
    return IntStream.range(0, WIDTH * WIDTH)
        .filter(i -> square(i % WIDTH - RADIUS) + square(i / WIDTH - RADIUS) <= RADIUS * RADIUS)
        .flatMap(i -> IntStream.of(i % WIDTH - RADIUS, i / WIDTH - RADIUS))
        .toArray();
  }

  private static int square(int value) {
    return value * value;
  }

  private static byte[] picture(ClassicRun job, int x, int y) {
    byte[] picture = new byte[EDGE * EDGE];
    for (int i = 0; i < picture.length; i++) {
      boolean inside = square(i % EDGE - x) + square(i / EDGE - y) <= RADIUS * RADIUS;
      double bright = (inside ? OBJECT : GROUND) + 20 * job.random().nextGaussian();
      picture[i] = (byte) Math.clamp(Math.round(bright), 0, 255);
    }
    return picture;
  }

  private static float likeness(byte[] picture, int[] disc, int x, int y) {
    int pixels = disc.length / 2;
    int sum = 0;
    for (int i = 0; i < disc.length; i += 2) {
      int px = Math.clamp(x + disc[i], 0, EDGE - 1);
      int py = Math.clamp(y + disc[i + 1], 0, EDGE - 1);
      int bright = picture[py * EDGE + px] & 0xff;
      sum += square(bright - GROUND) - square(bright - OBJECT);
    }
    float likelihood = sum / (4096f * pixels);
    return Exponential.of(Math.clamp(likelihood, -8f, 8f));
  }

  /** Draws rise, so that one walk through the sums finds all. */
  private static int[] resampled(float[] cumulated, float[] draw, int[] particle) {
    int[] chosen = new int[particle.length];
    int source = 0;
    for (int i = 0; i < draw.length; i++) {
      while (source < draw.length - 1 && cumulated[source] < draw[i]) {
        source++;
      }
      chosen[2 * i] = particle[2 * source];
      chosen[2 * i + 1] = particle[2 * source + 1];
    }
    return chosen;
  }
}
