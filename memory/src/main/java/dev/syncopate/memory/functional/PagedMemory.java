package dev.syncopate.memory.functional;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.sim.bits.Bits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Device memory without caches: zero until written, in pages of {@value #PAGE_BYTES} bytes that
 * come into being when first written. LaneBytes of an access are served in ascending order, as in
 * {@link LaneBytes}.
 *
 * <p>With a {@link BackingStore} a page is a copy, made at its first access, and {@link #writeBack}
 * ends all copies. Writes since {@link #checkpoint} can be undone by {@link #rollBack}.
 *
 * <pre>
 *   address - base   [ page ............. | byte in page ]
 *   bits                                    16
 * </pre>
 */
public final class PagedMemory {
  /** Bits of an address that count bytes in a page; the first page begins at {@link #base}. */
  public static final int PAGE_SHIFT = 16;

  /** Size of a page. */
  public static final int PAGE_BYTES = 1 << PAGE_SHIFT;

  private static final int PAGE_MASK = PAGE_BYTES - 1;

  private static final byte[] NEVER_WRITTEN = new byte[PAGE_BYTES];

  private final long base;
  private final long wholePages;
  private final @Nullable LineData[] pages;

  /** The bytes of each page: accesses that are not watched need no more. */
  private final byte[] @Nullable [] bytes;

  /**
   * The bytes of each page that may be written without further ado: all of memory without a backing
   * store, else those written since the checkpoint.
   */
  private final byte[] @Nullable [] writable;

  private final @Nullable BackingStore backing;

  /** Pages that differ from the backing store. */
  private final BitSet dirty = new BitSet();

  /** Pages written since the checkpoint, with their contents before. */
  private final List<SavedPage> saved = new ArrayList<>();

  private long changes;

  /** Writes of the host so far that have given a byte another value, and restored contents. */
  private long replacements;

  /** Contents of a page at the checkpoint. */
  private record SavedPage(int index, byte[] contents, boolean wasDirty) {}

  /**
   * @param base first address, a multiple of the page size
   * @param end first address behind it
   */
  public PagedMemory(long base, long end) {
    this(base, end, null);
  }

  /**
   * @param base first address, a multiple of the page size
   * @param end first address behind it
   * @param backing where the contents are; null for memory that is zero until written
   */
  public PagedMemory(long base, long end, @Nullable BackingStore backing) {
    this.base = base;
    this.wholePages = (end - base) >> PAGE_SHIFT;
    this.backing = backing;
    int count = Math.toIntExact((end - base + PAGE_MASK) >> PAGE_SHIFT);
    this.pages = new @Nullable LineData[count];
    this.bytes = new byte[count][];
    this.writable = backing == null ? bytes : new byte[count][];
  }

  /** First address. */
  public long base() {
    return base;
  }

  /** Accesses so far that have given a byte another value. */
  public long changes() {
    return changes;
  }

  /** Version of the contents: as long as it is the same, every byte is. */
  public long version() {
    return changes + replacements;
  }

  // ---- the host ----

  /** Copies bytes out. */
  public void read(long address, byte[] target) {
    for (int copied = 0; copied < target.length; ) {
      int inPage = inPage(address + copied);
      int count = Math.min(target.length - copied, PAGE_BYTES - inPage);
      byte[] page = bytes[index(address + copied)];
      if (page == null && backing != null) {
        byte[] part = new byte[count];
        backing.read(address + copied, part);
        System.arraycopy(part, 0, target, copied, count);
      } else if (page == null) {
        Arrays.fill(target, copied, copied + count, (byte) 0);
      } else {
        System.arraycopy(page, inPage, target, copied, count);
      }
      copied += count;
    }
  }

  /** Copies bytes in. */
  public void write(long address, byte[] source) {
    for (int copied = 0; copied < source.length; ) {
      int inPage = inPage(address + copied);
      int count = Math.min(source.length - copied, PAGE_BYTES - inPage);
      int index = index(address + copied);
      LineData page = pages[index];
      if (page == null && backing != null) {
        backing.write(address + copied, Arrays.copyOfRange(source, copied, copied + count));
        replacements++;
      } else if (page != null || !isZero(source, copied, count)) {
        LineData target = written(index);
        if (differs(source, copied, target.bytes, inPage, count)) {
          replacements++;
        }
        System.arraycopy(source, copied, target.bytes, inPage, count);
        target.forget(inPage, count);
      }
      copied += count;
    }
  }

  private static boolean differs(byte[] a, int aStart, byte[] b, int bStart, int count) {
    return Arrays.mismatch(a, aStart, aStart + count, b, bStart, bStart + count) >= 0;
  }

  private static boolean isZero(byte[] source, int start, int count) {
    for (int i = start; i < start + count; i++) {
      if (source[i] != 0) {
        return false;
      }
    }
    return true;
  }

  // ---- accesses of warps ----

  /** Performs an access: its results are in its registers. */
  void perform(WarpAccess access) {
    boolean changed =
        switch (access.operation.kind()) {
          case LOAD -> load(access);
          case STORE -> store(access);
          case ATOMIC -> atomic(access);
          case FENCE -> false;
        };
    changes += changed ? 1 : 0;
  }

  /** Performs an access that has been divided into lines, with the origins of its bytes. */
  void performLines(WarpAccess access) {
    boolean changed = false;
    for (LineAccess line : access.lines) {
      int index = index(line.line);
      LineData page = access.operation.kind() == AccessKind.LOAD ? page(index) : written(index);
      int start = inPage(line.line);
      switch (access.operation.kind()) {
        case LOAD -> LaneBytes.load(line, page, start);
        case STORE -> changed |= LaneBytes.store(line, page, start);
        case ATOMIC -> changed |= LaneBytes.atomic(line, page, start).changed();
        case FENCE -> {}
      }
    }
    changes += changed ? 1 : 0;
  }

  private boolean load(WarpAccess access) {
    MemoryOperation operation = access.operation;
    int size = operation.type().bytes();
    boolean extended = LaneBytes.extendsResult(operation);
    long[] result = access.result;
    long[] address = access.address;
    for (int e = 0; e < access.resultBase.length; e++) {
      int destination = access.resultBase[e];
      long start = base - (long) e * size;
      int lane = Bits.lowest(access.lanes);
      for (long rest = access.lanes >>> lane; rest != 0; rest >>>= 1, lane++) {
        if ((rest & 1) != 0) {
          long offset = address[lane] - start;
          byte[] page = bytes[(int) (offset >> PAGE_SHIFT)];
          if (page == null && backing != null) {
            page = page((int) (offset >> PAGE_SHIFT)).bytes;
          }
          result[destination + lane] =
              page == null ? 0 : LaneBytes.get(page, (int) offset & PAGE_MASK, size);
        }
      }
      if (extended) {
        for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
          int l = destination + Bits.lowest(rest);
          result[l] = LaneBytes.extended(operation, result[l]);
        }
      }
    }
    return false;
  }

  private boolean store(WarpAccess access) {
    int size = access.operation.type().bytes();
    int elements = access.operation.elements();
    long difference = 0;
    int lane = Bits.lowest(access.lanes);
    for (long rest = access.lanes >>> lane; rest != 0; rest >>>= 1, lane++) {
      if ((rest & 1) == 0) {
        continue;
      }
      long offset = access.address[lane] - base;
      byte[] page = writable((int) (offset >> PAGE_SHIFT));
      int index = (int) offset & PAGE_MASK;
      for (int e = 0; e < elements; e++, index += size) {
        long value = LaneBytes.truncate(access.operand[e * access.width + lane], size);
        difference |= LaneBytes.get(page, index, size) ^ value;
        LaneBytes.put(page, index, size, value);
      }
    }
    return difference != 0;
  }

  private boolean atomic(WarpAccess access) {
    MemoryOperation operation = access.operation;
    AtomicOp performed = Objects.requireNonNull(operation.atomic());
    if (performed == AtomicOp.CAS || operation.elements() > 1) {
      return wideAtomic(access, performed);
    }
    DataType type = operation.type();
    int size = type.bytes();
    long difference = 0;
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Bits.lowest(rest);
      long offset = access.address[lane] - base;
      byte[] page = writable((int) (offset >> PAGE_SHIFT));
      int index = (int) offset & PAGE_MASK;
      long old = LaneBytes.get(page, index, size);
      long value = performed.apply(type, old, access.operand[lane], 0);
      LaneBytes.put(page, index, size, value);
      difference |= old ^ value;
      LaneBytes.result(access, lane, 0, old);
    }
    return difference != 0;
  }

  /** Compare-and-swap, and exchanges of several elements. */
  private boolean wideAtomic(WarpAccess access, AtomicOp performed) {
    DataType type = access.operation.type();
    int size = type.bytes();
    int elements = access.operation.elements();
    boolean compares = performed == AtomicOp.CAS;
    long[] next = compares ? access.operand2 : access.operand;
    long difference = 0;
    for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
      int lane = Bits.lowest(rest);
      long offset = access.address[lane] - base;
      byte[] page = writable((int) (offset >> PAGE_SHIFT));
      int index = (int) offset & PAGE_MASK;
      boolean writes = true;
      for (int e = 0; e < elements; e++) {
        int value = e * access.width + lane;
        long old = LaneBytes.get(page, index + e * size, size);
        writes &= performed.writes(type, old, access.operand[value]);
        LaneBytes.result(access, lane, e, old);
      }
      for (int e = 0; writes && e < elements; e++) {
        long value = LaneBytes.truncate(next[e * access.width + lane], size);
        difference |= value ^ LaneBytes.get(page, index + e * size, size);
        LaneBytes.put(page, index + e * size, size, value);
      }
    }
    return difference != 0;
  }

  // ---- accesses of fused code, lane by lane ----

  /**
   * The page of an element that is about to be read; null for one that is misaligned or outside, or
   * on a last page that is not whole.
   *
   * @param elementBytes a power of two
   */
  public byte @Nullable [] pageToRead(long address, int elementBytes) {
    int index = wholePage(address, elementBytes);
    if (index < 0) {
      return null;
    }
    byte[] page = bytes[index];
    return page != null ? page : absent(index);
  }

  /** The same of one that is about to be written. */
  public byte @Nullable [] pageToWrite(long address, int elementBytes) {
    int index = wholePage(address, elementBytes);
    return index < 0 ? null : writable(index);
  }

  private int wholePage(long address, int elementBytes) {
    long number = (address - base) >>> PAGE_SHIFT;
    return number < wholePages && (address & (elementBytes - 1)) == 0 ? (int) number : -1;
  }

  private byte[] absent(int index) {
    return backing == null ? NEVER_WRITTEN : page(index).bytes;
  }

  /** An element of a page, zero-extended. */
  public static long element(byte[] page, int index, int bytes) {
    return LaneBytes.get(page, index, bytes);
  }

  /** Writes an element of a page; returns the bits that differ from before. */
  public static long replace(byte[] page, int index, int bytes, long value) {
    long difference = LaneBytes.get(page, index, bytes) ^ LaneBytes.truncate(value, bytes);
    LaneBytes.put(page, index, bytes, value);
    return difference;
  }

  /** Updates an element of a page; returns the bits that differ from before. */
  public static long update(
      byte[] page, int index, AtomicOp operation, DataType type, long operand) {
    long old = LaneBytes.get(page, index, type.bytes());
    return replace(page, index, type.bytes(), operation.apply(type, old, operand, 0));
  }

  /** An access has given a byte another value. */
  public void changed() {
    changes++;
  }

  // ---- pages ----

  private int inPage(long address) {
    return (int) (address - base) & PAGE_MASK;
  }

  private int index(long address) {
    return (int) ((address - base) >> PAGE_SHIFT);
  }

  private byte[] writable(int index) {
    byte[] page = writable[index];
    return page != null ? page : written(index).bytes;
  }

  private LineData page(int index) {
    LineData page = pages[index];
    if (page == null) {
      page = new LineData(PAGE_BYTES);
      if (backing != null) {
        backing.read(address(index), page.bytes);
      }
      pages[index] = page;
      bytes[index] = page.bytes;
    }
    return page;
  }

  /** A page that is about to be written. */
  private LineData written(int index) {
    LineData page = page(index);
    if (writable[index] == null) {
      saved.add(new SavedPage(index, page.bytes.clone(), dirty.get(index)));
      dirty.set(index);
      writable[index] = page.bytes;
    }
    return page;
  }

  private long address(int index) {
    return base + ((long) index << PAGE_SHIFT);
  }

  // ---- with a backing store ----

  /** From now on writes can be undone; those before no longer. */
  public void checkpoint() {
    for (SavedPage page : saved) {
      writable[page.index] = null;
    }
    saved.clear();
  }

  /** Undoes all writes since the checkpoint. */
  public void rollBack() {
    replacements++;
    for (SavedPage page : saved) {
      System.arraycopy(page.contents, 0, page(page.index).bytes, 0, PAGE_BYTES);
      dirty.set(page.index, page.wasDirty);
    }
    checkpoint();
  }

  /** Contents of pages that were written and undone. */
  public static final class UndoneWrites {
    private final List<SavedPage> pages = new ArrayList<>();
  }

  /** As {@link #rollBack}, but the writes can be done again. */
  public UndoneWrites takeBack() {
    replacements++;
    UndoneWrites undone = new UndoneWrites();
    for (SavedPage page : saved) {
      undone.pages.add(new SavedPage(page.index, page(page.index).bytes, true));
      put(page);
    }
    checkpoint();
    return undone;
  }

  /** Gives pages their contents before {@link #takeBack}. Later writes to them are lost. */
  public void redo(UndoneWrites undone) {
    replacements++;
    checkpoint();
    undone.pages.forEach(this::put);
  }

  private void put(SavedPage page) {
    LineData contents = new LineData(page.contents);
    pages[page.index] = contents;
    bytes[page.index] = contents.bytes;
    dirty.set(page.index, page.wasDirty);
  }

  /**
   * Writes pages that differ to the backing store, and gives all copies up.
   *
   * @throws IllegalStateException without a backing store
   */
  public void writeBack() {
    BackingStore store = backing;
    if (store == null) {
      throw new IllegalStateException("memory without a backing store cannot be written back");
    }
    checkpoint();
    replacements++;
    dirty.stream().forEach(index -> store.write(address(index), page(index).bytes));
    dirty.clear();
    Arrays.fill(pages, null);
    Arrays.fill(bytes, null);
  }
}
