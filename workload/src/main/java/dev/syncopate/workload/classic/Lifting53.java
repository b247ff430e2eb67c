package dev.syncopate.workload.classic;

/** LeGall's and Tabatabai's 5/3 on integers, as in JPEG 2000. */
final class Lifting53 extends Lifting {
  private final int[] samples;
  private final int[] line;

  Lifting53(int[] samples, int pitch) {
    super(pitch);
    this.samples = samples.clone();
    line = new int[pitch];
  }

  int[] transformed(int levels) {
    transform(levels);
    return samples;
  }

  @Override
  int steps() {
    return 2;
  }

  @Override
  void lift(int step, int index, int left, int right) {
    int sum = samples[left] + samples[right];
    samples[index] += step == 0 ? -Math.floorDiv(sum, 2) : Math.floorDiv(sum + 2, 4);
  }

  @Override
  void scale(int index, boolean high) {
    // Integers stay as they are, which makes the transform reversible.
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
