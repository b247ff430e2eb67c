package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.LineBytes;

/** Factory of accesses for the load-store unit, each of a warp with one lane. */
final class SingleLaneAccesses {

  private SingleLaneAccesses() {}

  static WarpAccess make(
      ExploredThread thread,
      ThreadCode.Instruction.Access instruction,
      LocationAddresses addresses) {
    MemoryOperation operation = instruction.operation();
    if (operation.kind() == AccessKind.FENCE) {
      return WarpAccess.fence(operation, thread.warp, 1);
    }
    long address = thread.value(instruction.address());
    String fault = fault(thread, instruction, addresses);
    if (!fault.isEmpty()) {
      throw new IllegalStateException(fault);
    }
    long a = thread.value(instruction.a());
    WarpAccess access =
        WarpAccess.of(
            operation,
            thread.warp,
            1,
            new long[] {address},
            new long[] {instruction.negates() ? -a : a},
            operation.atomic() == AtomicOp.CAS
                ? new long[] {thread.value(instruction.b())}
                : WarpAccess.NO_VALUES);
    access.lines = new LineAccess[] {line(access, address)};
    access.token = instruction.target();
    return access;
  }

  /** What is wrong with an access that a test should not make; else empty. */
  static String fault(
      ExploredThread thread,
      ThreadCode.Instruction.Access instruction,
      LocationAddresses addresses) {
    long address = thread.value(instruction.address());
    return instruction.operation().kind() == AccessKind.FENCE || addresses.at(address) != null
        ? ""
        : "%s: `%s` accesses address %d, where no location is"
            .formatted(thread.code.name(), thread.text(), address);
  }

  private static LineAccess line(WarpAccess access, long address) {
    long line = address & -LocationAddresses.LINE;
    int offset = (int) (address - line);
    return new LineAccess(
        access,
        line,
        1,
        LineBytes.rangeLow(offset, LocationAddresses.BYTES),
        LineBytes.rangeHigh(offset, LocationAddresses.BYTES));
  }

  /** A load that brings a location into a tile's L1 before the test. */
  static WarpAccess warmUp(int warp, long address) {
    MemoryOperation load = MemoryOperation.load(DataType.U64);
    WarpAccess access = WarpAccess.of(load, warp, 1, new long[] {address});
    access.lines = new LineAccess[] {line(access, address)};
    return access;
  }
}
