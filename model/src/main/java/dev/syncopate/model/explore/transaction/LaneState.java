package dev.syncopate.model.explore.transaction;

import dev.syncopate.model.explore.computation.Computation;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusOperand;
import java.util.function.LongConsumer;

/** A lane while it runs: registers, where it is, and what it had at {@code tx.begin}. */
final class LaneState {
  final LaneCode code;
  private final WordMap words;
  int pc;
  private long[] registers;

  /** The registers as they were at the first {@code tx.begin}, and where that is. */
  private long[] shadow;

  private int begin;

  /** Whether it has committed and waits for those who began with it. */
  boolean committed;

  /** Whether it waits at a barrier. */
  boolean waits;

  /** Whether it was told that its transaction was given up. */
  boolean notified;

  LaneState(LaneCode code, WordMap words) {
    this.code = code;
    this.words = words;
    registers = code.initial().stream().mapToLong(Long::longValue).toArray();
    shadow = new long[0];
  }

  private LaneState(LaneState original) {
    code = original.code;
    words = original.words;
    pc = original.pc;
    registers = original.registers.clone();
    shadow = original.shadow; // never changed, only replaced
    begin = original.begin;
    committed = original.committed;
    waits = original.waits;
    notified = original.notified;
  }

  LaneState copy() {
    return new LaneState(this);
  }

  boolean finished() {
    return pc == code.instructions().size();
  }

  LitmusInstruction instruction() {
    return code.instructions().get(pc);
  }

  String text() {
    return code.text(pc);
  }

  long value(LitmusOperand operand) {
    return operand instanceof LitmusOperand.Register(String name)
        ? registers[code.register(name)]
        : words.constant(operand);
  }

  long register(int index) {
    return registers[index];
  }

  void set(String register, long value) {
    registers[code.register(register)] = value;
  }

  /** Keeps its registers: it is at the first {@code tx.begin}. */
  void keep() {
    shadow = registers.clone();
    begin = pc;
  }

  /** Goes back to {@code tx.begin} with the registers that it had there. */
  void goBack() {
    registers = shadow.clone();
    pc = begin;
    committed = false;
  }

  /** It never goes back again. */
  void forget() {
    shadow = new long[0];
    begin = 0;
    committed = false;
  }

  /** Runs up to an instruction that others may notice. */
  void run() {
    Computation computation = new Computation();
    while (true) {
      if (finished()) {
        return;
      }
      switch (instruction()) {
        case LitmusInstruction.Move move -> {
          set(move.target(), value(move.value()));
          pc++;
        }
        case LitmusInstruction.Failed failed -> {
          set(failed.target(), notified ? 1 : 0);
          pc++;
        }
        case LitmusInstruction.Compute compute -> {
          set(compute.target(), compute.arithmetic().apply(value(compute.a()), value(compute.b())));
          pc++;
        }
        case LitmusInstruction.Branch branch ->
            pc =
                branch.comparison().holds(value(branch.a()), value(branch.b()))
                    ? branch.target()
                    : pc + 1;
        case LitmusInstruction.Goto(int target) -> pc = target;
        case LitmusInstruction.Fence _, LitmusInstruction.ProxyFence _ ->
            pc++; // all is in order anyway
        default -> {
          return;
        }
      }
      computation.goesOn(code.name(), pc, registers);
    }
  }

  void write(LongConsumer sink) {
    sink.accept(pc * 4L + (committed ? 2 : 0) + (waits ? 1 : 0)); // told is what the unit says
    for (long register : registers) {
      sink.accept(register);
    }
    sink.accept(shadow.length == 0 ? -1 : begin);
    for (long register : shadow) {
      sink.accept(register);
    }
  }
}
