package dev.syncopate.memory.stress;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import dev.syncopate.memory.stress.RaceFreeProgram.Access;
import dev.syncopate.memory.stress.RaceFreeProgram.Location;

/**
 * Accesses to locations, each compared with a reference as soon as its value arrives. The reference
 * is updated in issue order. The program is free of races, so each load has one legal value.
 */
final class CheckedAccesses {
  /** Lanes of the arrays of an access; only lane 0 is active. */
  private static final int WIDTH = 32;

  private final RaceFreeProgram program;

  /** What is at {@link Rig#BASE}. */
  private final byte[] reference;

  CheckedAccesses(RaceFreeProgram program, byte[] reference) {
    this.program = program;
    this.reference = reference;
  }

  private static int at(Location location, int element) {
    return (int) (location.address() - Rig.BASE) + element * location.bytes();
  }

  private static DataType type(int bytes) {
    return switch (bytes) {
      case 1 -> DataType.B8;
      case 2 -> DataType.B16;
      case 4 -> DataType.B32;
      default -> DataType.B64;
    };
  }

  void load(TinyThread thread, int number, Access access) {
    Location location = program.locations().get(access.location());
    boolean onlyRead = access.order() == Order.WEAK && program.onlyRead(location);
    MemoryOperation operation =
        RigOperations.vector(
                RigOperations.load(type(location.bytes()), access.order(), access.scope()),
                location.elements())
            .withNonCoherent(onlyRead);
    Register register = thread.issue(access(number, operation, location, WarpAccess.NO_VALUES));
    long[] expected = new long[location.elements()];
    thread.beforeLast(() -> {
      for (int e = 0; e < expected.length; e++) {
        expected[e] = LaneBytes.get(reference, at(location, e), location.bytes());
      }
    });
    register.whenSet(() -> check(number, location, register, expected));
  }

  /** An addition whose result is what was there before. */
  void add(TinyThread thread, int number, Access access) {
    Location location = program.locations().get(access.location());
    DataType type = location.bytes() == 4 ? DataType.U32 : DataType.U64;
    Register register =
        thread.access(
            RigOperations.atomic(AtomicOp.ADD, type, access.order(), access.scope()),
            location.address(),
            access.value(),
            0);
    long[] expected = new long[1];
    thread.beforeLast(() -> {
      expected[0] = LaneBytes.get(reference, at(location, 0), location.bytes());
      LaneBytes.put(reference, at(location, 0), location.bytes(), expected[0] + access.value());
    });
    register.whenSet(() -> check(number, location, register, expected));
  }

  void store(TinyThread thread, int number, Access access) {
    Location location = program.locations().get(access.location());
    MemoryOperation operation =
        RigOperations.vector(
            RigOperations.store(type(location.bytes()), access.order(), access.scope()),
            location.elements());
    long[] operand = new long[WIDTH * location.elements()];
    for (int e = 0; e < location.elements(); e++) {
      operand[WIDTH * e] = access.value() + e;
    }
    thread.issue(access(number, operation, location, operand));
    thread.beforeLast(() -> {
      for (int e = 0; e < location.elements(); e++) {
        LaneBytes.put(reference, at(location, e), location.bytes(), access.value() + e);
      }
    });
  }

  private WarpAccess access(
      int number, MemoryOperation operation, Location location, long[] operand) {
    long[] address = new long[WIDTH];
    address[0] = location.address();
    return WarpAccess.of(
        operation, number % program.threadsPerTile(), 1, address, operand, WarpAccess.NO_VALUES);
  }

  private static void check(int number, Location location, Register register, long[] expected) {
    for (int e = 0; e < expected.length; e++) {
      long actual = register.value(expected.length == 1 ? 0 : WIDTH * e);
      if (actual != expected[e]) {
        throw new WrongValueException(
            "thread %d loaded element %d of 0x%x issued at %d: 0x%x instead of 0x%x"
                .formatted(number, e, location.address(), register.issued(), actual, expected[e]),
            location.address());
      }
    }
  }
}
