package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.Arithmetic.ConvertAddress;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.MemoryInstruction.MbarrierKind;
import dev.syncopate.ptx.ir.MemoryInstruction.MemoryBarrierObject;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import org.jspecify.annotations.Nullable;

/** Lowers {@code mbarrier}. */
final class MbarrierLowering {
  private final FunctionBody body;
  private final OperandResolver operands;

  private StateSpace space = StateSpace.GENERIC;
  private @Nullable MemoryOrder order;
  private @Nullable MemoryScope scope;
  private boolean parity;
  private boolean expects;
  private boolean noComplete;

  MbarrierLowering(FunctionBody body, OperandResolver operands) {
    this.body = body;
    this.operands = operands;
  }

  void lower(InstructionSyntax instruction) {
    MbarrierKind kind = kind(instruction);
    qualifiers(instruction, kind);
    switch (kind) {
      case INIT -> {
        body.expectOperands(2, 2);
        emit(kind, barrier(0), operands.read(operands.operand(1), ScalarType.U32), -1);
      }
      case INVAL -> {
        body.expectOperands(1, 1);
        emit(kind, barrier(0), 0, -1);
      }
      case EXPECT_TX, COMPLETE_TX -> {
        body.expectOperands(2, 2);
        emit(kind, barrier(0), operands.read(operands.operand(1), ScalarType.U32), -1);
      }
      case ARRIVE, ARRIVE_DROP -> {
        body.expectOperands(expects || noComplete ? 3 : 2, 3);
        int amount =
            instruction.operands().size() == 3
                ? operands.read(operands.operand(2), ScalarType.U32)
                : body.module.constants.number(1);
        int state = operands.writeIfGiven(operands.operand(0), ScalarType.B64);
        if (state >= 0 && space == StateSpace.SHARED_CLUSTER) {
          throw body.unexpected(
              operands.operand(0).at(), "a result", "`_`: `.shared::cluster` gives no state back");
        }
        emit(kind, barrier(1), amount, state);
      }
      case TEST_WAIT, TRY_WAIT -> {
        // A fourth operand limits the time, which no wait here exceeds: it fails and is repeated.
        body.expectOperands(3, kind == MbarrierKind.TRY_WAIT ? 4 : 3);
        int state = operands.read(operands.operand(2), parity ? ScalarType.B32 : ScalarType.B64);
        int donePredicate = operands.writePredicate(operands.operand(0));
        emit(kind, barrier(1), state, donePredicate);
      }
      case PENDING_COUNT -> {
        body.expectOperands(2, 2);
        int state = operands.read(operands.operand(1), ScalarType.B64);
        emit(kind, null, state, operands.write(operands.operand(0), ScalarType.B32));
      }
    }
  }

  private MbarrierKind kind(InstructionSyntax instruction) {
    String action = instruction.qualifiers().isEmpty() ? "" : instruction.qualifiers().get(0);
    return switch (action) {
      case "init" -> MbarrierKind.INIT;
      case "inval" -> MbarrierKind.INVAL;
      case "arrive" -> MbarrierKind.ARRIVE;
      case "arrive_drop" -> MbarrierKind.ARRIVE_DROP;
      case "test_wait" -> MbarrierKind.TEST_WAIT;
      case "try_wait" -> MbarrierKind.TRY_WAIT;
      case "pending_count" -> MbarrierKind.PENDING_COUNT;
      case "expect_tx" -> MbarrierKind.EXPECT_TX;
      case "complete_tx" -> MbarrierKind.COMPLETE_TX;
      default ->
          throw body.unsupported(
              "`.init`, `.inval`, `.arrive`, `.arrive_drop`, `.test_wait`, `.try_wait`,"
                  + " `.pending_count`, `.expect_tx` or `.complete_tx`");
    };
  }

