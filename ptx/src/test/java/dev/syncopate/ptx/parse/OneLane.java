package dev.syncopate.ptx.parse;

import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.Arithmetic.Compute;
import dev.syncopate.ptx.ir.Arithmetic.ComputeCarry;
import dev.syncopate.ptx.ir.Arithmetic.ConvertAddress;
import dev.syncopate.ptx.ir.Arithmetic.PredicateLogic;
import dev.syncopate.ptx.ir.Arithmetic.PredicateOperation;
import dev.syncopate.ptx.ir.Arithmetic.ReadSpecial;
import dev.syncopate.ptx.ir.Arithmetic.Select;
import dev.syncopate.ptx.ir.Arithmetic.SetPredicate;
import dev.syncopate.ptx.ir.Arithmetic.SetValue;
import dev.syncopate.ptx.ir.Arithmetic.TestSpace;
import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.BranchIndexed;
import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.CallIndirect;
import dev.syncopate.ptx.ir.ControlInstruction.Exit;
import dev.syncopate.ptx.ir.ControlInstruction.Return;
import dev.syncopate.ptx.ir.ControlInstruction.SystemCall;
import dev.syncopate.ptx.ir.ControlInstruction.Trap;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Fence;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.ModuleVariable;
import dev.syncopate.ptx.ir.ModuleVariable.Relocation;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.PtxModule;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.ir.WarpInstruction.Barrier;
import dev.syncopate.ptx.ir.WarpInstruction.WarpSync;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs one thread of a program, one instruction at a time, to see that a text was lowered to what
 * it means. Memory is one array; the spaces are ranges of it.
 */
final class OneLane {
  static final int GLOBAL = 1 << 20;
  private static final int SHARED = 1 << 16;
  private static final int LOCAL = 1 << 17;
  private static final int CONSTANT = 1 << 18;
  private static final int PARAMETER = 1 << 19;
  private static final int MOST_STEPS = 1_000_000;

  final ByteBuffer memory = ByteBuffer.allocate(1 << 21).order(ByteOrder.LITTLE_ENDIAN);
  final List<SystemCall> systemCalls = new ArrayList<>();
  private final Program program;
  private final long[] values;
  private final boolean[] predicates;
  private final Deque<Integer> callers = new ArrayDeque<>();

  /** A kernel of a text, its module's variables placed and filled in. */
  OneLane(PtxModule module, String kernel) {
    Map<String, Long> addresses = new HashMap<>();
    long global = GLOBAL + (1 << 16);
    long constant = 0;
    for (ModuleVariable variable : module.variables()) {
      boolean isGlobal = variable.space() == StateSpace.GLOBAL;
      long variableAddress = isGlobal ? global : constant;
      variableAddress =
          (variableAddress + variable.alignment() - 1)
              / variable.alignment()
              * variable.alignment();
      addresses.put(variable.name(), variableAddress);
      memory.put((int) variableAddress + (isGlobal ? 0 : CONSTANT), variable.initial());
      if (isGlobal) {
        global = variableAddress + variable.bytes();
      } else {
        constant = variableAddress + variable.bytes();
      }
    }
    for (ModuleVariable variable : module.variables()) {
      long variableAddress = addresses.getOrDefault(variable.name(), 0L);
      for (Relocation relocation : variable.relocations()) {
        ModuleVariable target =
            module.variables().stream()
                .filter(v -> v.name().equals(relocation.symbol()))
                .findFirst()
                .orElseThrow();
        long window = relocation.generic() && target.space() == StateSpace.CONST ? CONSTANT : 0;
        memory.putLong(
            (int) variableAddress
                + (variable.space() == StateSpace.GLOBAL ? 0 : CONSTANT)
                + relocation.offset(),
            addresses.getOrDefault(relocation.symbol(), 0L) + relocation.addend() + window);
      }
    }
    program = module.linker().link(kernel, addresses);
    values = new long[program.valueRegisters()];
    predicates = new boolean[program.predicateRegisters()];
  }

