package dev.syncopate.machine.fusion;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.ptx.alu.FloatOperation;
import dev.syncopate.ptx.alu.Floats;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LanePredicate;
import dev.syncopate.ptx.alu.PlainFunction;
import dev.syncopate.ptx.ir.Arithmetic.PredicateOperation;
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

  /**
   * For each value register: the variable of type {@code float} that has its value instead, as the
   * result of arithmetic; {@link #NO_SLOT} for none. A NaN there stands for that of {@link Floats}.
   */
  private final int[] floats;

  /** For each value register: its variable of type {@code float}, of the lane at hand. */
  private final int[] floatVariables;

  /** Whether some lanes pass the code at this point by. */
  private boolean conditional;

  /** Whether the code at this point runs once for all lanes. */
  private boolean uniform;

  private final AccessEmitter accesses;
  private final int frame;
  private final int lane;

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
    this.floats = new int[values];
    this.floatVariables = new int[values];
    Arrays.fill(floats, NO_SLOT);
    Arrays.fill(floatVariables, NO_SLOT);
    this.frame = frame;
    this.lane = lane;
    this.accesses = new AccessEmitter(this, code, refused, lane);
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
      register(operand / width);
    }
  }

  /** Pushes the value of a value register. */
  private void register(int number) {
    if (floats[number] == NO_SLOT) {
      code.lload(variables[number]);
      return;
    }
    code.fload(floats[number]);
    callStatic(Floats.class, "bits", long.class, float.class);
    if (!conditional) {
      int variable = laneVariable(number, TypeKind.LONG);
      code.dup2().lstore(variable);
      variables[number] = variable;
      floats[number] = NO_SLOT;
    }
  }

  /** Pushes a value operand as the {@code float} whose bits it has. */
  private void floatValue(int operand) {
    if (operand < 0) {
      code.loadConstant(Float.intBitsToFloat((int) constants[~operand]));
    } else if (floats[operand / width] != NO_SLOT) {
      code.fload(floats[operand / width]);
    } else {
      value(operand);
      callStatic(Floats.class, "value", float.class, long.class);
    }
  }

  /** Pops a {@code float}, the result of arithmetic, into a register. */
  private void setFloat(int destination) {
    int number = destination / width;
    if (number == values || uniform || conditional) {
      callStatic(Floats.class, "bits", long.class, float.class);
      setValue(destination);
      return;
    }
    if (floatVariables[number] == NO_SLOT) {
      floatVariables[number] = code.allocateLocal(TypeKind.FLOAT);
    }
    floats[number] = floatVariables[number];
    code.fstore(floats[number]);
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
    if (register < values) {
      floats[register] = NO_SLOT;
    }
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

  /** Applies a function of up to three operands, and sets a register to its result. */
  public void compute(LaneFunction function, int destination, int a, int b, int c) {
    FloatOperation operation = function.floatOperation();
    if (operation == null) {
      apply(function, a, b, c);
      setValue(destination);
      return;
    }
    floatValue(a);
    floatValue(b);
    switch (operation) {
      case ADD -> code.fadd();
      case SUBTRACT -> code.fsub();
      case MULTIPLY -> code.fmul();
      case MULTIPLY_ADD -> {
        floatValue(c);
        callStatic(Math.class, "fma", float.class, float.class, float.class, float.class);
      }
    }
    setFloat(destination);
  }

  private void apply(LaneFunction function, int a, int b, int c) {
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
    boolean someLanes = conditional;
    conditional = true;
    code.ifeq(negative);
    whenTrue.run();
    code.goto_(chosen);
    code.labelBinding(negative);
    whenFalse.run();
    code.labelBinding(chosen);
    conditional = someLanes;
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

  /** The elements of an access can be loaded or stored from now on. */
  public void access(FusibleAccess access) {
    accesses.access(access);
  }

  /** Notes that the lane at hand may poll what it accesses. */
  public void poll(FusibleAccess access) {
    accesses.poll(access);
  }

  /** Pushes an element of the access at hand, zero-extended. */
  public void load(int elementOffset, int bytes) {
    accesses.load(elementOffset, bytes);
  }

  /** Stores a value operand to an element of the access at hand. */
  public void store(int value, int elementOffset, int bytes) {
    accesses.store(value, elementOffset, bytes);
  }

  /** Updates the element of the access at hand by a value operand. */
  public void update(AtomicOp operation, DataType type, int value) {
    accesses.update(operation, type, value);
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

  /** Emitter of the accesses. */
  AccessEmitter accesses() {
    return accesses;
  }

  /** From here on code runs once for all lanes, or once for each lane. */
  void setUniform(boolean once) {
    uniform = once;
  }

  /** The variable that has a register's value at this point of code that runs once. */
  int variable(int register) {
    return variables[register];
  }

  /** Pushes what a register has at this point: a value, or a predicate. */
  void push(int register) {
    if (register < values) {
      register(register);
    } else {
      code.iload(variables[register]);
    }
  }

  /** From here on some lanes pass the code by, or none does. */
  void setConditional(boolean someLanes) {
    conditional = someLanes;
  }

  /** A register is from this point on in a variable. */
  void setVariable(int register, int variable) {
    variables[register] = variable;
    if (register < values) {
      floats[register] = NO_SLOT;
    }
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
    boolean isValue = register < values;
    if (isValue && floats[register] != NO_SLOT) {
      register(register);
      code.pop2();
    }
    int variable = variables[register];
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
