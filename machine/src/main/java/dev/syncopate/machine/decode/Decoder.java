package dev.syncopate.machine.decode;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.config.CoreConfig;
import dev.syncopate.machine.device.SystemCallOp;
import dev.syncopate.machine.unit.control.BarrierOp;
import dev.syncopate.machine.unit.control.BranchIndexedOp;
import dev.syncopate.machine.unit.control.BranchOp;
import dev.syncopate.machine.unit.control.CallIndirectOp;
import dev.syncopate.machine.unit.control.CallOp;
import dev.syncopate.machine.unit.control.ExitOp;
import dev.syncopate.machine.unit.control.GridDependencyOp;
import dev.syncopate.machine.unit.control.NanosleepOp;
import dev.syncopate.machine.unit.control.PerformanceEventOp;
import dev.syncopate.machine.unit.control.TrapOp;
import dev.syncopate.machine.unit.exchange.ElectOp;
import dev.syncopate.machine.unit.exchange.MatchOp;
import dev.syncopate.machine.unit.exchange.ShuffleOp;
import dev.syncopate.machine.unit.exchange.VoteOp;
import dev.syncopate.machine.unit.exchange.WarpReduceOp;
import dev.syncopate.machine.unit.exchange.WarpSyncOp;
import dev.syncopate.machine.unit.lane.ActiveMaskOp;
import dev.syncopate.machine.unit.lane.AddressRankOp;
import dev.syncopate.machine.unit.lane.CarryOp;
import dev.syncopate.machine.unit.lane.ComputeOp;
import dev.syncopate.machine.unit.lane.ConstantLoadOp;
import dev.syncopate.machine.unit.lane.ConvertAddressOp;
import dev.syncopate.machine.unit.lane.MapAddressOp;
import dev.syncopate.machine.unit.lane.PredicateLogicOp;
import dev.syncopate.machine.unit.lane.ReadSpecialOp;
import dev.syncopate.machine.unit.lane.ReserveStackOp;
import dev.syncopate.machine.unit.lane.SelectOp;
import dev.syncopate.machine.unit.lane.SetPredicateOp;
import dev.syncopate.machine.unit.lane.SetValueOp;
import dev.syncopate.machine.unit.lane.TestSpaceOp;
import dev.syncopate.machine.unit.matrix.MatrixExchangeOp;
import dev.syncopate.machine.unit.matrix.MatrixMultiplyOp;
import dev.syncopate.machine.unit.matrix.RegisterLimitOp;
import dev.syncopate.machine.unit.matrix.WarpgroupControlOp;
import dev.syncopate.machine.unit.matrix.WarpgroupMultiplyOp;
import dev.syncopate.machine.unit.memory.BulkCopyOp;
import dev.syncopate.machine.unit.memory.BulkGroupOp;
import dev.syncopate.machine.unit.memory.ClusterBarrierOp;
import dev.syncopate.machine.unit.memory.CopyAsyncOp;
import dev.syncopate.machine.unit.memory.CopyControlOp;
import dev.syncopate.machine.unit.memory.FenceOp;
import dev.syncopate.machine.unit.memory.InitialisationFenceOp;
import dev.syncopate.machine.unit.memory.MbarrierOp;
import dev.syncopate.machine.unit.memory.MemoryOp;
import dev.syncopate.machine.unit.memory.PeerCopyOp;
import dev.syncopate.machine.unit.memory.ProxyFenceOp;
import dev.syncopate.machine.unit.memory.StoreAsyncOp;
import dev.syncopate.machine.unit.memory.TensorCopyOp;
import dev.syncopate.machine.unit.memory.TensorMapFenceOp;
import dev.syncopate.machine.unit.transaction.TransactionOp;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.ControlInstruction;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MatrixShape;
import dev.syncopate.ptx.ir.MemoryInstruction;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.ir.WarpInstruction;
import java.util.List;

/** Puts a program into hot form for a machine. */
public final class Decoder {
  private static final int[] NOTHING = {};

  private final CoreConfig config;
  private final Program program;
  private final HotOperands operands;
  private final LoopNest loops;

  private Decoder(Program program, CoreConfig config) {
    this.config = config;
    this.program = program;
    this.operands = new HotOperands(program, config.warpWidth());
    this.loops = new LoopNest(program);
  }

  /**
   * @param number tells this kernel apart from others of the device
   * @throws UnsupportedOperationException for an instruction that this machine lacks, by name
   */
  public static HotKernel decode(Program program, CoreConfig config, int number) {
    return new Decoder(program, config).decode(number);
  }

  private HotKernel decode(int number) {
    List<Instruction> instructions = program.code();
    Op[] code = new Op[instructions.size()];
    for (int pc = 0; pc < code.length; pc++) {
      operands.begin();
      Instruction mapped = instructions.get(pc).map(operands);
      Op op = decode(mapped, pc);
      op.waits = operands.waits();
      op.writes = operands.writes();
      code[pc] = op;
    }
    boolean transactional = program.transactional();
    return new HotKernel(
        program,
        number,
        code,
        operands.constants,
        transactional ? InstructionDistances.toCommit(instructions) : NOTHING,
        transactional ? InstructionDistances.toReturn(instructions) : NOTHING);
  }

