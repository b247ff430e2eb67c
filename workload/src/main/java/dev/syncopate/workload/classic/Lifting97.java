package dev.syncopate.workload.classic;

/** The 9/7 of Cohen, Daubechies and Feauveau, factored by Daubechies and Sweldens (1998, §7.7). */
final class Lifting97 extends Lifting {
  private static final float[] FACTORS = {-1.5861343f, -0.052980117f, 0.8829111f, 0.44350687f};
  private static final float ZETA = 1.1496044f;

  private final float[] samples;
  private final float[] line;

  Lifting97(float[] samples, int pitch) {
    super(pitch);
    this.samples = samples.clone();
    line = new float[pitch];
  }

  float[] transformed(int levels) {
    transform(levels);
    return samples;
  }

  @Override
  int steps() {
    return FACTORS.length;
  }

  @Override
  void lift(int step, int index, int left, int right) {
    samples[index] = Math.fma(FACTORS[step], samples[left] + samples[right], samples[index]);
  }

  @Override
  void scale(int index, boolean high) {
    samples[index] = high ? samples[index] / ZETA : samples[index] * ZETA;
  }

  @Override
  void part(int first, int count, int stride) {
    for (int i = 0; i < count; i++) {
      line[place(i, count)] = samples[first + i * stride];
    }
    for (int i = 0; i < count; i++) {
      samples[first + i * stride] = line[i];
    }
  }
}
