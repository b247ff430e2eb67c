package dev.syncopate.check.race;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import org.jspecify.annotations.Nullable;

/** Instructions of a kernel that have accessed memory, with their properties. */
final class RunInstructions {
  private final @Nullable MemoryOperation[] operations;

  /** Whether any of them is a non-coherent load. */
  private boolean loadsNonCoherently;

  /**
   * @param count of the kernel's instructions
   */
  RunInstructions(int count) {
    operations = new @Nullable MemoryOperation[count];
  }

  void note(int pc, MemoryOperation operation) {
    operations[pc] = operation;
    loadsNonCoherently |= operation.nonCoherent();
  }

  /** Whether an instruction is a non-coherent load ({@code ld.global.nc}). */
  boolean nonCoherent(int pc) {
    return loadsNonCoherently && of(pc).nonCoherent();
  }

  MemoryOperation of(int pc) {
    MemoryOperation operation = operations[pc];
    if (operation == null) {
      throw new IllegalStateException("instruction " + pc + " has not accessed memory");
    }
    return operation;
  }

  boolean strong(int pc) {
    return isStrong(of(pc));
  }

  /** Commutative atomics have no order, and are strong at their scope all the same. */
  static boolean isStrong(MemoryOperation operation) {
    return operation.order() != Order.WEAK || operation.commutative();
  }

  /**
   * Whether what two accesses take for one word has one size. An atomic of 128 bits takes all of
   * them; a load or store of 128 bits is two elements of 64, and counts as either.
   */
  boolean sameSize(int pc, int otherPc) {
    MemoryOperation first = of(pc);
    MemoryOperation second = of(otherPc);
    return word(first) == word(second)
        || (isWide(first) && isPair(second))
        || (isPair(first) && isWide(second));
  }

  private static int word(MemoryOperation operation) {
    return isWide(operation) ? operation.bytesPerLane() : operation.type().bytes();
  }

  private static boolean isWide(MemoryOperation operation) {
    return operation.kind() == AccessKind.ATOMIC && operation.elements() > 1;
  }

  private static boolean isPair(MemoryOperation operation) {
    return operation.kind() != AccessKind.ATOMIC
        && operation.elements() == 2
        && operation.type().bytes() == Long.BYTES;
  }

  /**
   * Whether two strong accesses of threads of these CTAs are morally strong, as far as scopes go.
   */
  boolean scopesInclude(int pc, CtaClock cta, int otherPc, CtaPlaces places, int otherCta) {
    MemoryOperation first = of(pc);
    MemoryOperation second = of(otherPc);
    if (first.remote() || second.remote()) {
      Scope scope = first.remote() ? first.scope() : second.scope();
      return includes(scope, cta, places, otherCta);
    }
    return includes(first.scope(), cta, places, otherCta)
        && includes(second.scope(), cta, places, otherCta);
  }

  private static boolean includes(Scope scope, CtaClock cta, CtaPlaces places, int otherCta) {
    return switch (scope) {
      case CTA -> cta.domain == places.domains[otherCta];
      case CLUSTER ->
          cta.cluster == places.clusters[otherCta] || cta.domain == places.domains[otherCta];
      case GPU -> cta.gpu == places.gpus[otherCta];
      case SYS -> true;
    };
  }
}
