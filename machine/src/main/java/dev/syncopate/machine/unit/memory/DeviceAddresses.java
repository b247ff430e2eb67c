package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.FaultTexts;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.space.DeviceSpace;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.sim.bits.Bits;

/**
 * Check of the device addresses that lanes may access, and the place of thread-local memory among
 * them.
 */
public final class DeviceAddresses {
  private final ComputeUnit unit;
  private final int width;

  DeviceAddresses(ComputeUnit unit) {
    this.unit = unit;
    this.width = unit.config.warpWidth();
  }

  /** Turns the lanes' local addresses into device addresses. */
  public void toDevice(Op op, Warp warp, long lanes, long[] address, int bytes) {
    DeviceSpace space = warp.grid().space();
    long warpBase = localBase(warp);
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Bits.lowest(rest);
      long local = address[lane];
      if ((local & (bytes - 1)) != 0) {
        throw unit.misaligned(op, warp, lane, local, bytes, "local");
      }
      if (local < 0 || local + bytes > space.localBytesPerThread()) {
        throw unit.fault(
            op,
            warp,
            lane,
            "local address 0x"
                + Long.toHexString(local)
                + " is beyond the thread's "
                + space.localBytesPerThread()
                + " bytes");
      }
      address[lane] = warpBase + AddressMap.localOffset(local, lane, width);
    }
  }

  /** The device address of one in a lane's local memory. */
  long ofLocal(Warp warp, int lane, long local) {
    return localBase(warp) + AddressMap.localOffset(local, lane, width);
  }

  /** Where the local memory of a warp begins. */
  private long localBase(Warp warp) {
    DeviceSpace space = warp.grid().space();
    return space.localBase()
        + ((long) unit.index * unit.config.maxWarps() + warp.slot)
            * space.localBytesPerThread()
            * width;
  }

  /**
   * Refuses addresses that are misaligned or outside device memory, and accesses that are in no
   * allocation where these are told.
   */
  public void check(Op op, Warp warp, long lanes, long[] address, int bytes) {
    checkMapped(op, warp, lanes, address, bytes);
    if (warp.grid().space().strict().memory()) {
      requireAllocated(op, warp, lanes, address, bytes);
    }
  }

  /** Refuses addresses that are misaligned or outside device memory. */
  public void checkMapped(Op op, Warp warp, long lanes, long[] address, int bytes) {
    DeviceSpace space = warp.grid().space();
    int lane = Bits.lowest(lanes);
    for (long rest = lanes >>> lane; rest != 0; rest >>>= 1, lane++) { // mostly all lanes in a row
      if ((rest & 1) == 0) {
        continue;
      }
      long laneAddress = address[lane];
      if ((laneAddress & (bytes - 1)) != 0) {
        throw unit.misaligned(op, warp, lane, laneAddress, bytes, "global");
      }
      if (space.outside(laneAddress)) {
        throw unit.fault(
            op,
            warp,
            lane,
            "address 0x"
                + Long.toHexString(laneAddress)
                + " is outside device memory (0x"
                + Long.toHexString(AddressMap.FIRST_MAPPED)
                + " to 0x"
                + Long.toHexString(space.end())
                + ")"
                + looksLike(laneAddress)
                + FaultTexts.name(warp.grid(), op, false, laneAddress, bytes));
      }
    }
  }

  /** What an address outside device memory seems to be; empty if it is like nothing known. */
  private static String looksLike(long address) {
    return AddressMap.isNull(address)
        ? ": a null pointer"
        : AddressMap.isOfHost(address)
            ? ": it looks like an address of the program's own memory on the host, which threads"
                + " cannot reach"
            : AddressMap.isOfFixedProgram(address)
                ? ": a null pointer with a large index, or a variable of a program on the host that"
                    + " is linked to a fixed place, which threads cannot reach"
                : "";
  }

  /** Refuses a byte that is in no allocation, where these are told. */
  public void checkByte(Op op, Warp warp, int lane, long address) {
    if (warp.grid().space().strict().memory()) {
      long[] laneAddresses = new long[width];
      laneAddresses[lane] = address;
      requireAllocated(op, warp, 1L << lane, laneAddresses, 1);
    }
  }

  private void requireAllocated(Op op, Warp warp, long lanes, long[] address, int bytes) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Bits.lowest(rest);
      String stray = warp.grid().space().stray(address[lane], bytes);
      if (stray != null) {
        String name = FaultTexts.name(warp.grid(), op, false, address[lane], bytes);
        throw unit.fault(op, warp, lane, stray + name);
      }
    }
  }
}
