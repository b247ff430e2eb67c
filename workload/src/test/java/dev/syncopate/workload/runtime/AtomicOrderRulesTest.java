package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.ptx.analysis.AtomicOrders;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.MemoryOrder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AtomicOrderRulesTest {
  @Test
  void operationsHaveOrdersAtAnyScopeOrAtCtaScopeAlone() {
    assertThat(
            AtomicOrderRules.parse("atom.cas=acquire,atom.exch=release,atom.cas.cta=relaxed")
                .orders())
        .isEqualTo(
            new AtomicOrders(
                Map.of(
                    AtomicOperation.CAS, MemoryOrder.ACQUIRE,
                    AtomicOperation.EXCH, MemoryOrder.RELEASE),
                Map.of(AtomicOperation.CAS, MemoryOrder.RELAXED)));
    assertThat(AtomicOrderRules.parse("atom.inc=acq_rel").orders().anyScope())
        .containsExactly(Map.entry(AtomicOperation.INC, MemoryOrder.ACQ_REL));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "atom.cas | column 1: expected an operation and its order, as in atom.cas=acquire, found"
            + " 'atom.cas'",
        "atom.cas=acquire, | column 18: expected an operation and its order, as in"
            + " atom.cas=acquire, found ''",
        "atom.cas=acquire,atom.swap=release | column 18: expected atom.add, and, or, xor, min, max,"
            + " inc, dec, exch or cas, with .cta for CTA scope alone, found 'atom.swap'",
        "atom.cas.gpu=acquire | column 1: expected atom.add, and, or, xor, min, max, inc, dec, exch"
            + " or cas, with .cta for CTA scope alone, found 'atom.cas.gpu'",
        "atom.cas=aquire | column 10: expected relaxed, acquire, release or acq_rel, found 'aquire'",
        "atom.inc=release,atom.inc=acquire | column 18: atom.inc has an order before",
      })
  void errorsSayWhere(String text, String message) {
    assertThatThrownBy(() -> AtomicOrderRules.parse(text))
        .isInstanceOf(LaunchException.class)
        .hasMessage("'%s', %s", text, message);
  }
}
