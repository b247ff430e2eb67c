package dev.syncopate.machine.fusion;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.functional.PagedMemory;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LanePredicate;
import dev.syncopate.ptx.alu.PlainFunction;
import dev.syncopate.ptx.ir.Arithmetic.PredicateOperation;
import dev.syncopate.ptx.ir.StateSpace;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Emitter of the bytecode of one stretch. Instructions emit one lane's work through it: operands
 * and results are on the JVM's stack, values as {@code long} in register form, predicates as {@code
 * int} 0 or 1. Operands are those of {@link dev.syncopate.machine.code.Op}.
 *
 * <p>Between instructions a register is in a local variable. Registers that are the same in all
 * lanes, computed from constants alone, are in a variable that is set before the loop over the
 * lanes.
 */
public final class LaneEmitter {
  private static final DirectMethodHandleDesc CLASS_DATA_AT =
      ConstantDescs.ofConstantBootstrap(
          MethodHandles.class.describeConstable().orElseThrow(), "classDataAt", CD_Object, CD_int);

  private static final int NO_SLOT = -1;

  private final CodeBuilder code;
  private final int width;
  private final int values;
  private final long[] constants;

  /** Objects that the code names. */
  private final List<Object> objects = new ArrayList<>();

  /** For each register: the variable that has its value at this point of the code. */
  private final int[] variables;

  /** For each register: its variable of the lane at hand. */
  private final int[] laneVariables;

  /** Whether the code at this point runs once for all lanes. */
  private boolean uniform;

  private final List<EmittedAccess> accesses = new ArrayList<>();

  /** How many of them have been emitted. */
  private int emittedAccesses;

  private final int frame;
  private final int memory;
  private final int sharedBytes;
  private final int sharedBase;
  private final int sharedLimit;
  private final int lane;
  private final int firstLane;
  private final int memoryBase;
  private final int address;
  private final int offset;
  private final int place;
  private final int globalChange;
  private final int sharedChange;
  private final Label refused;

  /** Variable with the bytes that the access at hand is on. */
  private int page;

  /** Variable with the bits that have changed there. */
  private int change;

  /**
   * An access with its variables.
   *
   * @param lanes that have performed it, if it is guarded
   * @param address of the first of them
   * @param pageNumber of the page of device memory that was accessed last
   * @param page that page
   */
  private record EmittedAccess(
      FusibleAccess access, boolean guarded, int lanes, int address, int pageNumber, int page) {}

  /**
   * @param frame number of the parameter that is the {@link LaneFrame}
   * @param lane variable with the number of the lane at hand
   * @param refused where to go if the lane at hand may not access something
   */
  LaneEmitter(
      CodeBuilder code,
      int width,
      int values,
      int registers,
      long[] constants,
      int frame,
      int lane,
      Label refused) {
    this.code = code;
    this.width = width;
    this.values = values;
    this.constants = constants;
    this.variables = new int[registers];
    this.laneVariables = new int[registers];
    Arrays.fill(variables, NO_SLOT);
    Arrays.fill(laneVariables, NO_SLOT);
    this.frame = frame;
    this.lane = lane;
    this.refused = refused;
    this.memory = code.allocateLocal(TypeKind.REFERENCE);
    this.sharedBytes = code.allocateLocal(TypeKind.REFERENCE);
    this.sharedBase = code.allocateLocal(TypeKind.INT);
    this.sharedLimit = code.allocateLocal(TypeKind.LONG);
    this.address = code.allocateLocal(TypeKind.LONG);
    this.offset = code.allocateLocal(TypeKind.LONG);
    this.memoryBase = code.allocateLocal(TypeKind.LONG);
    this.firstLane = code.allocateLocal(TypeKind.INT);
    this.place = code.allocateLocal(TypeKind.INT);
    this.globalChange = code.allocateLocal(TypeKind.LONG);
    this.sharedChange = code.allocateLocal(TypeKind.LONG);
  }

  // ---- for instructions ----

  /** The bytecode itself. */
  public CodeBuilder code() {
    return code;
  }

  /** Pushes a value operand. */
  public void value(int operand) {
    if (operand < 0) {
      code.loadConstant(constants[~operand]);
    } else {
      code.lload(variables[operand / width]);
    }
  }

