package dev.syncopate.machine.device;

import dev.syncopate.machine.core.AccessCompletion;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.ptx.ir.StateSpace;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads, for lanes of a warp, stretches of memory through the load-store unit, eight bytes a lane
 * at a time. Of these only the bytes that are asked for must be in an allocation: a string may end
 * anywhere. A subclass says what each lane reads next and goes on when all lanes have read it.
 */
abstract class MemoryReader implements AccessCompletion {
  private static final int STEP = 8;

  /** A string longer than this is taken for an address that holds none. */
  private static final int LONGEST = 1 << 16;

  private static final MemoryOperation LOAD = MemoryOperation.load(DataType.B64);

  final RuntimeUnit runtime;
  final ComputeUnit unit;
  final SystemCallOp op;
  final Warp warp;
  private final int pc;
  final long lanes;

  /** Generic address of the next byte of each lane, and how many it still wants; -1: to a zero. */
  private final long[] next;

  private final int[] remainingBytes;
  private final @Nullable ByteArrayOutputStream[] read;
  private long unfinished;
  private boolean loading;

  /** Whether an access is being issued: one that is complete at once does not go on itself. */
  private boolean issuing;

  MemoryReader(RuntimeUnit runtime, SystemCallOp op, Warp warp, int pc, long lanes) {
    this.runtime = runtime;
    this.unit = runtime.unit;
    this.op = op;
    this.warp = warp;
    this.pc = pc;
    this.lanes = lanes;
    this.next = new long[warp.width];
    this.remainingBytes = new int[warp.width];
    this.read = new @Nullable ByteArrayOutputStream[warp.width];
  }

  @Override
  public final int pc() {
    return pc;
  }

  /** Everything asked for is there: ask for more, or finish. */
  abstract void advance();

  /** Asks for the bytes up to a zero. */
  final void wantString(int lane, long address) {
    want(lane, address, -1);
  }

  /** Asks for a number of bytes. */
  final void want(int lane, long address, int bytes) {
    next[lane] = address;
    remainingBytes[lane] = bytes;
    read[lane] = new ByteArrayOutputStream();
    if (bytes != 0) {
      unfinished |= 1L << lane;
    }
  }

  /** What a lane has read. */
  final byte[] bytes(int lane) {
    ByteArrayOutputStream bytes = read[lane];
    return bytes == null ? new byte[0] : bytes.toByteArray();
  }

  final String string(int lane) {
    return new String(bytes(lane), StandardCharsets.UTF_8);
  }

  /** Loads what is wanted, as far as the load-store unit takes it now. */
  final void go() {
    while (!loading) {
      if (unfinished == 0) {
        long previouslyUnfinished = unfinished;
        advance();
        if (unfinished == previouslyUnfinished) {
          return;
        }
      } else if (!step()) {
        return;
      }
    }
  }

  /** Reads the next piece of every lane; false when the load-store unit has no room. */
  private boolean step() {
    long[] address = new long[warp.width];
    long viaMemory = 0;
    for (long rest = unfinished; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long piece = next[lane] & -STEP;
      StateSpace space = AddressMap.space(piece);
      address[lane] = piece - AddressMap.base(space);
      switch (space) {
        case SHARED -> {
          requireMapped(lane);
          address[lane] += warp.owner().sharedBase;
          unit.local.begin(warp.slot, 1L << lane, address, STEP, LocalMemoryUse.READ);
          take(lane, unit.local.get(warp.slot, lane, (int) address[lane], STEP));
        }
        case LOCAL -> {
          runtime.memory.addresses.toDevice(op, warp, 1L << lane, address, STEP);
          viaMemory |= 1L << lane;
        }
        default -> {
          runtime.memory.addresses.checkMapped(op, warp, 1L << lane, address, STEP);
          viaMemory |= 1L << lane;
        }
      }
    }
    if (viaMemory == 0) {
      return true;
    }
    if (!runtime.memory.canIssue(warp, LOAD)) {
      return false;
    }
    loading = true;
    WarpAccess access = WarpAccess.of(LOAD, warp.slot, viaMemory, address);
    issuing = true;
    runtime.memory.issue(access, this, STEP, unit.now());
    issuing = false;
    return true;
  }

  @Override
  public final void completed(
      ComputeUnit issuingUnit, Warp issuingWarp, WarpAccess access, long ready) {
    loading = false;
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      take(lane, access.result[lane]);
    }
    if (!issuing) {
      go();
    }
  }

  /** Refuses the next byte of a lane where threads may not read it. */
  private void requireMapped(int lane) {
    StateSpace space = AddressMap.space(next[lane]);
    if (space == StateSpace.SHARED) {
      long[] laneAddresses = new long[warp.width];
      laneAddresses[lane] = next[lane] - AddressMap.SHARED_BASE;
      runtime.memory.shared.locate(op, warp, 1L << lane, laneAddresses, 1);
    } else if (space == StateSpace.GLOBAL) {
      runtime.memory.addresses.checkByte(op, warp, lane, next[lane]);
    }
  }

  private void take(int lane, long piece) {
    ByteArrayOutputStream buffer = read[lane];
    if (buffer == null) {
      return;
    }
    do {
      requireMapped(lane);
      int value = (int) (piece >>> (8 * (next[lane] & (STEP - 1)))) & 0xff;
      next[lane]++;
      if (remainingBytes[lane] < 0 && value == 0) {
        unfinished &= ~(1L << lane);
        return;
      }
      buffer.write(value);
      if (remainingBytes[lane] > 0 && --remainingBytes[lane] == 0) {
        unfinished &= ~(1L << lane);
        return;
      }
      if (buffer.size() > LONGEST) {
        throw unit.fault(op, warp, lane, "a string has no end");
      }
    } while ((next[lane] & (STEP - 1)) != 0);
  }
}
