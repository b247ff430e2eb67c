package dev.syncopate.app.cuda.server;

import dev.syncopate.check.host.HostMemory;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A program's device memory: allocations and variables by address. */
final class Memory {
  /** What the program's libraries say that memory is for. */
  private static final String[] KINDS = {"device", "pinned", "managed", "registered"};

  /** Memory that both sides map: no two share a page, however large a page is. */
  private static final long SHARED_STEP = 64 << 10;

  /** The most bytes of an allocation for both sides: of each there is a copy to compare with. */
  static final long MOST_SHARED = 1L << 30;

  private static final int CHUNK = 1 << 20;

  private final Device device;
  private final HostMemory watcher;
  private final TreeMap<Long, Buffer> allocations = new TreeMap<>();
  private final TreeMap<Long, Buffer> variables = new TreeMap<>();

  /** Contents of memory for both sides, by its address, as both last knew them. */
  private final TreeMap<Long, byte[]> shadows = new TreeMap<>();

  private int count;

  Memory(Simulation simulation) {
    this.device = simulation.device();
    this.watcher = simulation.watcher();
  }

  /**
   * Allocates.
   *
   * @param kind 0 device, 1 pinned, 2 managed, 3 registered
   * @return its address
   */
  long allocate(long bytes, int kind) {
    boolean shared = kind != 0;
    long size = shared ? Math.ceilDiv(bytes, SHARED_STEP) * SHARED_STEP : bytes;
    String name = "%s allocation %d (%,d bytes)".formatted(KINDS[kind], count++, bytes);
    // What both sides map the program may write without a word; what it has not is zeros there.
    Buffer buffer =
        shared
            ? device.allocateShared(name, size, (int) SHARED_STEP)
            : device.allocateUnwritten(name, size, 256);
    allocations.put(buffer.address(), buffer);
    watcher.allocated(buffer.address(), bytes, name);
    if (shared) {
      shadows.put(buffer.address(), new byte[Math.toIntExact(bytes)]);
    }
    return buffer.address();
  }

  /** Frees what was allocated at an address; false if nothing was. */
  boolean free(long address) {
    Buffer buffer = allocations.remove(address);
    shadows.remove(address);
    if (buffer == null) {
      watcher.refusedToFree(address);
      return false;
    }
    watcher.freed(address);
    device.free(buffer);
    return true;
  }

  void freeAll() {
    allocations.keySet().forEach(watcher::freed);
    allocations.values().forEach(device::free);
    shadows.keySet().removeAll(allocations.keySet());
    allocations.clear();
  }

  /** Bytes that are allocated. */
  long used() {
    return allocations.values().stream().mapToLong(Buffer::bytes).sum();
  }

  void addVariable(Buffer buffer) {
    variables.put(buffer.address(), buffer);
    watcher.allocated(buffer.address(), buffer.bytes(), "a variable");
  }

  /** The same for what the program asks for, which is told of where there is none. */
  @Nullable Buffer wanted(long address, long bytes) {
    Buffer part = find(address, bytes);
    if (part == null) {
      watcher.refusedToAccess(address, bytes);
    }
    return part;
  }

  /** Part of an allocation or a variable; null if not all of it is in one. */
  @Nullable Buffer find(long address, long bytes) {
    Buffer whole = containing(address);
    if (whole == null || bytes < 0 || bytes > whole.bytes() - (address - whole.address())) {
      return null;
    }
    return whole.part(address - whole.address(), bytes);
  }

  /** The allocation or variable that has an address. */
  @Nullable Buffer containing(long address) {
    Buffer found = containing(allocations, address);
    return found == null ? containing(variables, address) : found;
  }

  private static @Nullable Buffer containing(NavigableMap<Long, Buffer> in, long address) {
    Map.Entry<Long, Buffer> below = in.floorEntry(address);
    return below != null && address - below.getKey() < below.getValue().bytes()
        ? below.getValue()
        : null;
  }

  boolean write(long address, byte[] bytes) {
    Buffer into = wanted(address, bytes.length);
    if (into == null) {
      return false;
    }
    into.write(bytes);
    Map.Entry<Long, byte[]> shadow = shadows.floorEntry(address);
    if (shadow != null && address - shadow.getKey() < shadow.getValue().length) {
      System.arraycopy(
          bytes, 0, shadow.getValue(), (int) (address - shadow.getKey()), bytes.length);
    }
    return true;
  }

  boolean copy(long to, long from, long bytes) {
    Buffer target = wanted(to, bytes);
    Buffer source = wanted(from, bytes);
    if (target == null || source == null) {
      return false;
    }
    boolean backwards = to > from;
    for (long done = 0; done < bytes; done += CHUNK) {
      int piece = (int) Math.min(CHUNK, bytes - done);
      long at = backwards ? bytes - done - piece : done;
      target.write(at, source.readBytes(at, piece));
    }
    return true;
  }

  boolean fill(long address, long value, int element, long count) {
    Buffer into = wanted(address, Math.multiplyExact(count, element));
    if (into == null) {
      return false;
    }
    ByteBuffer one = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    one.putLong(0, value);
    byte[] chunk = new byte[(int) Math.min(CHUNK, into.bytes())];
    for (int i = 0; i < chunk.length; i++) {
      chunk[i] = one.get(i % element);
    }
    for (long at = 0; at < into.bytes(); at += CHUNK) {
      int piece = (int) Math.min(CHUNK, into.bytes() - at);
      into.write(at, piece == chunk.length ? chunk : Arrays.copyOf(chunk, piece));
    }
    return true;
  }

  /**
   * What threads have changed in memory for both sides since the last time.
   *
   * @param region its address
   * @param offset where to look
   * @param bytes how far
   * @param size of the region
   * @return runs of changed bytes, each behind its offset in the region and its length (u64); null
   *     where no such memory is
   */
  byte @Nullable [] changes(long region, int offset, int bytes, int size) {
    Buffer buffer = find(region + offset, bytes);
    if (buffer == null) {
      return null;
    }
    byte[] now = buffer.readBytes();
    byte[] before = shadows.get(region);
    ByteArrayOutputStream runs = new ByteArrayOutputStream();
    if (before == null) {
      run(runs, offset, now, 0, bytes);
      if (offset + bytes == size) {
        shadows.put(region, region(region, size));
      }
      return runs.toByteArray();
    }
    for (int at = 0; at < bytes; ) {
      int same = Arrays.mismatch(now, at, bytes, before, offset + at, offset + bytes);
      if (same < 0) {
        break;
      }
      int from = at + same;
      int to = endOfRun(now, before, offset, from);
      run(runs, offset + from, now, from, to);
      System.arraycopy(now, from, before, offset + from, to - from);
      at = to;
    }
    return runs.toByteArray();
  }

  /** Contents of a managed variable, of which the first look tells everything. */
  private byte[] region(long address, int size) {
    Buffer whole = find(address, size);
    return whole == null ? new byte[size] : whole.readBytes();
  }

  /** A run ends where eight bytes in a row are as they were. */
  private static int endOfRun(byte[] now, byte[] before, int offset, int from) {
    int end = from + 1;
    for (int at = end; at < now.length && at - end < Long.BYTES; at++) {
      if (now[at] != before[offset + at]) {
        end = at + 1;
      }
    }
    return end;
  }

  private static void run(ByteArrayOutputStream into, long offset, byte[] bytes, int from, int to) {
    ByteBuffer head = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    head.putLong(offset).putLong(to - from);
    into.writeBytes(head.array());
    into.write(bytes, from, to - from);
  }
}