  /** Pops a value into a register; the spare register drops it. */
  public void setValue(int register) {
    int number = register / width;
    if (number == values) {
      code.pop2();
    } else {
      code.lstore(written(number, TypeKind.LONG));
    }
  }

  /** Pushes a predicate. */
  public void predicate(int predicate) {
    code.iload(variables[values + predicate]);
  }

  /** Pops a predicate; the spare one drops it. */
  public void setPredicate(int predicate) {
    int number = values + predicate;
    if (number == variables.length) {
      code.pop();
    } else {
      code.istore(written(number, TypeKind.INT));
    }
  }

  private int written(int register, TypeKind kind) {
    if (uniform) {
      variables[register] = code.allocateLocal(kind);
    } else {
      variables[register] = laneVariable(register, kind);
    }
    return variables[register];
  }

  private int laneVariable(int register, TypeKind kind) {
    if (laneVariables[register] == NO_SLOT) {
      laneVariables[register] = code.allocateLocal(kind);
    }
    return laneVariables[register];
  }

  /** Pushes a function of three operands, applied. */
  public void apply(LaneFunction function, int a, int b, int c) {
    boolean plain = function instanceof PlainFunction;
    if (function instanceof PlainFunction expression) {
      object(expression.operation(), PlainFunction.Operation.class);
    } else {
      object(function, LaneFunction.class);
    }
    int arity = function.arity();
    valueOrZero(arity > 0, a);
    valueOrZero(arity > 1, b);
    valueOrZero(arity > 2, c);
    Class<?> owner = plain ? PlainFunction.Operation.class : LaneFunction.class;
    call(owner, "apply", long.class, long.class, long.class, long.class);
  }

  private void valueOrZero(boolean used, int operand) {
    if (used) {
      value(operand);
    } else {
      code.lconst_0();
    }
  }

  /**
   * Combines the predicate on the stack with a second one.
   *
   * @param second read by operations on two predicates only
   * @param negated whether the second one is negated first
   */
  public void combine(PredicateOperation operation, int second, boolean negated) {
    switch (operation) {
      case NONE, MOVE -> {}
      case NOT -> code.iconst_1().ixor();
      case TRUE -> code.pop().iconst_1();
      case FALSE -> code.pop().iconst_0();
      case AND, OR, XOR -> {
        predicate(second);
        if (negated) {
          code.iconst_1().ixor();
        }
        switch (operation) {
          case AND -> code.iand();
          case OR -> code.ior();
          default -> code.ixor();
        }
      }
    }
  }

  /** Pops a predicate and pushes one of two constants. */
  public void chooseConstant(long whenTrue, long whenFalse) {
    choose(() -> code.loadConstant(whenTrue), () -> code.loadConstant(whenFalse));
  }

  /** Pops a predicate and pushes one of two operands. */
  public void choose(int whenTrue, int whenFalse) {
    choose(() -> value(whenTrue), () -> value(whenFalse));
  }

  private void choose(Runnable whenTrue, Runnable whenFalse) {
    Label negative = code.newLabel();
    Label chosen = code.newLabel();
    code.ifeq(negative);
    whenTrue.run();
    code.goto_(chosen);
    code.labelBinding(negative);
    whenFalse.run();
    code.labelBinding(chosen);
  }

  /** Pushes a comparison of two operands, as a predicate. */
  public void test(LanePredicate compare, int a, int b) {
    object(compare, LanePredicate.class);
    value(a);
    value(b);
    call(LanePredicate.class, "test", boolean.class, long.class, long.class);
  }

  /** Pushes an object, which the JVM's compiler takes for a constant. */
  public void object(Object object, Class<?> type) {
    code.loadConstant(
        DynamicConstantDesc.ofNamed(
            CLASS_DATA_AT, ConstantDescs.DEFAULT_NAME, describe(type), objects.size()));
    objects.add(object);
  }

  /** Calls a method of the object below its arguments on the stack. */
  public void call(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
    if (owner.isInterface()) {
      code.invokeinterface(describe(owner), name, type(result, parameters));
    } else {
      code.invokevirtual(describe(owner), name, type(result, parameters));
    }
  }

  /** Calls a static method with the arguments on the stack. */
  public void callStatic(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
    code.invokestatic(describe(owner), name, type(result, parameters));
  }