  private Op decode(Instruction instruction, int pc) {
    return switch (instruction) {
      case Arithmetic arithmetic -> decode(arithmetic);
      case ControlInstruction control -> decode(control, pc);
      case MemoryInstruction memory -> decode(memory, pc);
      case WarpInstruction warp -> decode(warp, pc);
    };
  }

  private Op decode(Arithmetic instruction) {
    return switch (instruction) {
      case Arithmetic.Compute compute ->
          timed(ComputeOp.of(compute, operands), compute.function().cost());
      case Arithmetic.ComputeCarry carry ->
          timed(
              new CarryOp(carry, operands),
              carry.operation() == Arithmetic.CarryOperation.ADD
                      || carry.operation() == Arithmetic.CarryOperation.SUB
                  ? Cost.INTEGER
                  : Cost.MULTIPLY);
      case Arithmetic.SetPredicate set ->
          timed(new SetPredicateOp(set, operands), set.compare().cost());
      case Arithmetic.SetValue set -> timed(new SetValueOp(set, operands), set.compare().cost());
      case Arithmetic.PredicateLogic logic ->
          timed(new PredicateLogicOp(logic, operands), Cost.INTEGER);
      case Arithmetic.Select select -> timed(new SelectOp(select, operands), Cost.INTEGER);
      case Arithmetic.ReadSpecial read -> timed(new ReadSpecialOp(read, config), Cost.MOVE);
      case Arithmetic.ReserveStack reserve ->
          timed(new ReserveStackOp(reserve, operands), Cost.INTEGER);
      case Arithmetic.ConvertAddress convert ->
          timed(new ConvertAddressOp(convert, operands), Cost.INTEGER);
      case Arithmetic.MapAddress map -> timed(new MapAddressOp(map, operands), Cost.INTEGER);
      case Arithmetic.AddressRank rank -> timed(new AddressRankOp(rank, operands), Cost.INTEGER);
      case Arithmetic.TestSpace test -> timed(new TestSpaceOp(test, operands), Cost.INTEGER);
    };
  }

  private Op decode(ControlInstruction instruction, int pc) {
    return switch (instruction) {
      case ControlInstruction.Branch branch ->
          new BranchOp(
              branch,
              program.loopsThatMaySpin().contains(pc),
              loops.leaves(pc, branch.target()),
              loops.leaves(pc, pc + 1));
      case ControlInstruction.BranchIndexed branch -> new BranchIndexedOp(branch, operands);
      case ControlInstruction.Call call -> new CallOp(call);
      case ControlInstruction.CallIndirect call -> new CallIndirectOp(call, operands, program);
      case ControlInstruction.Return leave -> new ExitOp(leave, true);
      case ControlInstruction.Exit exit -> new ExitOp(exit, false);
      case ControlInstruction.Trap trap -> new TrapOp(trap);
      case ControlInstruction.Nanosleep sleep -> new NanosleepOp(sleep, operands, config.clock());
      case ControlInstruction.PerformanceEvent event -> new PerformanceEventOp(event);
      case ControlInstruction.GridDependency dependency -> new GridDependencyOp(dependency, pc);
      case ControlInstruction.SystemCall call -> new SystemCallOp(call, operands);
    };
  }

  private Op decode(MemoryInstruction instruction, int pc) {
    return switch (instruction) {
      case MemoryInstruction.Load load
          when load.space() == StateSpace.CONST || load.space() == StateSpace.PARAM -> {
        ConstantLoadOp op = new ConstantLoadOp(load, operands);
        timed(op, Cost.MOVE);
        op.latency = config.constantLatency();
        yield op;
      }
      case MemoryInstruction.Load load -> onPipe(MemoryOp.of(load, operands, pc), load.space());
      case MemoryInstruction.Store store -> onPipe(MemoryOp.of(store, operands, pc), store.space());
      case MemoryInstruction.Atomic atomic ->
          onPipe(MemoryOp.of(atomic, operands, pc), atomic.space());
      case MemoryInstruction.Fence fence -> onPipe(new FenceOp(fence, pc), StateSpace.GLOBAL);
      case MemoryInstruction.CopyAsync copy ->
          onPipe(new CopyAsyncOp(copy, operands, pc), StateSpace.GLOBAL);
      case MemoryInstruction.CopyAsyncControl control ->
          onPipe(new CopyControlOp(control, operands, pc), StateSpace.SHARED);
      case MemoryInstruction.BulkCopy copy ->
          onPipe(new BulkCopyOp(copy, operands, pc), StateSpace.GLOBAL);
      case MemoryInstruction.PeerCopy copy ->
          onPipe(new PeerCopyOp(copy, operands, pc), StateSpace.GLOBAL);
      case MemoryInstruction.StoreAsync store ->
          onPipe(new StoreAsyncOp(store, operands, pc), StateSpace.GLOBAL);
      case MemoryInstruction.TensorCopy copy ->
          onPipe(new TensorCopyOp(copy, operands, pc), StateSpace.GLOBAL);
      case MemoryInstruction.TensorMapFence fence ->
          onPipe(new TensorMapFenceOp(fence, operands, pc), StateSpace.GLOBAL);
      case MemoryInstruction.BulkGroup group ->
          onPipe(new BulkGroupOp(group, pc), StateSpace.SHARED);
      case MemoryInstruction.ProxyFence fence ->
          onPipe(new ProxyFenceOp(fence, pc), StateSpace.GLOBAL);
      case MemoryInstruction.InitialisationFence fence ->
          onPipe(new InitialisationFenceOp(fence, pc), StateSpace.SHARED);
      case MemoryInstruction.MemoryBarrierObject barrier ->
          onPipe(new MbarrierOp(barrier, operands, pc), StateSpace.SHARED);
      case MemoryInstruction.Transaction transaction -> new TransactionOp(transaction);
    };
  }

