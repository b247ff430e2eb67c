package dev.syncopate.memory.access;

/**
 * The part of an operation that decides what it waits for and what it causes: all that a
 * consistency model and a protocol's table look at.
 *
 * @param remote remote scope promotion
 * @param commutative unordered with other commutative atomics
 */
public record Ordering(
    AccessKind kind, Order order, Scope scope, boolean remote, boolean commutative) {
  /** One more than the largest {@link #index}. */
  public static final int COUNT = AccessKind.values().length * Order.values().length * 4 * 4;

  /** What the program states. */
  public static Ordering of(MemoryOperation operation) {
    return new Ordering(
        operation.kind(),
        operation.order(),
        operation.scope(),
        operation.remote(),
        operation.commutative());
  }

  /** The index of {@link #of} without making it. */
  public static int index(MemoryOperation operation) {
    return index(
        operation.kind(),
        operation.order(),
        operation.scope(),
        operation.remote(),
        operation.commutative());
  }

  /** The same at another scope. */
  public Ordering at(Scope otherScope) {
    return new Ordering(kind, order, otherScope, remote, commutative);
  }

  /** A number for tables, from 0. */
  public int index() {
    return index(kind, order, scope, remote, commutative);
  }

  @SuppressWarnings("EnumOrdinal") // a dense number for tables, never stored
  private static int index(
      AccessKind kind, Order order, Scope scope, boolean remote, boolean commutative) {
    return ((kind.ordinal() * 6 + order.ordinal()) * 4 + scope.ordinal()) * 4
        + (remote ? 2 : 0)
        + (commutative ? 1 : 0);
  }

  /** As PTX writes it, for example {@code atom.acq_rel.gpu}. */
  @Override
  public String toString() {
    String name =
        switch (kind) {
          case LOAD -> "ld";
          case STORE -> "st";
          case ATOMIC -> "atom";
          case FENCE -> "fence";
        };
    String written = name + (remote ? ".remote" : "") + (commutative ? ".comm" : "");
    String ordered =
        commutative ? written : written + "." + order.name().toLowerCase(java.util.Locale.ROOT);
    return order == Order.WEAK
        ? scope == Scope.GPU && kind == AccessKind.LOAD ? ordered + ".cg" : ordered
        : ordered + "." + scope.name().toLowerCase(java.util.Locale.ROOT);
  }
}
