package dev.syncopate.memory.local;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.MemoryOperation;
import java.util.Objects;

/** What an access of another CTA, or the update of a bulk copy, does to an element. */
public final class SharedElement {
  private SharedElement() {}

  /**
   * Performs an access to an element. Returns what was there.
   *
   * @param slot of its thread in the store
   * @param a value of a store, first operand of an update
   * @param b second operand, of compare-and-swap alone
   */
  public static long perform(
      LocalStore store, int slot, int lane, int place, MemoryOperation operation, long a, long b) {
    int bytes = operation.type().bytes();
    long old = store.get(slot, lane, place, bytes);
    if (operation.kind() == AccessKind.STORE) {
      boolean _ = store.put(slot, lane, place, bytes, a);
    } else if (operation.kind() == AccessKind.ATOMIC) {
      AtomicOp update = Objects.requireNonNull(operation.atomic());
      long next = update.apply(operation.type(), old, a, b);
      boolean _ = store.put(slot, lane, place, bytes, next);
    }
    return old;
  }

  /**
   * Updates elements in a row.
   *
   * @param old what is there, which changes
   * @param operands one for each element
   */
  public static void update(MemoryOperation update, byte[] old, byte[] operands) {
    AtomicOp operation = Objects.requireNonNull(update.atomic());
    int size = update.type().bytes();
    for (int i = 0; i < old.length; i += size) {
      long value = LittleEndian.get(old, i, size);
      long operand = LittleEndian.get(operands, i, size);
      LittleEndian.put(old, i, size, operation.apply(update.type(), value, operand, 0));
    }
  }
}