  private Op decode(WarpInstruction instruction, int pc) {
    return switch (instruction) {
      case WarpInstruction.Barrier barrier -> new BarrierOp(barrier, operands, config, pc);
      case WarpInstruction.ClusterBarrier barrier ->
          onPipe(new ClusterBarrierOp(barrier, pc), StateSpace.GLOBAL);
      case WarpInstruction.WarpSync sync -> new WarpSyncOp(sync, operands, pc);
      case WarpInstruction.Shuffle shuffle -> timed(new ShuffleOp(shuffle, operands), Cost.INTEGER);
      case WarpInstruction.Vote vote -> timed(new VoteOp(vote, operands), Cost.INTEGER);
      case WarpInstruction.Match match -> timed(new MatchOp(match, operands), Cost.INTEGER);
      case WarpInstruction.WarpReduce reduce ->
          timed(new WarpReduceOp(reduce, operands), Cost.INTEGER);
      case WarpInstruction.ActiveMask mask -> timed(new ActiveMaskOp(mask), Cost.MOVE);
      case WarpInstruction.Elect elect -> timed(new ElectOp(elect, operands), Cost.INTEGER);
      case WarpInstruction.MatrixMultiply multiply ->
          matrices(
              new MatrixMultiplyOp(multiply, operands, config.warpWidth(), pc), multiply.shape());
      case WarpInstruction.WarpgroupMultiply multiply ->
          matrices(
              new WarpgroupMultiplyOp(multiply, operands, config.warpWidth(), pc),
              multiply.shape());
      case WarpInstruction.WarpgroupControl control ->
          new WarpgroupControlOp(control, config.warpWidth(), pc);
      case WarpInstruction.RegisterLimit limit ->
          new RegisterLimitOp(limit, config.warpWidth(), pc);
      case WarpInstruction.MatrixExchange exchange ->
          timed(new MatrixExchangeOp(exchange, operands, config.warpWidth(), pc), Cost.MOVE);
    };
  }

  /** Cycles of a product by its multiply-adds of 16 bits; others are as many times as slow. */
  private Op matrices(Op op, MatrixShape shape) {
    int doubled =
        switch (shape.a()) {
          case E4M3, E5M2, S8, U8 -> 1;
          case F16, BF16 -> 2;
          case TF32 -> 4;
          case F64 -> 64;
          case F32, S32 -> throw new IllegalStateException("no factors of " + shape.a());
        };
    int interval = Math.ceilDiv(shape.operations() * doubled, 2 * config.tensorOperations());
    time(op, Pipe.TENSOR, config.tensorLatency() + interval - 1, interval);
    return op;
  }

  private static Op onPipe(Op op, StateSpace space) {
    op.pipe = (space == StateSpace.SHARED ? Pipe.SHARED : Pipe.MEMORY).number;
    return op;
  }

  private Op timed(Op op, Cost cost) {
    int pass = Math.max(1, config.warpWidth() / config.simdLanes());
    switch (cost) {
      case INTEGER, MOVE -> time(op, Pipe.INTEGER, config.integerLatency(), pass);
      case MULTIPLY -> time(op, Pipe.INTEGER, config.multiplyLatency(), pass);
      case DIVIDE ->
          time(op, Pipe.SPECIAL, config.divideLatency(), Math.max(pass, config.specialInterval()));
      case FLOAT -> time(op, Pipe.FLOAT, config.floatLatency(), pass);
      case DOUBLE ->
          time(op, Pipe.DOUBLE, config.doubleLatency(), Math.max(pass, config.doubleInterval()));
      case SPECIAL ->
          time(op, Pipe.SPECIAL, config.specialLatency(), Math.max(pass, config.specialInterval()));
    }
    return op;
  }

  private static void time(Op op, Pipe pipe, int latency, int interval) {
    op.pipe = pipe.number;
    op.latency = latency;
    op.interval = interval;
  }
}
