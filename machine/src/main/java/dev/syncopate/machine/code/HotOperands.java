package dev.syncopate.machine.code;

import dev.syncopate.ptx.ir.OperandMap;
import dev.syncopate.ptx.ir.Program;
import java.util.Arrays;

/**
 * Translator of operands into hot form ({@link Op}); notes, for the scoreboard, which registers an
 * instruction reads and writes.
 */
public final class HotOperands implements OperandMap {
  final int width;

  /** First lane of the spare value register, and the spare predicate. */
  final int spareValue;

  final int sparePredicate;

  /** Constants, each repeated for every lane. */
  public final long[] constants;

  private final int firstPredicate;
  private int[] waits = new int[16];
  private int waitCount;
  private int[] writes = new int[16];
  private int writeCount;

  public HotOperands(Program program, int width) {
    this.width = width;
    this.spareValue = program.valueRegisters() * width;
    this.sparePredicate = program.predicateRegisters();
    this.firstPredicate = program.valueRegisters() + 1;
    this.constants = new long[Math.max(1, program.constants().length) * width];
    for (int i = 0; i < program.constants().length; i++) {
      Arrays.fill(constants, i * width, (i + 1) * width, program.constants()[i]);
    }
  }

  public void begin() {
    waitCount = 0;
    writeCount = 0;
  }

  public int[] waits() {
    return Arrays.copyOf(waits, waitCount);
  }

  public int[] writes() {
    return Arrays.copyOf(writes, writeCount);
  }

  @Override
  public int read(int code) {
    if (code < 0) {
      return ~(~code * width);
    }
    await(code);
    return code * width;
  }

  @Override
  public int write(int register) {
    written(register);
    return register * width;
  }

  @Override
  public int readPredicate(int predicate) {
    await(firstPredicate + predicate);
    return predicate;
  }

  @Override
  public int writePredicate(int predicate) {
    written(firstPredicate + predicate);
    return predicate;
  }

  @Override
  public int target(int index) {
    return index;
  }

  /** A constant as {@link #read} names it, for every lane. */
  public long[] constant(int read) {
    return Arrays.copyOfRange(constants, ~read, ~read + width);
  }

  /** A value destination, the spare register for none. */
  public int valueOrSpare(int destination) {
    return destination < 0 ? spareValue : destination;
  }

  /** A predicate destination, the spare one for none. */
  public int predicateOrSpare(int destination) {
    return destination < 0 ? sparePredicate : destination;
  }

  private void await(int entry) {
    for (int i = 0; i < waitCount; i++) {
      if (waits[i] == entry) {
        return;
      }
    }
    if (waitCount == waits.length) {
      waits = Arrays.copyOf(waits, 2 * waitCount);
    }
    waits[waitCount++] = entry;
  }

  private void written(int entry) {
    await(entry);
    if (writeCount == writes.length) {
      writes = Arrays.copyOf(writes, 2 * writeCount);
    }
    writes[writeCount++] = entry;
  }
}