  Program program() {
    return program;
  }

  /** Sets a parameter; integers by the width of the parameter. */
  OneLane with(int parameter, long value) {
    int parameterOffset = PARAMETER + program.parameters().get(parameter).offset();
    switch (program.parameters().get(parameter).bytes()) {
      case 1 -> memory.put(parameterOffset, (byte) value);
      case 2 -> memory.putShort(parameterOffset, (short) value);
      case 4 -> memory.putInt(parameterOffset, (int) value);
      default -> memory.putLong(parameterOffset, value);
    }
    return this;
  }

  /** Runs the thread to its end. */
  OneLane run() {
    int pc = 0;
    for (int steps = 0; pc >= 0; steps++) {
      if (steps == MOST_STEPS) {
        throw new AssertionError("no end after " + steps + " instructions, at " + at(pc));
      }
      Instruction instruction = program.code().get(pc);
      Guard guard = instruction.guard();
      boolean acts = guard.always() || predicates[guard.predicate()] != guard.negated();
      pc = acts ? step(instruction, pc) : pc + 1;
    }
    return this;
  }

  private String at(int pc) {
    return program.code().get(pc).toString();
  }

  private long get(int operand) {
    return operand < 0 ? program.constants()[~operand] : values[operand];
  }

  private int step(Instruction instruction, int pc) {
    switch (instruction) {
      case Compute c ->
          values[c.destination()] =
              c.function()
                  .apply(
                      c.function().arity() > 0 ? get(c.a()) : 0,
                      c.function().arity() > 1 ? get(c.b()) : 0,
                      c.function().arity() > 2 ? get(c.c()) : 0);
      case ComputeCarry c -> carry(c);
      case SetPredicate s -> {
        boolean holds = s.compare().test(get(s.a()), get(s.b()));
        boolean combinedPredicate =
            s.combineWith() >= 0 && predicates[s.combineWith()] != s.combineNegated();
        if (s.p() >= 0) {
          predicates[s.p()] = combine(s.combine(), holds, combinedPredicate);
        }
        if (s.q() >= 0) {
          predicates[s.q()] = combine(s.combine(), !holds, combinedPredicate);
        }
      }
      case SetValue s -> {
        boolean holds = s.compare().test(get(s.a()), get(s.b()));
        boolean combinedPredicate =
            s.combineWith() >= 0 && predicates[s.combineWith()] != s.combineNegated();
        values[s.destination()] = combine(s.combine(), holds, combinedPredicate) ? s.whenTrue() : 0;
      }
      case PredicateLogic l -> {
        boolean a = l.a() >= 0 && predicates[l.a()];
        predicates[l.p()] =
            switch (l.operation()) {
              case MOVE -> a;
              case NOT -> !a;
              case TRUE -> true;
              case FALSE -> false;
              default -> combine(l.operation(), a, predicates[l.b()]);
            };
      }
      case Select s -> values[s.destination()] = get(predicates[s.predicate()] ? s.a() : s.b());
      case ReadSpecial r -> values[r.destination()] = 0;
      case ConvertAddress c ->
          values[c.destination()] =
              get(c.a()) + (c.toGeneric() ? window(c.space()) : -window(c.space()));
      case TestSpace t -> predicates[t.p()] = spaceOf(get(t.a())) == t.space();
      case Load l -> load(l);
      case Store s -> store(s);
      case Atomic a -> atomic(a);
      case Fence _, Barrier _, WarpSync _ -> {}
      case SystemCall s -> systemCalls.add(s);
      case Branch b -> {
        return b.target();
      }
      case BranchIndexed b -> {
        return b.targets().get((int) get(b.index()));
      }
      case Call c -> {
        callers.push(pc + 1);
        return c.target();
      }
      case CallIndirect c -> {
        callers.push(pc + 1);
        int index = (int) (get(c.address()) - Program.FUNCTION_BASE) / 8;
        return program.functionAddresses().get(index);
      }
      case Return _ -> {
        return callers.isEmpty() ? -1 : callers.pop();
      }
      case Exit _, Trap _ -> {
        return -1;
      }
      default -> throw new AssertionError("one lane cannot run " + instruction);
    }
    return pc + 1;
  }

