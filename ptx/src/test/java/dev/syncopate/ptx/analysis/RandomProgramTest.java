package dev.syncopate.ptx.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.ir.Arithmetic.Compute;
import dev.syncopate.ptx.ir.Arithmetic.SetPredicate;
import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.Exit;
import dev.syncopate.ptx.ir.ControlInstruction.Return;
import dev.syncopate.ptx.ir.ControlInstruction.SystemCall;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** Random programs, packed into slots, must show the same values. */
class RandomProgramTest {
  private static final int VALUES = 12;
  private static final int PREDICATES = 4;
  private static final int FUNCTION_VALUES = 5;
  private static final long[] CONSTANTS = {0, 1, 5};
  private static final int STEPS = 300;

  @Test
  void packingRegistersChangesNoValue() {
    for (long seed = 1; seed <= 1500; seed++) {
      List<Instruction> code = program(seed);
      int[] bits = new int[VALUES];
      Arrays.fill(bits, 32);
      Analysed analysed = ProgramAnalysis.complete(code, List.of(0), List.of(), bits, PREDICATES);
      assertThat(run(analysed.code(), analysed.valueRegisters(), analysed.predicateRegisters()))
          .as("seed " + seed)
          .isEqualTo(run(code, VALUES, PREDICATES));
      assertThat(analysed.leastRegisters())
          .as("seed " + seed)
          .isBetween(1, Math.max(1, analysed.wantedRegisters()));
    }
  }

  @Test
  void packingLeavesTheRegistersOfCallersAlone() {
    for (long seed = 1; seed <= 500; seed++) {
      List<Instruction> code = new ArrayList<>();
      List<Integer> entries = new ArrayList<>();
      int functions = callingProgram(seed, code, entries);
      int[] bits = new int[functions * FUNCTION_VALUES];
      Arrays.fill(bits, 32);
      Analysed analysed = ProgramAnalysis.complete(code, entries, List.of(), bits, PREDICATES);
      assertThat(run(analysed.code(), analysed.valueRegisters(), analysed.predicateRegisters()))
          .as("seed " + seed)
          .isEqualTo(run(code, bits.length, PREDICATES));
    }
  }

  /**
   * Functions that call those behind them. The first register of each is written by its callers,
   * the second read by them.
   */
  private static int callingProgram(long seed, List<Instruction> code, List<Integer> entries) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    int functions = random.nextInt(2, 5);
    int length = 12;
    for (int f = 0; f < functions; f++) {
      int firstValue = f * FUNCTION_VALUES;
      entries.add(code.size());
      for (int r = f == 0 ? 0 : 1; r < FUNCTION_VALUES; r++) {
        code.add(Code.mix(Guard.NONE, firstValue + r, ~(r % 3), ~1));
      }
      while (code.size() < (f + 1) * length - 1) {
        int a = firstValue + random.nextInt(FUNCTION_VALUES);
        int b = firstValue + random.nextInt(FUNCTION_VALUES);
        int callee = f + 1 < functions ? random.nextInt(f + 1, functions) : 0;
        boolean room = code.size() + 3 < (f + 1) * length;
        if (callee > 0 && room && random.nextBoolean()) {
          code.add(Code.mix(Guard.NONE, callee * FUNCTION_VALUES, a, b));
          code.add(new Call(Guard.NONE, Code.HERE, callee * length, "f" + callee));
          code.add(Code.mix(Guard.NONE, a, callee * FUNCTION_VALUES + 1, b));
        } else if (random.nextInt(3) == 0) {
          code.add(Code.show(a));
        } else {
          code.add(Code.mix(Guard.NONE, a, a, b));
        }
      }
      code.add(f == 0 ? Code.exit() : new Return(Guard.NONE, Code.HERE));
    }
    return functions;
  }

  /**
   * Values first, so that nothing is read before it is written; then a jumble with forward and
   * backward branches.
   */
  private static List<Instruction> program(long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    List<Instruction> code = new ArrayList<>();
    int live = random.nextInt(2, VALUES + 1);
    for (int r = 0; r < live; r++) {
      code.add(Code.mix(Guard.NONE, r, ~(r % 3), ~1));
    }
    for (int p = 0; p < PREDICATES; p++) {
      code.add(Code.odd(Guard.NONE, p, ~random.nextInt(3), ~random.nextInt(3)));
    }
    int size = code.size() + random.nextInt(4, 24);
    while (code.size() < size) {
      Guard guard =
          random.nextBoolean()
              ? Guard.NONE
              : new Guard(random.nextInt(PREDICATES), random.nextBoolean());
      int a = random.nextInt(live);
      int b = random.nextInt(4) == 0 ? ~2 : random.nextInt(live);
      code.add(
          switch (random.nextInt(6)) {
            case 0 -> Code.odd(guard, random.nextInt(PREDICATES), a, b);
            case 1 -> Code.show(a);
            case 2 -> Code.branch(guard, random.nextInt(size));
            default -> Code.mix(guard, random.nextInt(live), a, b);
          });
    }
    code.add(Code.exit());
    return code;
  }

  private static List<Long> run(List<Instruction> code, int values, int predicates) {
    long[] value = new long[values];
    boolean[] predicate = new boolean[predicates];
    List<Long> shown = new ArrayList<>();
    List<Integer> callers = new ArrayList<>();
    int pc = 0;
    for (int step = 0; step < STEPS; step++) {
      Instruction instruction = code.get(pc);
      Guard guard = instruction.guard();
      boolean acts = guard.always() || predicate[guard.predicate()] != guard.negated();
      pc++;
      if (!acts) {
        continue;
      }
      switch (instruction) {
        case Compute c ->
            value[c.destination()] = c.function().apply(get(value, c.a()), get(value, c.b()), 0);
        case SetPredicate s ->
            predicate[s.p()] = s.compare().test(get(value, s.a()), get(value, s.b()));
        case Branch b -> {
          pc = b.target();
          shown.add((long) pc);
        }
        case SystemCall s -> s.arguments().forEach(argument -> shown.add(get(value, argument)));
        case Call c -> {
          callers.add(pc);
          pc = c.target();
        }
        case Return _ -> pc = callers.removeLast();
        case Exit _ -> {
          return shown;
        }
        default -> throw new AssertionError(instruction);
      }
    }
    return shown;
  }

  private static long get(long[] value, int operand) {
    return operand < 0 ? CONSTANTS[~operand] : value[operand];
  }
}
