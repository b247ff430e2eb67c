package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.MemoryInstruction.CacheOperator;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.TypeNames;
import dev.syncopate.ptx.syntax.source.PtxException;
import org.jspecify.annotations.Nullable;

/** The qualifiers of a memory instruction, which may stand in any order, each kind at most once. */
final class MemoryQualifiers {
  /** Kinds of qualifiers. All memory instructions take the first four. */
  enum Kind {
    SPACE(0x1, "state space"),
    SCOPE(0x2, "scope"),
    ORDER(0x4, "memory order"),
    TYPE(0x8, "type"),
    VECTOR(0x10, "length of a vector"),
    CACHE(0x20, "cache operator"),
    NON_COHERENT(0x40, "`.nc`"),
    HINT(0x80, "hint"),
    VOLATILE(0x100, "`.volatile`"),
    REMOTE(0x200, "`.remote`"),
    COMMUTATIVE(0x400, "`.comm`"),
    OPERATION(0x800, "operation"),
    MMIO(0x1000, "`.mmio`");

    /** Its own bit in a set of kinds; an EnumSet would reflect, which a short run notices. */
    private final int bit;

    private final String description;

    Kind(int bit, String description) {
      this.bit = bit;
      this.description = description;
    }
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
  boolean mmio;

  private final FunctionBody body;
  private final int allowed;
  private int seenKinds;

  private MemoryQualifiers(FunctionBody body, Kind... allowedKinds) {
    this.body = body;
    int kinds = Kind.SPACE.bit | Kind.SCOPE.bit | Kind.ORDER.bit | Kind.TYPE.bit;
    for (Kind kind : allowedKinds) {
      kinds |= kind.bit;
    }
    this.allowed = kinds;
  }

  /** Reads the qualifiers of an instruction that takes these kinds of them. */
  static MemoryQualifiers of(FunctionBody body, Kind... allowed) {
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
      case "shared::cluster" -> StateSpace.SHARED_CLUSTER;
      case "local" -> StateSpace.LOCAL;
      case "const" -> StateSpace.CONST;
      case "param", "param::entry", "param::func" -> StateSpace.PARAM;
      default -> null;
    };
  }

  /** The scope of a qualifier, or null. */
  static @Nullable MemoryScope scope(String qualifier) {
    return switch (qualifier) {
      case "cta" -> MemoryScope.CTA;
      case "cluster" -> MemoryScope.CLUSTER;
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
      take(index, Kind.SPACE);
      space = namedSpace;
      return;
    }
    MemoryScope namedScope = scope(qualifier);
    if (namedScope != null) {
      take(index, Kind.SCOPE);
      scope = namedScope;
      return;
    }
    MemoryOrder namedOrder = order(qualifier);
    if (namedOrder != null) {
      take(index, Kind.ORDER);
      order = namedOrder;
      return;
    }
    ScalarType namedType = TypeNames.find(qualifier);
    if (namedType != null && namedType != ScalarType.PRED) {
      take(index, Kind.TYPE);
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
      if (!takes(Kind.HINT)) {
        throw unknown(index);
      }
    } else {
      switch (qualifier) {
        case "mmio" -> {
          take(index, Kind.MMIO);
          mmio = true;
        }
        case "v2", "v4", "v8" -> {
          take(index, Kind.VECTOR);
          elements = qualifier.charAt(1) - '0';
        }
        case "volatile" -> {
          take(index, Kind.VOLATILE);
          take(index, Kind.ORDER);
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
          take(index, Kind.ORDER);
          commutative = true;
          order = MemoryOrder.RELAXED;
        }
        case "noftz" -> {
          if (!takes(Kind.OPERATION)) {
            throw unknown(index);
          }
        }
        default -> throw unknown(index);
      }
    }
  }

  private boolean takes(Kind kind) {
    return (allowed & kind.bit) != 0;
  }

  private void take(int index, Kind kind) {
    if (!takes(kind)) {
      throw unknown(index);
    }
    if ((seenKinds & kind.bit) != 0) {
      throw body.badQualifier(index, "one " + kind.description);
    }
    seenKinds |= kind.bit;
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
