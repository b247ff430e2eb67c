package dev.syncopate.model.verdict;

import java.util.List;
import java.util.stream.Stream;

/**
 * Hardware and a memory model that it has to keep to.
 *
 * @param protocol the coherence protocol's name
 * @param hardware the consistency model of the hardware: what it takes orders and scopes for
 * @param model the name of the memory model
 */
public record Binding(String protocol, String hardware, String model) {
  private static final List<Binding> ALL =
      List.of(
          new Binding("gpu", "drf0", "drf0"),
          new Binding("gpu", "drfrlx", "drfrlx"),
          new Binding("gpu", "hrf", "hrf-indirect-relaxed"),
          new Binding("gpu", "hrf", "ptx"),
          new Binding("brsp", "hrf", "hrf-rsp"),
          new Binding("srsp", "hrf", "hrf-rsp"),
          new Binding("srsp-opt", "hrf", "hrf-rsp"));

  /** What variants that follow a paper's text would have to keep to, and do not. */
  private static final List<Binding> PUBLISHED =
      List.of(
          new Binding("brsp-text", "hrf", "hrf-rsp"), new Binding("srsp-text", "hrf", "hrf-rsp"));

  /** Which model binds whom. */
  public static List<Binding> all() {
    return ALL;
  }

  /** The names of those among some protocols that no model binds. */
  public static List<String> unbound(List<String> protocols) {
    return protocols.stream().filter(protocol -> of(protocol).isEmpty()).toList();
  }

  /** Those of a protocol. */
  public static List<Binding> of(String protocol) {
    return Stream.concat(ALL.stream(), PUBLISHED.stream())
        .filter(binding -> binding.protocol().equals(protocol))
        .toList();
  }

  /**
   * The name of the model that hardware promises: the first that binds it, or where none is listed
   * the one that its consistency model is named after.
   */
  public static String model(String protocol, String hardware) {
    return of(protocol).stream()
        .filter(binding -> binding.hardware().equals(hardware))
        .findFirst()
        .map(Binding::model)
        .orElse(hardware);
  }

  /** For example {@code gpu × hrf → ptx}. */
  @Override
  public String toString() {
    return protocol + " × " + hardware + " → " + model;
  }
}
