package dev.syncopate.workload.classic;

import dev.syncopate.workload.suite.NamedSize;
import java.util.List;

/**
 * Description of a workload of the suite.
 *
 * @param name what people type; the kernels are in the source {@code classic_NAME}, where a hyphen
 *     of the name is an underscore
 * @param description one sentence
 * @param sizeMeaning what the size counts
 * @param sizes the default first
 * @param minSize smallest size
 * @param maxSize largest size for which its arrays fit
 */
record ClassicDescription(
    String name,
    String description,
    String sizeMeaning,
    List<NamedSize> sizes,
    int minSize,
    int maxSize) {

  /** The last is the paper's (lab Table III); the second is the default. */
  static List<NamedSize> sizes(int small, int medium, int large, int full) {
    return List.of(
        new NamedSize("medium", medium),
        new NamedSize("small", small),
        new NamedSize("large", large),
        new NamedSize("full", full));
  }
}
