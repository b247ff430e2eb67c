package dev.syncopate.workload.classic;

import dev.syncopate.workload.suite.Size;
import java.util.List;

/**
 * What a workload of the suite says of itself.
 *
 * @param name what people type; the kernels are in the source {@code classic_NAME}, where a hyphen
 *     of the name is an underscore
 * @param description one sentence
 * @param sizeMeaning what the size counts
 * @param sizes the default first
 * @param minSize smallest size
 * @param maxSize largest size for which its arrays fit
 */
record Sheet(
    String name,
    String description,
    String sizeMeaning,
    List<Size> sizes,
    int minSize,
    int maxSize) {

  /** The last is the paper's (lab Table III); the second is the default. */
  static List<Size> sizes(int small, int medium, int large, int full) {
    return List.of(
        new Size("medium", medium),
        new Size("small", small),
        new Size("large", large),
        new Size("full", full));
  }
}
