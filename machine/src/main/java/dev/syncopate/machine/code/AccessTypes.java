package dev.syncopate.machine.code;

import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.ptx.ir.MemoryInstruction;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.ScalarType;

/** Mapping of PTX access types to those of the memory system. */
public final class AccessTypes {
  private AccessTypes() {}

  public static DataType type(ScalarType type) {
    return switch (type) {
      case B8 -> DataType.B8;
      case B16 -> DataType.B16;
      case B32, TF32 -> DataType.B32;
      case B64 -> DataType.B64;
      case B128 -> DataType.B128;
      case U8 -> DataType.U8;
      case U16 -> DataType.U16;
      case U32 -> DataType.U32;
      case U64 -> DataType.U64;
      case S8 -> DataType.S8;
      case S16 -> DataType.S16;
      case S32 -> DataType.S32;
      case S64 -> DataType.S64;
      case F16 -> DataType.F16;
      case F16X2 -> DataType.F16X2;
      case BF16 -> DataType.BF16;
      case BF16X2 -> DataType.BF16X2;
      case F32 -> DataType.F32;
      case F64 -> DataType.F64;
      case E4M3X2, E5M2X2 ->
          throw new IllegalArgumentException("no access has a type of 8-bit numbers");
      case PRED -> throw new IllegalArgumentException("predicates are not in memory");
    };
  }

  public static Order order(MemoryOrder order) {
    return switch (order) {
      case WEAK -> Order.WEAK;
      case RELAXED -> Order.RELAXED;
      case ACQUIRE -> Order.ACQUIRE;
      case RELEASE -> Order.RELEASE;
      case ACQ_REL -> Order.ACQ_REL;
      case SC -> Order.SC;
    };
  }

  public static Scope scope(MemoryScope scope) {
    return switch (scope) {
      case CTA -> Scope.CTA;
      case CLUSTER -> Scope.CLUSTER;
      case GPU -> Scope.GPU;
      case SYS -> Scope.SYS;
    };
  }

  /**
   * A load's scope. A weak one has none; {@link Scope#GPU} says that it passes the L1 by: {@code
   * .cg} caches at the L2 and below only, and {@code .cv} fetches again (PTX ISA, "Cache
   * Operators").
   */
  public static Scope scope(MemoryInstruction.Load load) {
    if (load.order() != MemoryOrder.WEAK) {
      return scope(load.scope());
    }
    return switch (load.cache()) {
      case CG, CV -> Scope.GPU;
      case NONE, CA, CS, LU, WB, WT -> Scope.CTA;
    };
  }

  /**
   * A value from memory in register form: extended as its type says to the register's width, zero
   * above.
   *
   * @param raw zero-extended
   */
  public static long extend(long raw, DataType type, int registerBits) {
    if (!type.isSigned()) {
      return raw;
    }
    int shift = 64 - 8 * type.bytes();
    long wide = raw << shift >> shift;
    return registerBits >= 64 ? wide : wide & (1L << registerBits) - 1;
  }
}
