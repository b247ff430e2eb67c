package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CopyEngine;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.local.TensormapProxy;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.ir.TensorMapLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Tensor maps of a copy unit. Those of global memory are read by its {@link TensormapProxy}; maps
 * in parameters and constants do not change while a kernel runs, and are read where they are.
 */
final class TensorMapCache implements TensormapProxy.Port {
  private final ComputeUnit unit;
  private final Coalescer coalescer;
  private final TensormapProxy proxy;

  /**
   * @param coalescer of the copy unit's accesses
   * @param capacity maps that it keeps
   */
  TensorMapCache(ComputeUnit unit, Coalescer coalescer, int capacity) {
    this.unit = unit;
    this.coalescer = coalescer;
    this.proxy = new TensormapProxy(unit.memory.answersAtOnce() ? 0 : capacity, this, null);
  }

  /** The access to a map in global memory. */
  private final class MapAccess implements CopyEngine.Completion {
    private final TensormapProxy.Fetch request;

    MapAccess(TensormapProxy.Fetch request) {
      this.request = request;
    }

    @Override
    public void completed(WarpAccess access) {
      request.arrived(CopyUnit.bytes(access, TensorMapLayout.BYTES));
      if (!unit.memory.answersAtOnce()) {
        unit.wakeUp(unit.now() + 1);
      }
    }
  }

  /** A kernel begins: no map has been read. */
  void clear() {
    proxy.clear();
  }

  /** Threads have fenced for a map: it is read anew. */
  void forget(long address) {
    proxy.acquire(address);
  }

  /**
   * The bytes of a map for the next copy; null where they are on their way, and the unit will be
   * woken.
   *
   * @param address generic
   * @param grid whose parameters and constants it may be in
   */
  byte @Nullable [] read(long address, Grid grid) {
    StateSpace space = AddressMap.space(address);
    if (space != StateSpace.GLOBAL) {
      byte[] image = space == StateSpace.PARAM ? grid.parameters() : grid.constants();
      int offset = (int) (address - AddressMap.base(space));
      return Arrays.copyOfRange(image, offset, offset + TensorMapLayout.BYTES);
    }
    return proxy.read(address);
  }

  @Override
  public void fetch(TensormapProxy.Fetch request) {
    WarpAccess access =
        CopyUnit.access(unit, CopyUnit.READ, request.address(), TensorMapLayout.BYTES);
    access.token = new MapAccess(request);
    access.lines = coalescer.lines(access, CopyUnit.CHUNK);
    unit.memory.issue(access);
  }
}
