package dev.syncopate.model.coverage;

import dev.syncopate.model.verdict.ModelBinding;
import java.util.List;

/**
 * Hardware that is bound by some memory model.
 *
 * @param protocol name of its coherence protocol
 * @param model name of its consistency model
 */
public record BoundHardware(String protocol, String model) {
  /** All but variants that are known to be wrong. */
  public static List<BoundHardware> all() {
    return of(ModelBinding.all());
  }

  /** That of a protocol, also of such a variant. */
  public static List<BoundHardware> of(String protocol) {
    return of(ModelBinding.of(protocol));
  }

  private static List<BoundHardware> of(List<ModelBinding> bindings) {
    return bindings.stream()
        .map(binding -> new BoundHardware(binding.protocol(), binding.hardware()))
        .distinct()
        .toList();
  }

  /** For example {@code gpu × drf0}. */
  @Override
  public String toString() {
    return protocol + " × " + model;
  }
}
