package dev.syncopate.model.verdict;

import dev.syncopate.model.explore.Exploration;

/** Which memory model hardware is bound to. */
public final class Bindings {
  private Bindings() {}

  /**
   * The name of the model that an exploration's hardware promises: the first that binds it, or
   * where none is listed the one that its consistency model is named after.
   */
  public static String model(Exploration exploration) {
    return Binding.of(exploration.protocol()).stream()
        .filter(binding -> binding.hardware().equals(exploration.model()))
        .findFirst()
        .map(Binding::model)
        .orElse(exploration.model());
  }
}
