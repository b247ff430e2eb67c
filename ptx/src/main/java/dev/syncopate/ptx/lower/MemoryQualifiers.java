package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.MemoryInstruction.CacheOperator;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.PtxException;
import dev.syncopate.ptx.syntax.TypeNames;
import org.jspecify.annotations.Nullable;

/** The qualifiers of a memory instruction, which may stand in any order, each kind at most once. */
final class MemoryQualifiers {
  /** Kinds of qualifiers that only some instructions take. */
  enum Kind {
    VECTOR,
    CACHE,
    NON_COHERENT,
    HINT,
    VOLATILE,
    REMOTE,
    COMMUTATIVE,
    OPERATION
  }

  StateSpace space = StateSpace.GENERIC;
  @Nullable MemoryOrder order;
  @Nullable MemoryScope scope;
  @Nullable ScalarType type;
  @Nullable AtomicOperation operation;
  CacheOperator cache = CacheOperator.NONE;
  int elements = 1;
  boolean isVolatile;
  boolean nonCoherent;
  boolean remote;
  boolean commutative;

  private final Body body;
  private final int allowed;
  private int seen;

  private MemoryQualifiers(Body body, Kind... allowed) {
    this.body = body;
    int kinds = 0;
    for (Kind kind : allowed) {
      kinds |= 1 << kind.ordinal();
    }
    this.allowed = kinds;
  }

  /** Reads the qualifiers of an instruction that takes these kinds of them. */
  static MemoryQualifiers of(Body body, Kind... allowed) {
    MemoryQualifiers qualifiers = new MemoryQualifiers(body, allowed);
    InstructionSyntax instruction = body.instruction();
    for (int i = 0; i < instruction.qualifiers().size(); i++) {
      qualifiers.add(i, instruction.qualifiers().get(i));
    }
    return qualifiers;
  }

  /** The state space of a qualifier, or null. */
  static @Nullable StateSpace space(String qualifier) {
    return switch (qualifier) {
      case "global" -> StateSpace.GLOBAL;
      case "shared", "shared::cta" -> StateSpace.SHARED;
      case "local" -> StateSpace.LOCAL;
      case "const" -> StateSpace.CONST;
      case "param", "param::entry", "param::func" -> StateSpace.PARAM;
      default -> null;
    };
  }

  private static @Nullable MemoryScope scope(String qualifier) {
    return switch (qualifier) {
      case "cta" -> MemoryScope.CTA;
      case "gpu" -> MemoryScope.GPU;
      case "sys" -> MemoryScope.SYS;
      default -> null;
    };
  }

  private static @Nullable MemoryOrder order(String qualifier) {
    return switch (qualifier) {
      case "weak" -> MemoryOrder.WEAK;
      case "relaxed" -> MemoryOrder.RELAXED;
      case "acquire" -> MemoryOrder.ACQUIRE;
      case "release" -> MemoryOrder.RELEASE;
      case "acq_rel" -> MemoryOrder.ACQ_REL;
      default -> null;
    };
  }

  private static CacheOperator cache(String qualifier) {
    return switch (qualifier) {
      case "ca" -> CacheOperator.CA;
      case "cg" -> CacheOperator.CG;
      case "cs" -> CacheOperator.CS;
      case "lu" -> CacheOperator.LU;
      case "cv" -> CacheOperator.CV;
      case "wb" -> CacheOperator.WB;
      case "wt" -> CacheOperator.WT;
      default -> CacheOperator.NONE;
    };
  }

  /** The operation of an atomic, or null. */
  static @Nullable AtomicOperation operation(String qualifier) {
    return switch (qualifier) {
      case "add" -> AtomicOperation.ADD;
      case "and" -> AtomicOperation.AND;
      case "or" -> AtomicOperation.OR;
      case "xor" -> AtomicOperation.XOR;
      case "min" -> AtomicOperation.MIN;
      case "max" -> AtomicOperation.MAX;
      case "inc" -> AtomicOperation.INC;
      case "dec" -> AtomicOperation.DEC;
      case "exch" -> AtomicOperation.EXCH;
      case "cas" -> AtomicOperation.CAS;
      default -> null;
    };
  }

  private void add(int index, String qualifier) {
    StateSpace namedSpace = space(qualifier);
    if (namedSpace != null) {
      once(index, 16, "state space");
      space = namedSpace;
      return;
    }
    MemoryScope namedScope = scope(qualifier);
    if (namedScope != null) {
      once(index, 17, "scope");
      scope = namedScope;
      return;
    }
    MemoryOrder namedOrder = order(qualifier);
    if (namedOrder != null) {
      once(index, 18, "memory order");
      order = namedOrder;
      return;
    }
    ScalarType namedType = TypeNames.find(qualifier);
    if (namedType != null && namedType != ScalarType.PRED) {
      once(index, 19, "type");
      type = namedType;
      return;
    }
    addSpecial(index, qualifier);
  }

  private void addSpecial(int index, String qualifier) {
    AtomicOperation namedOperation = operation(qualifier);
    CacheOperator namedCache = cache(qualifier);
    if (namedOperation != null) {
      take(index, Kind.OPERATION);
      operation = namedOperation;
    } else if (namedCache != CacheOperator.NONE) {
      take(index, Kind.CACHE);
      cache = namedCache;
    } else if (qualifier.startsWith("L1::") || qualifier.startsWith("L2::")) {
      // Hints, of which there may be several.
      if ((allowed >> Kind.HINT.ordinal() & 1) == 0) {
        throw unknown(index);
      }
    } else {
      switch (qualifier) {
        case "v2", "v4" -> {
          take(index, Kind.VECTOR);
          elements = qualifier.charAt(1) - '0';
        }
        case "volatile" -> {
          take(index, Kind.VOLATILE);
          once(index, 18, "memory order");
          isVolatile = true;
          order = MemoryOrder.RELAXED;
        }
        case "nc" -> {
          take(index, Kind.NON_COHERENT);
          nonCoherent = true;
        }
        case "remote" -> {
          take(index, Kind.REMOTE);
          remote = true;
        }
        case "comm" -> {
          take(index, Kind.COMMUTATIVE);
          once(index, 18, "memory order");
          commutative = true;
          order = MemoryOrder.RELAXED;
        }
        case "noftz" -> {
          if ((allowed >> Kind.OPERATION.ordinal() & 1) == 0) {
            throw unknown(index);
          }
        }
        default -> throw unknown(index);
      }
    }
  }

  private void take(int index, Kind kind) {
    if ((allowed >> kind.ordinal() & 1) == 0) {
      throw unknown(index);
    }
    once(index, kind.ordinal(), "qualifier of this kind");
  }

  private void once(int index, int bit, String what) {
    if ((seen >> bit & 1) != 0) {
      throw body.badQualifier(index, "one " + what);
    }
    seen |= 1 << bit;
  }

  private PtxException unknown(int index) {
    return body.badQualifier(
        index, "a qualifier of `" + body.instruction().opcode() + "` that is supported");
  }

  /** The type, which must be there. */
  ScalarType type() {
    if (type == null) {
      throw body.unsupported("a type");
    }
    return type;
  }

  /** The order, or the one that is meant where none is written. */
  MemoryOrder orderOr(MemoryOrder unwritten) {
    return order == null ? unwritten : order;
  }

  /** The scope of a strong operation: {@code .gpu} where none is written. */
  MemoryScope scopeOf(MemoryOrder performed) {
    if (scope != null) {
      return scope;
    }
    return performed == MemoryOrder.WEAK ? MemoryScope.CTA : MemoryScope.GPU;
  }
}