  private void carry(ComputeCarry c) {
    long mask = c.type().bits() == 64 ? -1 : 0xffff_ffffL;
    if (c.type().bits() == 64) {
      throw new AssertionError("64-bit carry");
    }
    long carryIn = c.carryIn() >= 0 && predicates[c.carryIn()] ? 1 : 0;
    long product = get(c.a()) * get(c.b());
    long wide =
        switch (c.operation()) {
          case ADD -> get(c.a()) + get(c.b()) + carryIn;
          case SUB -> get(c.a()) - get(c.b()) - carryIn;
          case MAD_LO -> (product & mask) + get(c.c()) + carryIn;
          case MAD_HI -> (product >>> 32) + get(c.c()) + carryIn;
        };
    if (c.carryOut() >= 0) {
      predicates[c.carryOut()] = (wide >>> 32) != 0;
    }
    values[c.destination()] = wide & mask;
  }

  private static boolean combine(PredicateOperation operation, boolean a, boolean b) {
    return switch (operation) {
      case AND -> a && b;
      case OR -> a || b;
      case XOR -> a != b;
      default -> a;
    };
  }

  private static long window(StateSpace space) {
    return switch (space) {
      case SHARED -> SHARED;
      case LOCAL -> LOCAL;
      case CONST -> CONSTANT;
      case PARAM -> PARAMETER;
      default -> 0;
    };
  }

  private static StateSpace spaceOf(long generic) {
    return generic >= GLOBAL
        ? StateSpace.GLOBAL
        : generic >= PARAMETER
            ? StateSpace.PARAM
            : generic >= CONSTANT
                ? StateSpace.CONST
                : generic >= LOCAL ? StateSpace.LOCAL : StateSpace.SHARED;
  }

  private int place(StateSpace space, Address address) {
    return Math.toIntExact(get(address.base()) + address.offset() + window(space));
  }

  private long read(int offset, ScalarType type) {
    return switch (type.bits()) {
      case 8 -> memory.get(offset) & 0xffL;
      case 16 -> memory.getShort(offset) & 0xffffL;
      case 32 -> memory.getInt(offset) & 0xffff_ffffL;
      default -> memory.getLong(offset);
    };
  }

  private void write(int offset, ScalarType type, long value) {
    switch (type.bits()) {
      case 8 -> memory.put(offset, (byte) value);
      case 16 -> memory.putShort(offset, (short) value);
      case 32 -> memory.putInt(offset, (int) value);
      default -> memory.putLong(offset, value);
    }
  }

  private void load(Load l) {
    for (int i = 0; i < l.destinations().size(); i++) {
      long value = read(place(l.space(), l.address()) + i * l.type().bytes(), l.type());
      if (l.type().isSigned()) {
        int drop = 64 - l.type().bits();
        value = value << drop >> drop;
        value = l.registerBits() == 64 ? value : value & ((1L << l.registerBits()) - 1);
      }
      if (l.destinations().get(i) >= 0) {
        values[l.destinations().get(i)] = value;
      }
    }
  }

  private void store(Store s) {
    for (int i = 0; i < s.values().size(); i++) {
      write(place(s.space(), s.address()) + i * s.type().bytes(), s.type(), get(s.values().get(i)));
    }
  }

  private void atomic(Atomic a) {
    int offset = place(a.space(), a.address());
    long old = read(offset, a.type());
    long operand = get(a.a().getFirst());
    write(
        offset,
        a.type(),
        switch (a.operation()) {
          case ADD -> old + operand;
          case EXCH -> operand;
          case CAS -> old == operand ? get(a.b().getFirst()) : old;
          case OR -> old | operand;
          case AND -> old & operand;
          default -> throw new AssertionError(a.toString());
        });
    if (a.resultUsed()) {
      values[a.destinations().getFirst()] = old;
    }
  }
}
