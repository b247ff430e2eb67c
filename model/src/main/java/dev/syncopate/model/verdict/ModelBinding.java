package dev.syncopate.model.verdict;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.ProtocolName;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.transaction.UnitExplorer;
import java.util.List;
import java.util.stream.Stream;

/**
 * Hardware and a memory model that it has to keep to.
 *
 * @param protocol the coherence protocol's name
 * @param hardware the consistency model of the hardware: what it takes orders and scopes for
 * @param model the name of the memory model
 * @param commutative whether of commutative atomics as well
 */
public record ModelBinding(String protocol, String hardware, String model, boolean commutative) {
  private static final String COMMUTATIVE = "hrf-comm";

  /** What the copy unit with shared memory and mbarriers is called, as hardware. */
  public static final String COPIES = "async";

  /** The memory model of asynchronous operations. */
  public static final String ASYNCHRONOUS = "ptx-9-async";

  /** Of all programs. */
  public ModelBinding(String protocol, String hardware, String model) {
    this(protocol, hardware, model, true);
  }

  /** Which model binds which protocol. */
  public static List<ModelBinding> all() {
    return Protocols.all().stream().flatMap(ModelBinding::of).toList();
  }

  /**
   * What protocols promise of commutative atomics behind what may stand in front of them, each of
   * its smallest size.
   */
  public static List<ModelBinding> decorated() {
    return Protocols.decorators().stream()
        .flatMap(decorator ->
            Protocols.all().stream()
                .flatMap(protocol -> of(decorator.before(protocol, decorator.smallestSize()))))
        .filter(ModelBinding::buffers)
        .toList();
  }

  /** Whether something stands in front of the protocol. */
  public boolean isDecorated() {
    return !protocol.equals(UnitExplorer.NAME)
        && !protocol.equals(COPIES)
        && !ProtocolName.of(protocol).front().isEmpty();
  }

  /** Whether it is about hardware that holds updates of commutative atomics back. */
  public boolean buffers() {
    return model.equals(COMMUTATIVE);
  }

  /** What the transaction unit promises, with isolation from plain accesses and without. */
  public static List<ModelBinding> transactions() {
    return List.of(
        new ModelBinding(UnitExplorer.NAME, "strong", "local-tx"),
        new ModelBinding(UnitExplorer.NAME, "weak", "local-tx-weak"));
  }

  /** What the copy unit promises, in front of the simplest protocol. */
  public static List<ModelBinding> asynchronous() {
    return List.of(new ModelBinding(COPIES, "gpu", ASYNCHRONOUS));
  }

  /** The names of those among some protocols that no model binds. */
  public static List<String> unbound(List<String> protocols) {
    return protocols.stream().filter(protocol -> of(protocol).isEmpty()).toList();
  }

  /** Those of a protocol, of the transaction unit, or of the copy unit. */
  public static List<ModelBinding> of(String protocol) {
    if (protocol.equals(UnitExplorer.NAME)) {
      return transactions();
    }
    if (protocol.equals(COPIES)) {
      return asynchronous();
    }
    return Protocols.exists(protocol) ? of(Protocols.named(protocol)).toList() : List.of();
  }

  private static Stream<ModelBinding> of(Protocol protocol) {
    return protocol.promises().stream()
        .map(promise ->
            new ModelBinding(
                protocol.name(), promise.hardware(), promise.model(), promise.commutative()));
  }

  /**
   * The name of the model that hardware promises: the first that binds it, or where none is listed
   * the one that its consistency model is named after.
   */
  public static String model(String protocol, String hardware) {
    return of(protocol).stream()
        .filter(binding -> binding.hardware().equals(hardware))
        .findFirst()
        .map(ModelBinding::model)
        .orElse(hardware);
  }

  /** For example {@code gpu × hrf → ptx}. */
  @Override
  public String toString() {
    return protocol + " × " + hardware + " → " + model;
  }
}
