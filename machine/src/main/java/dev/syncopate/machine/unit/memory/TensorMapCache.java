package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CopyEngine;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.ir.TensorMapLayout;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tensormap proxy of a copy unit: tensor maps of global memory that it has read, the least
 * recently used of which makes room. Writes to a map do not change what is here; an acquire fence
 * of the proxy drops it (PTX ISA, {@code fence.proxy.tensormap}). Maps in parameters and constants
 * do not change while a kernel runs, and are read where they are.
 */
final class TensorMapCache {
  private final ComputeUnit unit;
  private final Coalescer coalescer;
  private final int capacity;
  private final LinkedHashMap<Long, byte[]> maps = new LinkedHashMap<>(16, 0.75f, true);

  /** The map that is on its way; null for none. */
  private @Nullable Fetch fetch;

  /**
   * @param coalescer of the copy unit's accesses
   * @param capacity maps that it keeps
   */
  TensorMapCache(ComputeUnit unit, Coalescer coalescer, int capacity) {
    this.unit = unit;
    this.coalescer = coalescer;
    this.capacity = capacity;
  }

  /** The read of a map in global memory. */
  private final class Fetch implements CopyEngine.Completion {
    final long address;
    byte @Nullable [] bytes;

    /** Whether a fence came meanwhile: what is read serves the copy that waits for it alone. */
    boolean dropped;

    Fetch(long address) {
      this.address = address;
    }

    @Override
    public void completed(WarpAccess access) {
      bytes = CopyUnit.bytes(access, TensorMapLayout.BYTES);
      if (!unit.memory.answersAtOnce()) {
        unit.wakeUp(unit.now() + 1);
      }
    }
  }

  /** A kernel begins: no map has been read. */
  void clear() {
    maps.clear();
    fetch = null;
  }

  /** Threads have fenced for a map: it is read anew. */
  void forget(long address) {
    maps.remove(address);
    Fetch waiting = fetch;
    if (waiting != null && waiting.address == address) {
      waiting.dropped = true;
    }
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
    byte[] copy = maps.get(address);
    if (copy != null) {
      return copy;
    }
    if (fetch == null) {
      Fetch begun = new Fetch(address);
      fetch = begun;
      WarpAccess access = CopyUnit.access(unit, CopyUnit.READ, address, TensorMapLayout.BYTES);
      access.token = begun;
      access.lines = coalescer.lines(access, CopyUnit.CHUNK);
      unit.memory.issue(access);
    }
    Fetch fetched = fetch;
    byte[] bytes = fetched == null ? null : fetched.bytes;
    if (fetched == null || bytes == null) {
      return null;
    }
    fetch = null;
    if (!fetched.dropped && !unit.memory.answersAtOnce() && capacity > 0) {
      keep(address, bytes);
    }
    return bytes;
  }

  private void keep(long address, byte[] bytes) {
    if (maps.size() == capacity) {
      Map.Entry<Long, byte[]> oldest = maps.firstEntry();
      maps.remove(oldest.getKey());
    }
    maps.put(address, bytes);
  }
}
