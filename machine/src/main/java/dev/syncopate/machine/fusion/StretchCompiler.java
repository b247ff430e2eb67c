package dev.syncopate.machine.fusion;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.code.Op;
import dev.syncopate.ptx.analysis.RegisterUses;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the stretches of a kernel. The code of a stretch is
 *
 * <pre>
 *   registers that are the same in all lanes
 *   for each lane: registers that the stretch reads, instructions, registers that live on
 *   predicates that live on, changes of memory
 * </pre>
 */
final class StretchCompiler {
  private static final ClassDesc FRAME = LaneEmitter.describe(LaneFrame.class);
  private static final ClassDesc STRETCH = LaneEmitter.describe(FusedStretch.class);
  private static final ClassDesc LONGS = CD_long.arrayType();
  private static final ClassDesc LONG = ConstantDescs.CD_Long;
  private static final MethodTypeDesc CONSTRUCTOR =
      MethodTypeDesc.of(CD_void, LaneEmitter.describe(StretchShape.class));
  private static final MethodTypeDesc RUN = MethodTypeDesc.of(CD_long, FRAME, CD_long);
  private static final MethodTypeDesc COUNT_ZEROS = MethodTypeDesc.of(CD_int, CD_long);

  private final Op[] code;
  private final HotKernel kernel;
  private final RegisterUses uses;
  private final long[] constants;
  private final int width;

  private StretchCompiler(HotKernel kernel, RegisterUses uses, int width) {
    this.kernel = kernel;
    this.code = kernel.code;
    this.uses = uses;
    this.constants = kernel.constants;
    this.width = width;
  }

  /**
   * Compiles all stretches of a kernel.
   *
   * @return for each instruction: the stretch that begins there, or null
   */
  static @Nullable FusedStretch[] compile(HotKernel kernel, int width) {
    RegisterUses uses =
        new RegisterUses(kernel.program.code(), kernel.valueRegisters, kernel.predicateRegisters);
    StretchCompiler compiler = new StretchCompiler(kernel, uses, width);
    FusedStretch[] stretches = new @Nullable FusedStretch[kernel.code.length];
    for (StretchShape shape : new StretchFinder(kernel, uses).find()) {
      stretches[shape.start()] = compiler.compile(shape);
    }
    return stretches;
  }

  private FusedStretch compile(StretchShape shape) {
    List<Object> objects = new ArrayList<>();
    ClassDesc name = ClassDesc.of(STRETCH.packageName(), "Stretch" + shape.start());
    byte[] bytes =
        ClassFile.of()
            .build(
                name,
                builder ->
                    builder
                        .withSuperclass(STRETCH)
                        .withFlags(ClassFile.ACC_FINAL)
                        .withMethodBody(
                            ConstantDescs.INIT_NAME,
                            CONSTRUCTOR,
                            0,
                            method ->
                                method
                                    .aload(0)
                                    .aload(1)
                                    .invokespecial(STRETCH, ConstantDescs.INIT_NAME, CONSTRUCTOR)
                                    .return_())
                        .withMethodBody(
                            "run",
                            RUN,
                            ClassFile.ACC_PUBLIC,
                            method -> objects.addAll(new Emission(method, shape).emit())));
    try {
      MethodHandles.Lookup hidden =
          MethodHandles.lookup().defineHiddenClassWithClassData(bytes, objects, true);
      return (FusedStretch)
          hidden.lookupClass().getDeclaredConstructor(StretchShape.class).newInstance(shape);
    } catch (ReflectiveOperationException exception) {
      throw new IllegalStateException("a stretch cannot be made", exception);
    }
  }

  /** The code of one stretch. */
  private final class Emission {
    private final CodeBuilder method;
    private final StretchShape shape;
    private final int frame;
    private final int lanes;
    private final int rest;
    private final int registers;
    private final int predicates;
    private final int lane;
    private final int endLane;
    private final int guardedThreads;
    private final Label refused;
    private final LaneEmitter emitter;
    private final StretchAccesses accesses;

    /** For each instruction: variables of its results if they are the same in all lanes. */
    private final int[] @Nullable [] uniformResults;

    /** For each predicate: the mask that it has before the stretch, or that it gets. */
    private final int[] maskBefore;

    private final int[] maskBehind;

    Emission(CodeBuilder method, StretchShape shape) {
      this.method = method;
      this.shape = shape;
      this.frame = method.parameterSlot(0);
      this.lanes = method.parameterSlot(1);
      this.rest = method.allocateLocal(TypeKind.LONG);
      this.registers = method.allocateLocal(TypeKind.REFERENCE);
      this.predicates = method.allocateLocal(TypeKind.REFERENCE);
      this.lane = method.allocateLocal(TypeKind.INT);
      this.endLane = method.allocateLocal(TypeKind.INT);
      this.guardedThreads = method.allocateLocal(TypeKind.LONG);
      this.refused = method.newLabel();
      this.emitter =
          new LaneEmitter(
              method,
              width,
              kernel.valueRegisters,
              kernel.valueRegisters + kernel.predicateRegisters,
              constants,
              frame,
              lane,
              refused);
      this.accesses = StretchAccesses.of(code, shape.start(), shape.end(), uses, width);
      this.uniformResults = new int[shape.end() - shape.start()] @Nullable [];
      this.maskBefore = new int[kernel.predicateRegisters];
      this.maskBehind = new int[kernel.predicateRegisters];
    }

