package dev.syncopate.model.explore.machine;

import dev.syncopate.model.explore.computation.Computation;
import dev.syncopate.model.explore.machine.ThreadCode.Source;
import java.util.ArrayDeque;
import java.util.List;

/**
 * A thread of a test while it runs, in order: it waits for a register where it is used, and for the
 * load-store unit where that refuses.
 */
final class ExploredThread {
  final ThreadCode code;
  final int warp;
  final long[] registers;

  /** Registers that an access in flight will set, as bits. */
  long awaited;

  /** Accesses and fences in flight. */
  int underWay;

  int next;

  /** Whether it was refused and not called since. */
  boolean asleep;

  /** Whether it waits at a barrier. */
  boolean waits;

  /** Whether it waits for an access to another CTA that acquires. */
  boolean remote;

  /** Whether it waits at a proxy fence for loads. */
  boolean fenced;

  ExploredThread(ThreadCode code, int warp) {
    this.code = code;
    this.warp = warp;
    registers = new long[code.registers().size()];
    for (int i = 0; i < registers.length; i++) {
      registers[i] = code.initial().get(i);
    }
    if (registers.length > 64) {
      throw new IllegalArgumentException(code.name() + " has more than 64 registers");
    }
  }

  boolean finished() {
    return next == code.instructions().size() && underWay == 0 && !waits && !fenced;
  }

  ThreadCode.Instruction instruction() {
    return code.instructions().get(next);
  }

  String text() {
    return code.texts().get(next);
  }

  long value(Source source) {
    return source.isRegister() ? registers[source.register()] : source.number();
  }

  private boolean known(Source source) {
    return !source.isRegister() || known(source.register());
  }

  private boolean known(int register) {
    return register < 0 || (awaited >>> register & 1) == 0;
  }

  /**
   * Runs up to an instruction that is not the thread's own affair.
   *
   * @return whether that instruction could be issued, were it not refused
   */
  boolean run() {
    Computation computation = new Computation();
    while (true) {
      if (waits || fenced || remote || next == code.instructions().size()) {
        return false;
      }
      switch (instruction()) {
        case ThreadCode.Instruction.Access access -> {
          return known(access.address())
              && known(access.a())
              && known(access.b())
              && known(access.target());
        }
        case ThreadCode.Instruction.SharedAccess access -> {
          return known(access.a()) && known(access.b()) && known(access.target());
        }
        case ThreadCode.Instruction.MbarrierStep step -> {
          return known(step.target());
        }
        case ThreadCode.Instruction.Local _ -> {
          return true;
        }
        case ThreadCode.Instruction.Barrier barrier -> {
          return known(barrier.instance())
              && (barrier.id() == null || known(barrier.id()))
              && (barrier.count() == null || known(barrier.count()));
        }
        case ThreadCode.Instruction.Move move -> {
          if (!known(move.value()) || !known(move.target())) {
            return false;
          }
          registers[move.target()] = value(move.value());
          next++;
        }
        case ThreadCode.Instruction.Compute compute -> {
          if (!known(compute.a()) || !known(compute.b()) || !known(compute.target())) {
            return false;
          }
          registers[compute.target()] =
              compute.arithmetic().apply(value(compute.a()), value(compute.b()));
          next++;
        }
        case ThreadCode.Instruction.Branch branch -> {
          if (!known(branch.a()) || !known(branch.b())) {
            return false;
          }
          boolean isTaken = branch.comparison().holds(value(branch.a()), value(branch.b()));
          next = isTaken ? branch.target() : next + 1;
        }
      }
      computation.goesOn(code.name(), next, registers);
    }
  }

  /** What the barrier is called that the thread is at. */
  String name(ThreadCode.Instruction.Barrier barrier) {
    long instance = value(barrier.instance());
    long id = barrier.id() == null ? 0 : value(barrier.id());
    return id == 0 ? Long.toString(instance) : instance + ", " + id;
  }

  /** Whether the thread may still come to a barrier so many times, as far as its program says. */
  boolean mayComeTo(String name, int times) {
    int end = code.instructions().size();
    boolean[] visited = new boolean[(end + 1) * times];
    ArrayDeque<Integer> open = new ArrayDeque<>(List.of(next));
    while (!open.isEmpty()) {
      int position = open.removeLast();
      if (visited[position] || position % (end + 1) == end) {
        continue;
      }
      visited[position] = true;
      ThreadCode.Instruction instruction = code.instructions().get(position % (end + 1));
      int successor = position + 1;
      if (instruction instanceof ThreadCode.Instruction.Barrier barrier && mayBe(barrier, name)) {
        successor += end + 1; // the same program once more, with one time less to come
        if (successor >= visited.length) {
          return true;
        }
      }
      if (!(instruction instanceof ThreadCode.Instruction.Branch branch)) {
        open.add(successor);
        continue;
      }
      boolean constant = !branch.a().isRegister() && !branch.b().isRegister();
      boolean isTaken = branch.comparison().holds(branch.a().number(), branch.b().number());
      if (!constant || isTaken) {
        open.add(position - position % (end + 1) + branch.target());
      }
      if (!constant || !isTaken) {
        open.add(successor);
      }
    }
    return false;
  }

  private boolean mayBe(ThreadCode.Instruction.Barrier barrier, String name) {
    boolean constant =
        !barrier.instance().isRegister() && (barrier.id() == null || !barrier.id().isRegister());
    return !constant || name(barrier).equals(name);
  }

  /** How many meet at the barrier that the thread is at, or {@link NamedBarriers#ALL}. */
  long count(ThreadCode.Instruction.Barrier barrier) {
    if (barrier.count() == null) {
      return NamedBarriers.ALL;
    }
    String fault = fault(barrier);
    if (!fault.isEmpty()) {
      throw new IllegalStateException(fault);
    }
    return value(barrier.count());
  }

  /** What is wrong with the barrier that the thread is at; else empty. */
  String fault(ThreadCode.Instruction.Barrier barrier) {
    return barrier.count() == null || value(barrier.count()) > 0
        ? ""
        : "%s: `%s`: the count %d is below 1"
            .formatted(code.name(), text(), value(barrier.count()));
  }

  void awaits(int register) {
    awaited |= 1L << register;
  }

  void arrived(int register, long value) {
    registers[register] = value;
    awaited &= ~(1L << register);
  }
}
