package dev.syncopate.model.explore.transaction;

import dev.syncopate.model.litmus.Arithmetic;
import dev.syncopate.model.litmus.Instruction;
import dev.syncopate.model.litmus.Instruction.Update;
import dev.syncopate.model.litmus.InstructionText;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.litmus.Operand;
import dev.syncopate.model.litmus.Registers;
import java.util.List;
import java.util.TreeSet;

/**
 * What one lane does. Never changes.
 *
 * @param name for people, as in {@code P0}
 * @param warp which of the explored warps it is a lane of, from 0
 * @param lane which lane of that
 * @param registers its registers' names
 * @param initial first values of the registers
 * @param instructions what is done
 */
record LaneCode(
    String name,
    int warp,
    int lane,
    List<String> registers,
    List<Long> initial,
    List<Instruction> instructions) {

  /**
   * @throws IllegalArgumentException for an instruction that is not explored on shared memory
   */
  static LaneCode of(LitmusThread thread, int warp, int lane, WordMap words) {
    TreeSet<String> registers = new TreeSet<>(thread.registers().keySet());
    for (Instruction instruction : thread.instructions()) {
      check(thread, instruction);
      registers.addAll(Registers.used(instruction));
      String target = Registers.set(instruction);
      if (target != null) {
        registers.add(target);
      }
    }
    List<Long> initial =
        registers.stream()
            .map(register -> words.constant(thread.registers().get(register)))
            .toList();
    return new LaneCode(
        "P" + thread.id(), warp, lane, List.copyOf(registers), initial, thread.instructions());
  }

  private static void check(LitmusThread thread, Instruction instruction) {
    boolean isRefused =
        switch (instruction) {
          case Instruction.Barrier barrier ->
              !barrier.waits()
                  || barrier.quorum() != null
                  || barrier.instance() instanceof Operand.Register
                  || barrier.id() instanceof Operand.Register;
          case Instruction.Load load -> load.remote();
          case Instruction.Store store -> store.remote();
          case Instruction.Atomic atomic -> atomic.remote();
          default -> false;
        };
    if (instruction instanceof Instruction.Atomic(var _, var _, var _, Update update, var _, var _)
        && update instanceof Update.Combine(Arithmetic arithmetic, var _)
        && (arithmetic == Arithmetic.MUL || arithmetic == Arithmetic.DIV)) {
      throw new IllegalArgumentException(
          "P%d: `%s`: the hardware has no atomic %s"
              .formatted(thread.id(), InstructionText.of(instruction), arithmetic.text()));
    }
    if (isRefused) {
      throw new IllegalArgumentException(
          "P%d: `%s`: not explored on shared memory, where barriers are `bar.cta.sync` with numbers and without a count, and nothing is remote"
              .formatted(thread.id(), InstructionText.of(instruction)));
    }
  }

  String text(int pc) {
    return InstructionText.of(instructions.get(pc));
  }

  int register(String register) {
    return registers.indexOf(register);
  }
}
