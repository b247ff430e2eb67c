package dev.syncopate.memory.local;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tensormap proxy of a copy unit: tensor maps of global memory that it has read, the least
 * recently used of which makes room. Writes to a map do not change what is here; an acquire fence
 * of the proxy drops it (PTX ISA, {@code fence.proxy.tensormap}).
 *
 * <p>It reads no clock: a driver says when a map is needed and when its bytes have come.
 */
public final class TensormapProxy {
  /** The way to global memory. */
  public interface Port {
    /** Reads the map of a request, and tells it the bytes. */
    void fetch(Fetch request);
  }

  /** A map that is kept. */
  private record Kept(long address, byte[] bytes) {}

  /** The read of a map in global memory. */
  public static final class Fetch {
    private final long address;
    private byte @Nullable [] bytes;

    /** Whether a fence came meanwhile: what is read serves the copy that waits for it alone. */
    private boolean dropped;

    private Fetch(long address) {
      this.address = address;
    }

    /** Where the map is. */
    public long address() {
      return address;
    }

    /** The bytes have come. */
    public void arrived(byte[] map) {
      bytes = map;
    }
  }

  private final int capacity;
  private final Port port;
  private final @Nullable AsyncMutant mutant;

  /** Least recently used first. */
  private final List<Kept> maps = new ArrayList<>();

  /** The map that is on its way; null for none. */
  private @Nullable Fetch fetch;

  /**
   * @param capacity maps that it keeps
   * @param mutant what is wrong on purpose; null for nothing
   */
  public TensormapProxy(int capacity, Port port, @Nullable AsyncMutant mutant) {
    this.capacity = capacity;
    this.port = port;
    this.mutant = mutant;
  }

  /** A kernel begins: no map has been read. */
  public void clear() {
    maps.clear();
    fetch = null;
  }

  /** Threads have executed an acquire fence of a map: it is read anew. */
  public void acquire(long address) {
    if (mutant == AsyncMutant.MAP_FENCE_KEEPS_MAP) {
      return;
    }
    maps.removeIf(map -> map.address == address);
    Fetch waiting = fetch;
    if (waiting != null && waiting.address == address) {
      waiting.dropped = true;
    }
  }

  /** Whether a map is on its way. */
  public boolean awaits() {
    Fetch waiting = fetch;
    return waiting != null && waiting.bytes == null;
  }

  /** Whether the next copy by a map need not wait for it. */
  public boolean holds(long address) {
    return fetch != null ? !awaits() : maps.stream().anyMatch(map -> map.address == address);
  }

  /** The bytes of a map for the next copy; null where they are on their way. */
  public byte @Nullable [] read(long address) {
    byte[] copy = copy(address);
    if (copy != null) {
      return copy;
    }
    if (fetch == null) {
      Fetch request = new Fetch(address);
      fetch = request;
      port.fetch(request);
    }
    Fetch fetched = fetch;
    byte[] bytes = fetched == null ? null : fetched.bytes;
    if (fetched == null || bytes == null) {
      return null;
    }
    fetch = null;
    if (!fetched.dropped && capacity > 0) {
      if (maps.size() == capacity) {
        maps.removeFirst();
      }
      maps.add(new Kept(address, bytes));
    }
    return bytes;
  }

  /** A map that is kept, which is now the last used; null where it is not. */
  private byte @Nullable [] copy(long address) {
    for (int i = 0; i < maps.size(); i++) {
      Kept map = maps.get(i);
      if (map.address == address) {
        maps.remove(i);
        maps.add(map);
        return map.bytes;
      }
    }
    return null;
  }
}
