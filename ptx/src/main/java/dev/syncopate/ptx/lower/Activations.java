package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.analysis.LiveBehind;
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.Arithmetic.Compute;
import dev.syncopate.ptx.ir.Arithmetic.PredicateOperation;
import dev.syncopate.ptx.ir.Arithmetic.ReserveStack;
import dev.syncopate.ptx.ir.Arithmetic.Select;
import dev.syncopate.ptx.ir.Arithmetic.SetPredicate;
import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.CallIndirect;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.CacheOperator;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.OperandMap;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.lower.module.AddressSpaces;
import dev.syncopate.ptx.lower.module.FunctionUnit;
import dev.syncopate.ptx.lower.module.ModuleContext;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Saves registers around calls that may lead back to the function which makes them. Every function
 * has one set of registers; what the caller will still read of its registers is stored on the stack
 * before such a call and loaded behind it.
 */
final class Activations {
  private final ModuleContext module;
  private final FunctionUnit unit;
  private final int values;
  private final LiveBehind live;
  private final BitSet handedOver;
  private final List<Instruction> saving = new ArrayList<>();
  private Position position;

  private Activations(ModuleContext module, FunctionUnit unit) {
    this.module = module;
    this.unit = unit;
    this.values = module.registers.valueCount();
    this.live = new LiveBehind(unit.code, values, module.registers.predicateCount());
    this.handedOver = module.handedOver();
    this.position = unit.code.get(0).position();
  }

  /**
   * Place where a register is saved: the number of a value register, or of a predicate behind
   * those.
   */
  private record Slot(int register, int offset, ScalarType type) {}

  /** Completes the code of a function, if it makes such calls. */
  static void save(ModuleContext module, FunctionUnit unit) {
    if (!unit.circularCalls.isEmpty()) {
      new Activations(module, unit).run();
    }
  }

  private void run() {
    List<Instruction> code = List.copyOf(unit.code);
    int[] moved = new int[code.size() + 1];
    SortedMap<Integer, String> shapes = new TreeMap<>();
    for (int i = 0; i < code.size(); i++) {
      moved[i] = saving.size();
      if (unit.circularCalls.get(i)) {
        call(code.get(i), i + 1, slots(live.of(i)));
      } else {
        saving.add(code.get(i));
      }
      String shape = unit.indirectShapes.get(i);
      if (shape != null) {
        shapes.put(lastCall(), shape);
      }
    }
    moved[code.size()] = saving.size();
    OperandMap retarget = new Retargeting(moved);
    unit.code.clear();
    for (Instruction instruction : saving) {
      // The target of a call is the number of a function.
      unit.code.add(instruction instanceof Call ? instruction : instruction.map(retarget));
    }
    unit.indirectShapes.clear();
    unit.indirectShapes.putAll(shapes);
  }

  private int lastCall() {
    int last = saving.size() - 1;
    while (!(saving.get(last) instanceof CallIndirect)) {
      last--;
    }
    return last;
  }

  /** A place for each register, the widest first, so that each is aligned. */
  private List<Slot> slots(BitSet registers) {
    registers.andNot(handedOver);
    List<Slot> slots = new ArrayList<>();
    int offset = 0;
    for (ScalarType type : List.of(ScalarType.B64, ScalarType.B32, ScalarType.B8)) {
      for (int r = registers.nextSetBit(0); r >= 0; r = registers.nextSetBit(r + 1)) {
        if (type(r) == type) {
          slots.add(new Slot(r, offset, type));
          offset += type.bytes();
        }
      }
    }
    return slots;
  }

  private ScalarType type(int register) {
    if (register >= values) {
      return ScalarType.B8;
    }
    return module.registers.bits(register) == 64 ? ScalarType.B64 : ScalarType.B32;
  }

  /**
   * A call with what is saved around it; a branch leads the lanes around it that do not call.
   *
   * @param nextPc index of the instruction behind the call, before any was added
   */
  private void call(Instruction call, int nextPc, List<Slot> slots) {
    position = call.position();
    Guard guard = call.guard();
    if (!guard.always()) {
      Guard inverseGuard = new Guard(guard.predicate(), !guard.negated());
      saving.add(new Branch(inverseGuard, position, nextPc, false, -1));
    }
    int bytes = 0;
    for (Slot slot : slots) {
      bytes = slot.offset + slot.type.bytes();
    }
    // A call of which nothing is saved takes some too, as a return address does.
    bytes = AddressSpaces.align(Math.max(1, bytes), Arithmetic.STACK_ALIGNMENT);
    int pointer = module.stackPointer();
    int size = module.constants.number(bytes);
    saving.add(new ReserveStack(Guard.NONE, position, pointer, size, 1, -1));
    for (Slot slot : slots) {
      save(slot, new Address(pointer, slot.offset - bytes));
    }
    saving.add(unguarded(call));
    for (Slot slot : slots) {
      restore(slot, new Address(pointer, slot.offset - bytes));
    }
    LaneFunction subtract = Objects.requireNonNull(module.laneFunction("sub.u32"));
    saving.add(new Compute(Guard.NONE, position, subtract, pointer, pointer, size, 0));
  }

  private static Instruction unguarded(Instruction call) {
    return call instanceof Call named
        ? new Call(Guard.NONE, named.position(), named.target(), named.callee())
        : new CallIndirect(
            Guard.NONE,
            call.position(),
            ((CallIndirect) call).address(),
            ((CallIndirect) call).uniform());
  }

  private void save(Slot slot, Address address) {
    int value = slot.register;
    if (value >= values) {
      value = module.registers.value(32);
      int oneConstant = module.constants.number(1);
      int zero = module.constants.number(0);
      saving.add(
          new Select(Guard.NONE, position, value, oneConstant, zero, slot.register - values));
    }
    saving.add(
        new Store(
            Guard.NONE,
            position,
            StateSpace.LOCAL,
            MemoryOrder.WEAK,
            MemoryScope.CTA,
            false,
            false,
            CacheOperator.NONE,
            slot.type,
            address,
            List.of(value)));
  }

  private void restore(Slot slot, Address address) {
    boolean predicate = slot.register >= values;
    int value = predicate ? module.registers.value(32) : slot.register;
    saving.add(
        new Load(
            Guard.NONE,
            position,
            StateSpace.LOCAL,
            MemoryOrder.WEAK,
            MemoryScope.CTA,
            false,
            false,
            false,
            CacheOperator.NONE,
            slot.type,
            address,
            List.of(value),
            Math.max(32, slot.type.bits())));
    if (predicate) {
      saving.add(
          new SetPredicate(
              Guard.NONE,
              position,
              Objects.requireNonNull(module.lanePredicate("setp.ne.u32")),
              value,
              module.constants.number(0),
              slot.register - values,
              -1,
              PredicateOperation.NONE,
              -1,
              false));
    }
  }

  /** Moves targets from where instructions were to where they are; changes no register. */
  private record Retargeting(int[] moved) implements OperandMap {
    @Override
    public int read(int code) {
      return code;
    }

    @Override
    public int write(int register) {
      return register;
    }

    @Override
    public int readPredicate(int predicate) {
      return predicate;
    }

    @Override
    public int writePredicate(int predicate) {
      return predicate;
    }

    @Override
    public int target(int index) {
      return moved[index];
    }
  }
}
