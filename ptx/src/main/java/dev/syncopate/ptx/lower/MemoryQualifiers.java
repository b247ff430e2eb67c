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
import java.util.Collections;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/** The qualifiers of a memory instruction, which may stand in any order, each kind at most once. */
final class MemoryQualifiers {
  /** Kinds of qualifiers. All memory instructions take the first four. */
  enum Kind {
    SPACE("state space"),
    SCOPE("scope"),
    ORDER("memory order"),
    TYPE("type"),
    VECTOR("length of a vector"),
    CACHE("cache operator"),
    NON_COHERENT("`.nc`"),
    HINT("hint"),
    VOLATILE("`.volatile`"),
    REMOTE("`.remote`"),
    COMMUTATIVE("`.comm`"),
    OPERATION("operation");

    private final String what;

    Kind(String what) {
      this.what = what;
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

  private final Body body;
  private final EnumSet<Kind> allowed = EnumSet.range(Kind.SPACE, Kind.TYPE);
  private final EnumSet<Kind> seen = EnumSet.noneOf(Kind.class);

  private MemoryQualifiers(Body body, Kind... more) {
    this.body = body;
    Collections.addAll(allowed, more);
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
      if (!allowed.contains(Kind.HINT)) {
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
          if (!allowed.contains(Kind.OPERATION)) {
            throw unknown(index);
          }
        }
        default -> throw unknown(index);
      }
    }
  }

  private void take(int index, Kind kind) {
    if (!allowed.contains(kind)) {
      throw unknown(index);
    }
    if (!seen.add(kind)) {
      throw body.badQualifier(index, "one " + kind.what);
    }
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
