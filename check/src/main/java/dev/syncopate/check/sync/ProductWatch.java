package dev.syncopate.check.sync;

import dev.syncopate.check.sync.SyncError.OnRegisters;
import dev.syncopate.check.sync.SyncError.RegisterMisuse;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Arithmetic.Compute;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MatrixShape;
import dev.syncopate.ptx.ir.Operand;
import dev.syncopate.ptx.ir.OperandMap;
import dev.syncopate.ptx.ir.WarpInstruction.WarpgroupControl;
import dev.syncopate.ptx.ir.WarpInstruction.WarpgroupControlKind;
import dev.syncopate.ptx.ir.WarpInstruction.WarpgroupMultiply;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Registers of warpgroups' products (PTX ISA, "wgmma.fence" and "wgmma.wait_group"). A fence must
 * stand between an access to a register and a product that reads or writes it, except that products
 * of one shape may add to the same sums. Nothing may access a register of a product, of its sums or
 * of A, before a wait for the product's group. Of moves only those count that come before such a
 * wait, and of the registers of the sums.
 *
 * <p>Each warp is judged by the instructions that it has executed, in program order, whenever its
 * products end.
 */
final class ProductWatch {
  /** Receiver of errors. */
  interface Reporter {
    void found(int pc, Warp warp, OnRegisters problem);
  }

  /** A product of a warp. */
  private static final class Product {
    final int pc;
    final WarpgroupMultiply instruction;

    /** Whether an access to its registers has been reported. */
    boolean reported;

    Product(int pc, WarpgroupMultiply instruction) {
      this.pc = pc;
      this.instruction = instruction;
    }

    /** Whether products may add to the same registers one after the other. */
    boolean chains(WarpgroupMultiply next) {
      MatrixShape shape = instruction.shape();
      MatrixShape otherShape = next.shape();
      return shape.n() == otherShape.n() && shape.k() == otherShape.k();
    }
  }

  private static final int NONE = -1;

  /** State of a warp's registers, each by its number among those of products. */
  private final class State {
    /** The latest instruction other than a product that has accessed a register since the fence. */
    final int[] access = new int[registers];

    /** The latest products since the fence that add to a register, and that read A from it. */
    final @Nullable Product[] sums = new @Nullable Product[registers];

    final @Nullable Product[] left = new @Nullable Product[registers];

    /** Those of which no wait is known. */
    final @Nullable Product[] pendingSums = new @Nullable Product[registers];

    final @Nullable Product[] pendingLeft = new @Nullable Product[registers];

    boolean fenced;
    List<Product> open = new ArrayList<>();
    final ArrayDeque<List<Product>> groups = new ArrayDeque<>();

    /** The latest wait; {@link #NONE} for none since the latest product. */
    int latestWait = NONE;

    State() {
      Arrays.fill(access, NONE);
    }

    void fence() {
      fenced = true;
      Arrays.fill(access, NONE);
      Arrays.fill(sums, null);
      Arrays.fill(left, null);
    }
  }

  private final List<Instruction> code;
  private final Reporter reporter;

  /** By instruction, the registers of products that it accesses by their numbers. */
  private final int[][] accesses;

  /** Registers of products. */
  private final int registers;

  /** By register of the program, its number among those of products; {@link #NONE} for none. */
  private final int[] numbers;

  private final IdentityHashMap<Warp, State> warps = new IdentityHashMap<>();

  private ProductWatch(List<Instruction> code, Reporter reporter) {
    this.code = code;
    this.reporter = reporter;
    int[] fragments =
        code.stream()
            .filter(WarpgroupMultiply.class::isInstance)
            .flatMap(multiply -> ((WarpgroupMultiply) multiply).fragments().stream())
            .mapToInt(Integer::intValue)
            .sorted()
            .distinct()
            .toArray();
    this.registers = fragments.length;
    this.numbers = new int[registers == 0 ? 0 : fragments[registers - 1] + 1];
    Arrays.fill(numbers, NONE);
    for (int i = 0; i < registers; i++) {
      numbers[fragments[i]] = i;
    }
    this.accesses = new int[code.size()][];
    for (int pc = 0; pc < accesses.length; pc++) {
      accesses[pc] = code.get(pc) instanceof WarpgroupMultiply ? new int[0] : accesses(pc);
    }
  }

  /** Watches a program's products; null if it has none. */
  static @Nullable ProductWatch of(List<Instruction> code, Reporter reporter) {
    return code.stream().anyMatch(WarpgroupMultiply.class::isInstance)
        ? new ProductWatch(code, reporter)
        : null;
  }

  private int[] accesses(int pc) {
    List<Integer> accessed = new ArrayList<>();
    code.get(pc).map(new Collector(accessed));
    return numbers(accessed);
  }