    List<Object> emit() {
      begin();
      uniform();
      Label loop = method.newLabel();
      Label next = method.newLabel();
      Label lastLane = method.newLabel();
      Label end = method.newLabel();
      method.labelBinding(loop);
      method.iload(lane).iload(endLane).if_icmpge(lastLane);
      method.lload(lanes).iload(lane).lushr().lconst_1().land().lconst_0().lcmp().ifeq(next);
      lane();
      method.labelBinding(next);
      method.iinc(lane, 1).goto_(loop);
      method.labelBinding(refused);
      method.lload(lanes).loadConstant(-1L).iload(lane).lshl().land().lstore(rest);
      method.goto_(end);
      method.labelBinding(lastLane);
      method.lconst_0().lstore(rest);
      method.labelBinding(end);
      finish();
      return emitter.objects();
    }

    private void begin() {
      method.aload(frame).invokevirtual(FRAME, "registers", MethodTypeDesc.of(LONGS));
      method.astore(registers);
      method.aload(frame).invokevirtual(FRAME, "predicates", MethodTypeDesc.of(LONGS));
      method.astore(predicates);
      method.lconst_0().lstore(guardedThreads);
      for (int p = 0; p < maskBefore.length; p++) {
        int register = kernel.valueRegisters + p;
        if (shape.liveIn().get(register)) {
          maskBefore[p] = method.allocateLocal(TypeKind.LONG);
          method.aload(predicates).loadConstant(p).laload().lstore(maskBefore[p]);
        }
        if (shape.liveOut().get(register)) {
          maskBehind[p] = method.allocateLocal(TypeKind.LONG);
          method.lconst_0().lstore(maskBehind[p]);
        }
      }
      method.lload(lanes).invokestatic(LONG, "numberOfTrailingZeros", COUNT_ZEROS).istore(lane);
      emitter.accesses().begin(accesses);
      method.loadConstant(Long.SIZE);
      method.lload(lanes).invokestatic(LONG, "numberOfLeadingZeros", COUNT_ZEROS);
      method.isub().istore(endLane);
    }

    /** Emits instructions that compute the same in all lanes. */
    private void uniform() {
      BitSet uniformRegisters = new BitSet();
      emitter.setUniform(true);
      for (int pc = shape.start(); pc < shape.end(); pc++) {
        FusibleOp op = (FusibleOp) code[pc];
        int[] writes = uses.writes(pc);
        boolean once = code[pc].guard < 0 && !op.differsByLane();
        for (int read : uses.reads(pc)) {
          once &= uniformRegisters.get(read);
        }
        if (once) {
          op.emit(emitter);
          int[] results = new int[writes.length];
          for (int i = 0; i < writes.length; i++) {
            results[i] = emitter.variable(writes[i]);
          }
          uniformResults[pc - shape.start()] = results;
        }
        for (int write : writes) {
          uniformRegisters.set(write, once);
        }
      }
      emitter.setUniform(false);
      emitter.forgetVariables();
    }

    /** Emits what one lane does. */
    private void lane() {
      shape.liveIn().stream().forEach(this::read);
      for (int pc = shape.start(); pc < shape.end(); pc++) {
        int[] results = uniformResults[pc - shape.start()];
        int[] writes = uses.writes(pc);
        if (results != null) {
          for (int i = 0; i < writes.length; i++) {
            emitter.setVariable(writes[i], results[i]);
          }
        } else if (code[pc].guard < 0) {
          ((FusibleOp) code[pc]).emit(emitter);
        } else {
          guarded(code[pc], writes);
        }
      }
      shape.liveOut().stream().forEach(this::write);
    }

    private void guarded(Op op, int[] writes) {
      for (int write : writes) {
        emitter.separate(write);
      }
      Label skipped = method.newLabel();
      emitter.predicate(op.guard);
      if (op.guardNegated) {
        method.ifne(skipped);
      } else {
        method.ifeq(skipped);
      }
      method.lload(guardedThreads).lconst_1().ladd().lstore(guardedThreads);
      emitter.setConditional(true);
      ((FusibleOp) op).emit(emitter);
      emitter.setConditional(false);
      method.labelBinding(skipped);
    }

    /** Emits the load of a register that the lane has before the stretch. */
    private void read(int register) {
      int predicate = register - kernel.valueRegisters;
      if (predicate < 0) {
        method.aload(registers);
        index(register);
        method.laload();
      } else {
        method.lload(maskBefore[predicate]).iload(lane).lushr().l2i().iconst_1().iand();
      }
      emitter.preload(register);
    }

    /** Emits the store of a register that the lane has behind the stretch. */
    private void write(int register) {
      int predicate = register - kernel.valueRegisters;
      if (predicate < 0) {
        method.aload(registers);
        index(register);
        emitter.push(register);
        method.lastore();
      } else {
        method.lload(maskBehind[predicate]);
        emitter.push(register);
        method.i2l().iload(lane).lshl();
        method.lor().lstore(maskBehind[predicate]);
      }
    }

    private void index(int register) {
      method.loadConstant(register * width).iload(lane).iadd();
    }

    private void finish() {
      int executed = method.allocateLocal(TypeKind.LONG);
      method.lload(lanes).lload(rest).lxor().lstore(executed);
      for (int p = 0; p < maskBehind.length; p++) {
        if (shape.liveOut().get(kernel.valueRegisters + p)) {
          method.aload(predicates).loadConstant(p);
          method.aload(predicates).loadConstant(p).laload();
          method.lload(executed).loadConstant(-1L).lxor().land();
          method.lload(maskBehind[p]).lor().lastore();
        }
      }
      emitter.accesses().end(accesses, executed, shape.writes());
      method.aload(frame).lload(guardedThreads).putfield(FRAME, "guardedThreads", CD_long);
      method.lload(rest).lreturn();
    }
  }
}
