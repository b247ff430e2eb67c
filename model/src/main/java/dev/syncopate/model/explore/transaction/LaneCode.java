package dev.syncopate.model.explore.transaction;

import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusInstructionText;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusRegisters;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.List;
import java.util.TreeSet;

/**
 * Compiled program of one lane. Never changes.
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
    List<LitmusInstruction> instructions) {

  /**
   * @throws IllegalArgumentException for an instruction that is not explored on shared memory
   */
  static LaneCode of(LitmusThread thread, int warp, int lane, WordMap words) {
    TreeSet<String> registers = new TreeSet<>(thread.registers().keySet());
    for (LitmusInstruction instruction : thread.instructions()) {
      check(thread, instruction);
      registers.addAll(LitmusRegisters.used(instruction));
      String target = LitmusRegisters.set(instruction);
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

  private static void check(LitmusThread thread, LitmusInstruction instruction) {
    boolean isRefused =
        switch (instruction) {
          case LitmusInstruction.Barrier barrier ->
              !barrier.waits()
                  || barrier.quorum() != null
                  || barrier.instance() instanceof LitmusOperand.Register
                  || barrier.id() instanceof LitmusOperand.Register;
          case LitmusInstruction.Load load -> load.remote();
          case LitmusInstruction.Store store -> store.remote();
          case LitmusInstruction.Atomic atomic -> atomic.remote();
          case LitmusInstruction.Asynchronous _ -> true;
          default -> false;
        };
    if (instruction
            instanceof LitmusInstruction.Atomic(var _, var _, var _, Update update, var _, var _)
        && update instanceof Update.Combine(IntegerFunction arithmetic, var _)
        && (arithmetic == IntegerFunction.MUL || arithmetic == IntegerFunction.DIV)) {
      throw new IllegalArgumentException(
          "P%d: `%s`: the hardware has no atomic %s"
              .formatted(thread.id(), LitmusInstructionText.of(instruction), arithmetic.text()));
    }
    if (isRefused) {
      throw new IllegalArgumentException(
          "P%d: `%s`: not explored on shared memory, where barriers are `bar.cta.sync` with numbers and without a count, and nothing is remote or asynchronous"
              .formatted(thread.id(), LitmusInstructionText.of(instruction)));
    }
  }

  String text(int pc) {
    return LitmusInstructionText.of(instructions.get(pc));
  }

  int register(String register) {
    return registers.indexOf(register);
  }
}
