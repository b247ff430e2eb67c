package dev.syncopate.model.litmus.opencl;

import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.InstructionAnnotation;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusOperand;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Instructions of a function under translation. Branches name labels until all are placed. */
final class OpenClProgram {
  private final List<LitmusInstruction> instructions = new ArrayList<>();
  private final List<Integer> places = new ArrayList<>();
  private int temporaries;

  final TreeMap<Integer, InstructionAnnotation> annotations = new TreeMap<>();

  void add(LitmusInstruction instruction) {
    instructions.add(instruction);
  }

  void add(LitmusInstruction instruction, InstructionAnnotation annotation) {
    annotations.put(instructions.size(), annotation);
    instructions.add(instruction);
  }

  /** A register that no variable has the name of. */
  String temporary() {
    return "$" + temporaries++;
  }

  /** A label without a place. */
  int label() {
    places.add(-1);
    return places.size() - 1;
  }

  /** Places a label before the next instruction. */
  void place(int label) {
    places.set(label, instructions.size());
  }

  void branch(ComparisonOperator comparison, LitmusOperand a, LitmusOperand b, int label) {
    add(new LitmusInstruction.Branch(comparison, a, b, label));
  }

  void jump(int label) {
    add(new LitmusInstruction.Goto(label));
  }

  /** The instructions, their targets indices. */
  List<LitmusInstruction> linked() {
    List<LitmusInstruction> linked = new ArrayList<>();
    for (LitmusInstruction instruction : instructions) {
      linked.add(
          switch (instruction) {
            case LitmusInstruction.Branch i ->
                new LitmusInstruction.Branch(i.comparison(), i.a(), i.b(), places.get(i.target()));
            case LitmusInstruction.Goto(int target) ->
                new LitmusInstruction.Goto(places.get(target));
            default -> instruction;
          });
    }
    return linked;
  }
}
