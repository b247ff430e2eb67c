package dev.syncopate.workload.runtime;

import dev.syncopate.ptx.analysis.AtomicOrders;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.MemoryOrder;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rules by which relaxed atomics of kernels count as an order, as in {@code
 * atom.cas=acquire,atom.exch=release,atom.cas.cta=relaxed}; see {@link AtomicOrders}.
 */
public final class AtomicOrderRules {
  private static final String PREFIX = "atom.";
  private static final String CTA = ".cta";
  private static final Map<String, MemoryOrder> ORDERS =
      Map.of(
          "relaxed", MemoryOrder.RELAXED,
          "acquire", MemoryOrder.ACQUIRE,
          "release", MemoryOrder.RELEASE,
          "acq_rel", MemoryOrder.ACQ_REL);

  private final String text;
  private final Map<AtomicOperation, MemoryOrder> anyScope = new EnumMap<>(AtomicOperation.class);
  private final Map<AtomicOperation, MemoryOrder> ctaScope = new EnumMap<>(AtomicOperation.class);

  private AtomicOrderRules(String text) {
    this.text = text;
  }

  /**
   * Reads rules, separated by commas.
   *
   * @throws LaunchException if they are none; the message says where, what was expected and found
   */
  public static AtomicOrderRules parse(String text) {
    AtomicOrderRules rules = new AtomicOrderRules(text);
    int offset = 0;
    for (String rule : text.split(",", -1)) {
      rules.add(rule, offset);
      offset += rule.length() + 1;
    }
    return rules;
  }

  AtomicOrders orders() {
    return new AtomicOrders(anyScope, ctaScope);
  }

  private void add(String rule, int offset) {
    int equals = rule.indexOf('=');
    if (equals < 0) {
      throw error(
          offset,
          "expected an operation and its order, as in atom.cas=acquire, found '%s'"
              .formatted(rule));
    }
    String name = rule.substring(0, equals);
    boolean local = name.endsWith(CTA);
    AtomicOperation operation =
        operation(local ? name.substring(0, name.length() - CTA.length()) : name);
    if (operation == null) {
      throw error(
          offset,
          "expected atom.add, and, or, xor, min, max, inc, dec, exch or cas, with .cta for CTA scope"
              + " alone, found '%s'".formatted(name));
    }
    String word = rule.substring(equals + 1);
    MemoryOrder order = ORDERS.get(word);
    if (order == null) {
      throw error(
          offset + equals + 1,
          "expected relaxed, acquire, release or acq_rel, found '%s'".formatted(word));
    }
    if ((local ? ctaScope : anyScope).put(operation, order) != null) {
      throw error(offset, "%s has an order before".formatted(name));
    }
  }

  private LaunchException error(int offset, String problem) {
    return new LaunchException("'%s', column %d: %s".formatted(text, offset + 1, problem));
  }

  private static @Nullable AtomicOperation operation(String name) {
    for (AtomicOperation operation : AtomicOperation.values()) {
      if (name.equals(PREFIX + operation.name().toLowerCase(Locale.ROOT))) {
        return operation;
      }
    }
    return null;
  }
}