  private int[] numbers(List<Integer> operands) {
    return operands.stream()
        .mapToInt(operand ->
            Operand.isConstant(operand) || operand >= numbers.length ? NONE : numbers[operand])
        .filter(number -> number != NONE)
        .distinct()
        .toArray();
  }

  /** Notes value registers, and changes nothing. */
  private record Collector(List<Integer> accessed) implements OperandMap {
    @Override
    public int read(int operand) {
      accessed.add(operand);
      return operand;
    }

    @Override
    public int write(int register) {
      accessed.add(register);
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
      return index;
    }
  }

  /** A CTA has moved in: its warps have done nothing. */
  void started(Cta cta) {
    for (Warp warp : cta.warps) {
      warps.remove(warp);
    }
  }

  private State state(Warp warp) {
    return warps.computeIfAbsent(warp, _ -> new State());
  }

  /** Lanes of a warp have executed an instruction. */
  void executed(Warp warp, int pc) {
    if (accesses[pc].length != 0) {
      accessed(warp, pc);
    } else if (code.get(pc) instanceof WarpgroupControl control
        && control.kind() == WarpgroupControlKind.FENCE) {
      state(warp).fence();
    }
  }

  private void accessed(Warp warp, int pc) {
    State state = state(warp);
    boolean moves = isMove(code.get(pc));
    for (int register : accesses[pc]) {
      Product pending = state.pendingSums[register];
      if (!moves) {
        state.access[register] = pc;
        pending = pending == null ? state.pendingLeft[register] : pending;
      }
      inFlight(warp, state, pc, pending);
    }
  }

  /**
   * Whether an instruction copies a register or a constant. Compilers put such copies between a
   * fence and a product, and the assembler, which knows of both, finds another place or register
   * for them.
   */
  private static boolean isMove(Instruction instruction) {
    return instruction instanceof Compute compute
        && compute.function().mnemonic().startsWith("mov.");
  }

  /** Reports an access to a register of a product that may be in flight; null for none. */
  private void inFlight(Warp warp, State state, int pc, @Nullable Product product) {
    if (product != null && !product.reported) {
      product.reported = true;
      reporter.found(
          pc, warp, new OnRegisters(RegisterMisuse.IN_FLIGHT, product.pc, state.latestWait));
    }
  }

  /** A warp has issued a product. */
  void issued(Warp warp, int pc) {
    State state = state(warp);
    WarpgroupMultiply multiply = (WarpgroupMultiply) code.get(pc);
    int[] d = numbers(multiply.d());
    int[] a = numbers(multiply.a());
    int unfenced = unfenced(state, multiply, d, a);
    if (unfenced != NONE || !state.fenced) {
      reporter.found(pc, warp, new OnRegisters(RegisterMisuse.NO_FENCE, unfenced, NONE));
      state.fence(); // the fence that lacks is one, whatever follows
    }
    for (int register : a) {
      inFlight(warp, state, pc, state.pendingSums[register]);
    }
    Product product = new Product(pc, multiply);
    for (int register : d) {
      state.sums[register] = product;
      state.pendingSums[register] = product;
    }
    for (int register : a) {
      state.left[register] = product;
      state.pendingLeft[register] = product;
    }
    state.open.add(product);
    state.latestWait = NONE;
  }

  /** The latest access to a product's registers that needs a fence behind it, or none. */
  private static int unfenced(State state, WarpgroupMultiply multiply, int[] d, int[] a) {
    for (int register : d) {
      Product sums = state.sums[register];
      Product left = state.left[register];
      if (state.access[register] != NONE) {
        return state.access[register];
      }
      if (left != null || (sums != null && !sums.chains(multiply))) {
        return left != null ? left.pc : sums.pc;
      }
    }
    for (int register : a) {
      Product sums = state.sums[register];
      if (state.access[register] != NONE || sums != null) {
        return sums != null ? sums.pc : state.access[register];
      }
    }
    return NONE;
  }

  /** A warp has put its products since the last group into another. */
  void grouped(Warp warp) {
    State state = state(warp);
    state.groups.add(state.open);
    state.open = new ArrayList<>();
  }

  /**
   * A warp has waited for groups of products.
   *
   * @param but for how many of the latest ones
   */
  void awaited(Warp warp, int pc, int but) {
    State state = state(warp);
    while (state.groups.size() > but) {
      for (Product product : state.groups.remove()) {
        ended(state.pendingSums, product);
        ended(state.pendingLeft, product);
      }
    }
    state.latestWait = pc;
  }

  private static void ended(@Nullable Product[] pending, Product product) {
    for (int register = 0; register < pending.length; register++) {
      if (pending[register] == product) {
        pending[register] = null;
      }
    }
  }
}
