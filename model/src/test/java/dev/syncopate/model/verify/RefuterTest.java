package dev.syncopate.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.library.Library;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The library is worth something only if it finds every protocol that is wrong on purpose. */
class RefuterTest {
  private static Stream<String> protocols() {
    return Protocols.all().stream().map(Protocol::name);
  }

  private static Stream<SeededFault> mutants() {
    return protocols().flatMap(name -> SeededFault.of(name).stream());
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void aMutantIsFoundByTheTestThatSaysSo(SeededFault seeded) {
    List<String> tests = Refuter.claiming(seeded);
    assertThat(tests).as("tests of the library that say they find %s", seeded).hasSize(1);
    Refutation refutation = Refuter.search(seeded, Refuter.BOUND, (setup, states, depth) -> true);
    assertThat(refutation.found()).as(seeded.fault()).isTrue();
    assertThat(refutation.tests()).as("%s is found by the first test", seeded).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void theSameTestsFindNothingInTheRightProtocol(String protocol) {
    TreeSet<String> tests = new TreeSet<>();
    SeededFault.of(protocol).forEach(seeded -> tests.addAll(Refuter.claiming(seeded)));
    assertThat(tests).isNotEmpty();
    for (String test : tests) {
      assertThat(
              Refuter.of(protocol, 200).refutes(Library.test(test), (setup, states, depth) -> true))
          .as("what %s finds in %s", test, protocol)
          .isEmpty();
    }
  }

  @Test
  void everyMutantThatATestNamesExists() {
    Map<String, TreeSet<String>> named = new TreeMap<>();
    for (String protocol : protocols().toList()) {
      TreeSet<String> labels = new TreeSet<>();
      Library.names().forEach(test -> labels.addAll(Library.refutes(test, protocol)));
      named.put(protocol, labels);
    }
    for (String protocol : protocols().toList()) {
      assertThat(named.get(protocol))
          .containsExactlyInAnyOrderElementsOf(
              SeededFault.of(protocol).stream().map(SeededFault::mutant).toList());
    }
  }
}
