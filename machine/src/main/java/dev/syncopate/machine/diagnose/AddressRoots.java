package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.space.Allocations;
import dev.syncopate.machine.space.Allocations.Range;
import dev.syncopate.ptx.ir.ControlInstruction.SystemCall;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.StateSpace;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Allocations from which an address may be computed: its operands are followed back to the kernel's
 * parameters and to the addresses of variables.
 */
final class AddressRoots {
  private final LaneReachability flow;
  private final List<Instruction> code;
  private final Allocations allocations;
  private final ByteBuffer parameters;
  private final long[] constants;
  private final List<List<Integer>> predecessors = new ArrayList<>();

  AddressRoots(StoppedLaunch scene, LaneReachability flow) {
    this.flow = flow;
    code = scene.program().code();
    allocations = scene.names().allocations();
    parameters = ByteBuffer.wrap(scene.parameters()).order(ByteOrder.LITTLE_ENDIAN);
    constants = scene.program().constants();
    code.forEach(_ -> predecessors.add(new ArrayList<>()));
    for (int pc = 0; pc < code.size(); pc++) {
      for (int next : flow.successors(pc)) {
        link(pc, next);
      }
      if (!code.get(pc).guard().always()) {
        link(pc, pc + 1);
      }
    }
  }

  private void link(int predecessor, int successor) {
    if (successor < code.size() && !predecessors.get(successor).contains(predecessor)) {
      predecessors.get(successor).add(predecessor);
    }
  }

  /** The allocation that an address lies in, by its start; -1 for none. */
  long allocation(long address) {
    Range range = allocations.containing(address);
    return range == null ? -1 : range.start();
  }

  private record Use(int pc, int operand) {}

  /** The allocations that the base of an address may point into; empty when that is not known. */
  Set<Long> of(int pc, int operand) {
    Set<Long> roots = new HashSet<>();
    Set<Use> visited = new HashSet<>();
    Deque<Use> work = new ArrayDeque<>();
    work.add(new Use(pc, operand));
    while (!work.isEmpty()) {
      Use use = work.pop();
      if (!visited.add(use)) {
        continue;
      }
      if (use.operand() < 0) {
        add(roots, constants[~use.operand()]);
        continue;
      }
      for (int definition : definitions(use)) {
        if (mayGivePointer(code.get(definition))) {
          return Set.of();
        }
        if (code.get(definition) instanceof Load load) {
          loaded(roots, load, use.operand());
        } else {
          flow.registers(definition).reads.forEach(read -> work.add(new Use(definition, read)));
        }
      }
    }
    return roots;
  }

  /** Whether an instruction may bring a pointer from memory or from {@code malloc}. */
  private static boolean mayGivePointer(Instruction instruction) {
    return switch (instruction) {
      case Load load ->
          load.type().bytes() == Long.BYTES
              && (load.space() != StateSpace.PARAM || load.address().base() >= 0);
      case Atomic atomic -> atomic.type().bytes() == Long.BYTES;
      case SystemCall _ -> true;
      default -> false;
    };
  }

  private void add(Set<Long> roots, long value) {
    long allocation = allocation(value);
    if (allocation >= 0) {
      roots.add(allocation);
    }
  }

  private void loaded(Set<Long> roots, Load load, int register) {
    int base = load.address().base();
    int element = load.destinations().indexOf(register);
    if (load.space() == StateSpace.PARAM && base < 0 && load.type().bytes() == Long.BYTES) {
      long parameterOffset =
          constants[~base] + load.address().offset() + (long) element * Long.BYTES;
      if (parameterOffset >= 0 && parameterOffset + Long.BYTES <= parameters.capacity()) {
        add(roots, parameters.getLong((int) parameterOffset));
      }
    }
  }

  /** The instructions that may have given a register the value that one reads. */
  private Set<Integer> definitions(Use use) {
    Set<Integer> definitions = new HashSet<>();
    Set<Integer> visited = new HashSet<>();
    Deque<Integer> work = new ArrayDeque<>(predecessors.get(use.pc()));
    while (!work.isEmpty()) {
      int pc = work.pop();
      if (!visited.add(pc)) {
        continue;
      }
      boolean writes = flow.registers(pc).values.get(use.operand());
      if (writes) {
        definitions.add(pc);
      }
      if (!writes || !code.get(pc).guard().always()) {
        work.addAll(predecessors.get(pc));
      }
    }
    return definitions;
  }
}
