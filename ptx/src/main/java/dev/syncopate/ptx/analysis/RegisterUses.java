package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Operand;
import dev.syncopate.ptx.ir.OperandMap;
import java.util.Arrays;
import java.util.List;

/**
 * Registers that each instruction of a program reads and writes. Value register r has the number r,
 * predicate register p the number {@code values + p}.
 */
public final class RegisterUses {
  final int values;
  final int registers;
  private final int[][] reads;
  private final int[][] writes;

  /**
   * @param values number of value registers
   * @param predicates number of predicate registers
   */
  public RegisterUses(List<Instruction> code, int values, int predicates) {
    this.values = values;
    this.registers = values + predicates;
    this.reads = new int[code.size()][];
    this.writes = new int[code.size()][];
    Collector collector = new Collector();
    for (int i = 0; i < reads.length; i++) {
      collector.readCount = 0;
      collector.writeCount = 0;
      code.get(i).map(collector);
      reads[i] = Arrays.copyOf(collector.read, collector.readCount);
      writes[i] = Arrays.copyOf(collector.written, collector.writeCount);
    }
  }

  /** Registers that an instruction reads, its guard among them; not to be changed. */
  public int[] reads(int instruction) {
    return reads[instruction];
  }

  /** Registers that an instruction writes; not to be changed. */
  public int[] writes(int instruction) {
    return writes[instruction];
  }

  /** Notes what it is asked and changes nothing. */
  private final class Collector implements OperandMap {
    private int[] read = new int[16];
    private int[] written = new int[16];
    private int readCount;
    private int writeCount;

    @Override
    public int read(int code) {
      if (!Operand.isConstant(code)) {
        noteRead(code);
      }
      return code;
    }

    @Override
    public int write(int register) {
      noteWrite(register);
      return register;
    }

    @Override
    public int readPredicate(int predicate) {
      noteRead(values + predicate);
      return predicate;
    }

    @Override
    public int writePredicate(int predicate) {
      noteWrite(values + predicate);
      return predicate;
    }

    @Override
    public int target(int index) {
      return index;
    }

    private void noteRead(int register) {
      if (readCount == read.length) {
        read = Arrays.copyOf(read, 2 * readCount);
      }
      read[readCount++] = register;
    }

    private void noteWrite(int register) {
      if (writeCount == written.length) {
        written = Arrays.copyOf(written, 2 * writeCount);
      }
      written[writeCount++] = register;
    }
  }
}