  static ClassDesc describe(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  private static MethodTypeDesc type(Class<?> result, Class<?>... parameters) {
    return MethodTypeDesc.of(
        describe(result), Arrays.stream(parameters).map(LaneEmitter::describe).toList());
  }

  /** Pushes the {@link LaneFrame}. */
  public void frame() {
    code.aload(frame);
  }

  /** Pushes the number of the lane. */
  public void lane() {
    code.iload(lane);
  }

  /**
   * Pops an address of device memory: the elements there can be loaded or stored from now on. The
   * page of the last lane's elements is tried first.
   *
   * @param bytes that the lane accesses, a power of two
   */
  public void global(FusibleAccess access, int bytes) {
    EmittedAccess emitted = next(access);
    code.lstore(address);
    code.lload(address).lload(memoryBase).lsub().lstore(offset);
    Label samePage = code.newLabel();
    code.lload(offset).loadConstant(PagedMemory.PAGE_SHIFT).lushr().lload(emitted.pageNumber);
    code.lcmp().ifeq(samePage);
    code.aload(memory).lload(address).loadConstant(bytes);
    String page = access.writes() ? "pageToWrite" : "pageToRead";
    call(PagedMemory.class, page, byte[].class, long.class, int.class);
    code.astore(emitted.page);
    code.aload(emitted.page).ifnull(refused);
    code.lload(offset).loadConstant(PagedMemory.PAGE_SHIFT).lushr().lstore(emitted.pageNumber);
    code.labelBinding(samePage);
    requireAligned(bytes);
    code.lload(offset).l2i().loadConstant(PagedMemory.PAGE_BYTES - 1).iand().istore(place);
    this.page = emitted.page;
    change = globalChange;
    note(emitted);
  }

  /**
   * Pops an offset in the CTA's shared memory, not negative: the elements there can be loaded or
   * stored from now on.
   *
   * @param bytes that the lane accesses, a power of two
   */
  public void shared(FusibleAccess access, int bytes) {
    code.lstore(address);
    code.lload(address).lload(sharedLimit).loadConstant((long) bytes).lsub().lcmp().ifgt(refused);
    requireAligned(bytes);
    code.lload(address).l2i().iload(sharedBase).iadd().istore(place);
    page = sharedBytes;
    change = sharedChange;
    note(next(access));
  }

  private void requireAligned(int bytes) {
    if (bytes > 1) {
      code.lload(address).l2i().loadConstant(bytes - 1).iand().ifne(refused);
    }
  }

  /** Pushes an element, zero-extended. */
  public void load(int elementOffset, int bytes) {
    element(elementOffset);
    code.loadConstant(bytes);
    callStatic(PagedMemory.class, "element", long.class, byte[].class, int.class, int.class);
  }

  /** Stores a value operand to an element. */
  public void store(int value, int elementOffset, int bytes) {
    element(elementOffset);
    code.loadConstant(bytes);
    value(value);
    callStatic(
        PagedMemory.class, "replace", long.class, byte[].class, int.class, int.class, long.class);
    code.lload(change).lor().lstore(change);
  }

  /** Updates an element by a value operand. */
  public void update(AtomicOp operation, DataType type, int value) {
    element(0);
    object(operation, AtomicOp.class);
    object(type, DataType.class);
    value(value);
    callStatic(
        PagedMemory.class,
        "update",
        long.class,
        byte[].class,
        int.class,
        AtomicOp.class,
        DataType.class,
        long.class);
    code.lload(change).lor().lstore(change);
  }

  /** Pushes the bytes that have an element, and its place in them. */
  private void element(int elementOffset) {
    code.aload(page).iload(place);
    if (elementOffset != 0) {
      code.loadConstant(elementOffset).iadd();
    }
  }

  private EmittedAccess next(FusibleAccess access) {
    EmittedAccess next = accesses.get(emittedAccesses++);
    if (!next.access.equals(access)) {
      throw new IllegalStateException("accesses are emitted in another order than declared");
    }
    return next;
  }

  /** Notes that the lane at hand performs an access. */
  private void note(EmittedAccess emitted) {
    Label later = code.newLabel();
    if (emitted.guarded) {
      code.lload(emitted.lanes).lconst_0().lcmp().ifne(later);
    } else {
      code.iload(lane).iload(firstLane).if_icmpne(later);
    }
    code.lload(address).lstore(emitted.address);
    code.labelBinding(later);
    if (emitted.guarded) {
      code.lload(emitted.lanes);
      bit();
      code.lor().lstore(emitted.lanes);
    }
  }

  // ---- for the compiler ----

  /** Objects that the code names, in the order of their numbers. */
  List<Object> objects() {
    return objects;
  }

  /** Pushes a mask with the lane at hand. */
  void bit() {
    code.lconst_1();
    lane();
    code.lshl();
  }

  /** Sets the variables for accesses: before the loop over the lanes. */
  void beginAccesses(List<FusibleAccess> declared, List<Boolean> guarded) {
    frame();
    code.getfield(describe(LaneFrame.class), "memory", describe(PagedMemory.class));
    code.astore(memory);
    code.aload(memory);
    call(PagedMemory.class, "base", long.class);
    code.lstore(memoryBase);
    if (declared.stream().anyMatch(access -> access.space() == StateSpace.SHARED)) {
      beginShared();
    }
    code.iload(lane).istore(firstLane);
    code.lconst_0().lstore(globalChange);
    code.lconst_0().lstore(sharedChange);
    for (int i = 0; i < declared.size(); i++) {
      EmittedAccess emitted =
          new EmittedAccess(
              declared.get(i),
              guarded.get(i),
              code.allocateLocal(TypeKind.LONG),
              code.allocateLocal(TypeKind.LONG),
              code.allocateLocal(TypeKind.LONG),
              code.allocateLocal(TypeKind.REFERENCE));
      code.lconst_0().lstore(emitted.lanes);
      code.lconst_0().lstore(emitted.address);
      code.loadConstant(-1L).lstore(emitted.pageNumber);
      code.aconst_null().astore(emitted.page);
      accesses.add(emitted);
    }
  }

  private void beginShared() {
    frame();
    call(LaneFrame.class, "sharedBytes", byte[].class);
    code.astore(sharedBytes);
    frame();
    call(LaneFrame.class, "sharedBase", int.class);
    code.istore(sharedBase);
    frame();
    call(LaneFrame.class, "sharedLimit", int.class);
    code.i2l().lstore(sharedLimit);
  }

  /**
   * Counts and notes the accesses: behind the loop over the lanes.
   *
   * @param executed variable with the lanes that have executed the stretch
   */
  void endAccesses(int executed, boolean writes) {
    for (EmittedAccess emitted : accesses) {
      frame();
      object(emitted.access, FusibleAccess.class);
      code.lload(emitted.guarded ? emitted.lanes : executed).lload(emitted.address);
      call(LaneFrame.class, "performed", void.class, FusibleAccess.class, long.class, long.class);
    }
    if (writes) {
      frame();
      code.lload(globalChange).lload(sharedChange);
      call(LaneFrame.class, "stored", void.class, long.class, long.class);
    }
  }

  /** From here on code runs once for all lanes, or once for each lane. */
  void setUniform(boolean once) {
    uniform = once;
  }

  /** The variable that has a register's value at this point. */
  int variable(int register) {
    return variables[register];
  }

  /** A register is from this point on in a variable. */
  void setVariable(int register, int variable) {
    variables[register] = variable;
  }

  /** Forgets where registers are. */
  void forgetVariables() {
    Arrays.fill(variables, NO_SLOT);
  }

  /** Pops the value of a register that the lane at hand has before the stretch. */
  void preload(int register) {
    boolean isValue = register < values;
    int variable = laneVariable(register, isValue ? TypeKind.LONG : TypeKind.INT);
    if (isValue) {
      code.lstore(variable);
    } else {
      code.istore(variable);
    }
    variables[register] = variable;
  }

  /** Gives a register that will be written in some lanes only a variable of the lane's own. */
  void separate(int register) {
    int variable = variables[register];
    boolean isValue = register < values;
    int separateVariable = laneVariable(register, isValue ? TypeKind.LONG : TypeKind.INT);
    if (variable == separateVariable || variable == NO_SLOT) {
      return;
    }
    if (isValue) {
      code.lload(variable).lstore(separateVariable);
    } else {
      code.iload(variable).istore(separateVariable);
    }
    variables[register] = separateVariable;
  }
}