  private void qualifiers(InstructionSyntax instruction, MbarrierKind kind) {
    int orderIndex = -1;
    for (int i = 1; i < instruction.qualifiers().size(); i++) {
      boolean accepted =
          switch (instruction.qualifiers().get(i)) {
            case "shared", "shared::cta" -> {
              space = StateSpace.SHARED;
              yield kind != MbarrierKind.PENDING_COUNT;
            }
            case "shared::cluster" -> {
              space = StateSpace.SHARED_CLUSTER;
              yield kind.arrives() || transacts(kind);
            }
            case "b64" -> true;
            case "layout::v0" -> kind == MbarrierKind.INIT;
            case "cta", "cluster" -> {
              scope = MemoryQualifiers.scope(instruction.qualifiers().get(i));
              yield kind.arrives() || kind.tests() || transacts(kind);
            }
            case "relaxed" -> {
              orderIndex = i;
              yield order(MemoryOrder.RELAXED)
                  && (kind.arrives() || kind.tests() || transacts(kind));
            }
            case "release" -> {
              orderIndex = i;
              yield order(MemoryOrder.RELEASE) && kind.arrives();
            }
            case "acquire" -> {
              orderIndex = i;
              yield order(MemoryOrder.ACQUIRE) && kind.tests();
            }
            case "parity" -> {
              parity = true;
              yield kind.tests();
            }
            case "expect_tx" -> {
              expects = true;
              yield kind.arrives() && !noComplete;
            }
            case "noComplete" -> {
              noComplete = true;
              yield kind.arrives() && !expects;
            }
            default -> false;
          };
      if (!accepted) {
        throw body.badQualifier(i, taken(kind));
      }
    }
    if (orderIndex >= 0 && scope == null) {
      throw body.badQualifier(orderIndex, "an order together with a scope, `.cta` or `.cluster`");
    }
    if (orderIndex < 0 && scope != null && !noComplete) {
      throw body.unsupported("a scope together with an order");
    }
  }

  private boolean order(MemoryOrder named) {
    boolean first = order == null;
    order = named;
    return first;
  }

  private static boolean transacts(MbarrierKind kind) {
    return kind == MbarrierKind.EXPECT_TX || kind == MbarrierKind.COMPLETE_TX;
  }

  /** The qualifiers that a kind takes, for messages. */
  private static String taken(MbarrierKind kind) {
    return switch (kind) {
      case INIT, INVAL -> "`.shared::cta` and `.b64`";
      case ARRIVE, ARRIVE_DROP ->
          "`.expect_tx` or `.noComplete`, `.release` or `.relaxed` with `.cta` or `.cluster`,"
              + " `.shared::cta` or `.shared::cluster`, and `.b64`";
      case TEST_WAIT, TRY_WAIT ->
          "`.parity`, `.acquire` or `.relaxed` with `.cta` or `.cluster`, `.shared::cta`, and"
              + " `.b64`";
      case EXPECT_TX, COMPLETE_TX ->
          "`.relaxed` with `.cta` or `.cluster`, `.shared::cta` or `.shared::cluster`, and `.b64`";
      case PENDING_COUNT -> "`.b64`";
    };
  }

  /** The order of an instruction; where none is written arrivals release and waits acquire. */
  private MemoryOrder performed(MbarrierKind kind) {
    if (order != null) {
      return order;
    }
    return switch (kind) {
      case ARRIVE, ARRIVE_DROP -> MemoryOrder.RELEASE;
      case TEST_WAIT, TRY_WAIT -> MemoryOrder.ACQUIRE;
      case EXPECT_TX, COMPLETE_TX -> MemoryOrder.RELAXED;
      case INIT, INVAL, PENDING_COUNT -> MemoryOrder.WEAK;
    };
  }

  private void emit(MbarrierKind kind, @Nullable Address address, int operand, int destination) {
    body.emit(
        new MemoryBarrierObject(
            body.guard,
            body.position,
            kind,
            performed(kind),
            scope == null ? MemoryScope.CTA : scope,
            address,
            operand,
            destination,
            parity,
            expects,
            noComplete));
  }

  private Address barrier(int index) {
    return inShared(body, operands.address(operands.operand(index), space), space);
  }

  /** An address in shared memory, of a generic one that must point there. */
  static Address inShared(FunctionBody body, Address address, StateSpace space) {
    if (space != StateSpace.GENERIC) {
      return address;
    }
    int inWindow = body.temporary(64);
    body.emit(
        new ConvertAddress(
            Guard.NONE, body.position, StateSpace.SHARED, false, inWindow, address.base()));
    return new Address(inWindow, address.offset());
  }
}
