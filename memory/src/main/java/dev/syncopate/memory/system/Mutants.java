package dev.syncopate.memory.system;

import dev.syncopate.memory.kit.l2.HierarchyMutant;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.brsp.BrspMutant;
import dev.syncopate.memory.protocol.gpu.GpuMutant;
import dev.syncopate.memory.protocol.srsp.SrspMutant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every seeded mutant of every protocol. */
public final class Mutants {
  private static final Map<String, List<Mutant>> ALL =
      Map.of(
          "gpu", join(Stream.of(GpuMutant.values()), hierarchy(false)),
          "brsp", join(Stream.of(BrspMutant.values()), hierarchy(true)),
          "srsp", join(selective(false), hierarchy(true)),
          "srsp-opt", join(selective(true), hierarchy(true)));

  private Mutants() {}

  private static Stream<Mutant> hierarchy(boolean promotion) {
    return Stream.of(HierarchyMutant.values())
        .filter(mutant -> mutant.promotion() == promotion)
        .map(mutant -> mutant);
  }

  private static Stream<Mutant> selective(boolean optimised) {
    return Stream.of(SrspMutant.values())
        .filter(mutant -> mutant.optimised() == optimised)
        .map(mutant -> mutant);
  }

  private static List<Mutant> join(Stream<? extends Mutant> a, Stream<? extends Mutant> b) {
    return Stream.<Mutant>concat(a, b).toList();
  }

  /**
   * Those of a protocol, in a fixed order.
   *
   * @throws IllegalArgumentException for a protocol that there is not
   */
  public static List<Mutant> of(String protocol) {
    List<Mutant> mutants = ALL.get(Protocols.named(protocol).name());
    return mutants == null ? List.of() : mutants;
  }

  /**
   * The mutant of a protocol that is called so.
   *
   * @throws IllegalArgumentException for names that there are not; the message lists those there
   *     are
   */
  public static Mutant named(String protocol, String label) {
    List<Mutant> mutants = of(protocol);
    return mutants.stream()
        .filter(mutant -> mutant.label().equals(label))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "%s has no mutant '%s'; there are %s"
                    .formatted(
                        protocol,
                        label,
                        mutants.stream().map(Mutant::label).collect(Collectors.joining(", ")))));
  }
}
