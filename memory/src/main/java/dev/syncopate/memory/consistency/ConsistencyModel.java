package dev.syncopate.memory.consistency;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.Scope;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Mapping of a program's orders and scopes to those that the hardware performs (heterosync §II).
 */
public enum ConsistencyModel {
  /**
   * Any atomic is sequentially consistent at component scope; scopes and relaxations are ignored.
   */
  DRF0("every atomic and fence is performed sequentially consistent at component scope") {
    @Override
    Ordering performedAtomic(Ordering stated, Scope widest) {
      return new Ordering(stated.kind(), Order.SC, widest, stated.remote(), false);
    }
  },

  /**
   * Order and scope as said (HRF-indirect-relaxed); relaxed atomics neither flush nor invalidate.
   */
  HRF("every atomic and fence is performed in the order and at the scope it states") {
    @Override
    Ordering performedAtomic(Ordering stated, Scope widest) {
      return stated;
    }
  },

  /** Scopes are ignored; relaxed and commutative atomics neither flush nor invalidate. */
  DRFRLX("every atomic and fence is performed in the order it states at component scope") {
    @Override
    Ordering performedAtomic(Ordering stated, Scope widest) {
      return new Ordering(
          stated.kind(), stated.order(), widest, stated.remote(), stated.commutative());
    }
  };

  private final String summary;

  ConsistencyModel(String summary) {
    this.summary = summary;
  }

  abstract Ordering performedAtomic(Ordering stated, Scope widest);

  /**
   * The access to perform. Weak loads and stores are data and stay unchanged, without a scope,
   * except loads that bypass the L1 ({@code ld.cg}), whose scope is {@link Scope#GPU}. An atomic
   * without an order is relaxed (PTX ISA, {@code atom}).
   */
  public Ordering performed(Ordering stated) {
    return performed(stated, Scope.GPU);
  }

  /**
   * The same where threads of several GPUs must agree as well.
   *
   * @param widest the scope that includes all agents, and that of every operation where scopes are
   *     ignored
   */
  public Ordering performed(Ordering stated, Scope widest) {
    if (stated.commutative()) {
      return performedAtomic(
          new Ordering(stated.kind(), Order.RELAXED, stated.scope(), stated.remote(), true),
          widest);
    }
    if (stated.order() == Order.WEAK && stated.kind() == AccessKind.ATOMIC) {
      return performedAtomic(
          new Ordering(AccessKind.ATOMIC, Order.RELAXED, stated.scope(), stated.remote(), false),
          widest);
    }
    if (stated.order() == Order.WEAK && stated.kind() != AccessKind.FENCE) {
      boolean past = stated.kind() == AccessKind.LOAD && stated.scope() == Scope.GPU;
      return new Ordering(
          stated.kind(), Order.WEAK, past ? Scope.GPU : Scope.CTA, stated.remote(), false);
    }
    return performedAtomic(stated, widest);
  }

  /** One sentence. */
  public String summary() {
    return summary;
  }

  /** As people write it, for example {@code drf0}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException for a name that no model has; the message lists those there
   *     are
   */
  public static ConsistencyModel named(String label) {
    for (ConsistencyModel model : values()) {
      if (model.label().equals(label)) {
        return model;
      }
    }
    throw new IllegalArgumentException(
        "no consistency model is called '"
            + label
            + "'; there are "
            + Arrays.stream(values())
                .map(ConsistencyModel::label)
                .collect(Collectors.joining(", ")));
  }
}
