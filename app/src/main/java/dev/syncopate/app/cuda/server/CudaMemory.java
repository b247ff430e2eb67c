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
final class CudaMemory {
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

  CudaMemory(CudaSimulation simulation) {
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
    Buffer buffer = containing(address);
    if (buffer == null || bytes < 0 || bytes > buffer.bytes() - (address - buffer.address())) {
      return null;
    }
    return buffer.part(address - buffer.address(), bytes);
  }

  /** The allocation or variable that has an address. */
  @Nullable Buffer containing(long address) {
    Buffer buffer = containing(allocations, address);
    return buffer == null ? containing(variables, address) : buffer;
  }

  private static @Nullable Buffer containing(NavigableMap<Long, Buffer> buffers, long address) {
    Map.Entry<Long, Buffer> below = buffers.floorEntry(address);
    return below != null && address - below.getKey() < below.getValue().bytes()
        ? below.getValue()
        : null;
  }

  boolean write(long address, byte[] bytes) {
    Buffer buffer = wanted(address, bytes.length);
    if (buffer == null) {
      return false;
    }
    buffer.write(bytes);
    Map.Entry<Long, byte[]> shadow = shadows.floorEntry(address);
    if (shadow != null && address - shadow.getKey() < shadow.getValue().length) {
      System.arraycopy(
          bytes, 0, shadow.getValue(), (int) (address - shadow.getKey()), bytes.length);
    }
    return true;
  }

  boolean copy(long targetAddress, long sourceAddress, long bytes) {
    Buffer target = wanted(targetAddress, bytes);
    Buffer source = wanted(sourceAddress, bytes);
    if (target == null || source == null) {
      return false;
    }
    boolean backwards = targetAddress > sourceAddress;
    for (long copied = 0; copied < bytes; copied += CHUNK) {
      int piece = (int) Math.min(CHUNK, bytes - copied);
      long offset = backwards ? bytes - copied - piece : copied;
      target.write(offset, source.readBytes(offset, piece));
    }
    return true;
  }

  boolean fill(long address, long value, int element, long count) {
    Buffer buffer = wanted(address, Math.multiplyExact(count, element));
    if (buffer == null) {
      return false;
    }
    ByteBuffer pattern = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    pattern.putLong(0, value);
    byte[] chunk = new byte[(int) Math.min(CHUNK, buffer.bytes())];
    for (int i = 0; i < chunk.length; i++) {
      chunk[i] = pattern.get(i % element);
    }
    for (long offset = 0; offset < buffer.bytes(); offset += CHUNK) {
      int piece = (int) Math.min(CHUNK, buffer.bytes() - offset);
      buffer.write(offset, piece == chunk.length ? chunk : Arrays.copyOf(chunk, piece));
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
    byte[] shadow = shadows.get(region);
    ByteArrayOutputStream runs = new ByteArrayOutputStream();
    if (shadow == null) {
      run(runs, offset, now, 0, bytes);
      if (offset + bytes == size) {
        shadows.put(region, region(region, size));
      }
      return runs.toByteArray();
    }
    for (int position = 0; position < bytes; ) {
      int equalBytes =
          Arrays.mismatch(now, position, bytes, shadow, offset + position, offset + bytes);
      if (equalBytes < 0) {
        break;
      }
      int start = position + equalBytes;
      int end = endOfRun(now, shadow, offset, start);
      run(runs, offset + start, now, start, end);
      System.arraycopy(now, start, shadow, offset + start, end - start);
      position = end;
    }
    return runs.toByteArray();
  }

  /** Contents of a managed variable, of which the first look tells everything. */
  private byte[] region(long address, int size) {
    Buffer buffer = find(address, size);
    return buffer == null ? new byte[size] : buffer.readBytes();
  }

  /** A run ends where eight bytes in a row are as they were. */
  private static int endOfRun(byte[] now, byte[] shadow, int offset, int start) {
    int end = start + 1;
    for (int position = end; position < now.length && position - end < Long.BYTES; position++) {
      if (now[position] != shadow[offset + position]) {
        end = position + 1;
      }
    }
    return end;
  }

  private static void run(
      ByteArrayOutputStream target, long offset, byte[] bytes, int start, int end) {
    ByteBuffer head = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    head.putLong(offset).putLong(end - start);
    target.writeBytes(head.array());
    target.write(bytes, start, end - start);
  }
}
