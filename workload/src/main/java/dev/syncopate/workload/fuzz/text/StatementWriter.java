package dev.syncopate.workload.fuzz.text;

import dev.syncopate.workload.fuzz.program.FuzzExpression;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Binary;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Condition;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Identity;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Load;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Own;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Variable;
import dev.syncopate.workload.fuzz.program.FuzzSpace;
import dev.syncopate.workload.fuzz.program.FuzzStatement;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Apart;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Assign;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Both;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Break;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Call;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Case;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Continue;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Exchange;
import dev.syncopate.workload.fuzz.program.FuzzStatement.If;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Kind;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Late;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Loop;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Meet;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Return;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Store;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Switch;
import dev.syncopate.workload.fuzz.program.KernelProgram;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes statements in a language, and knows where it is known which lanes are there: {@code here}
 * holds them in a mask variable, those that have exited among them.
 */
final class StatementWriter {
  /** The bit of a thread's number that late ones have, and how many loads late they are. */
  private static final int LATE_THREADS = 32;

  private static final int LATE_LOADS = 12;

  private final KernelProgram program;
  private final TargetLanguage target;
  private final boolean kernel;

  /** The lanes still in the innermost loop, and those that still do its present turn. */
  private @Nullable String inLoop;

  /**
   * @param kernel whether a kernel is written, and not a function
   */
  StatementWriter(KernelProgram program, TargetLanguage target, boolean kernel) {
    this.program = program;
    this.target = target;
    this.kernel = kernel;
  }

  /**
   * Writes a block.
   *
   * @param activeMask the lanes that come to it; null where the mask is not used. A statement that
   *     some leave takes them out of it
   */
  void block(List<FuzzStatement> statements, @Nullable String activeMask) {
    for (int i = 0; i < statements.size(); i++) {
      boolean maskNeeded = program.exchanges(statements.subList(i, statements.size()));
      statement(statements.get(i), activeMask, maskNeeded);
    }
  }

  private void statement(FuzzStatement statement, @Nullable String activeMask, boolean maskNeeded) {
    switch (statement) {
      case Assign assign -> target.assign(assign.variable(), target.value(assign.value()));
      case Store store -> {
        String index = target.value(store.index());
        target.store(store.space(), index, target.value(store.value()));
      }
      case If branch -> branch(branch, activeMask);
      case Loop loop -> loop(loop, activeMask);
      case Break leave -> leave(target.test(leave.condition()), activeMask, true);
      case Continue next -> leave(target.test(next.condition()), activeMask, false);
      case Return leave -> {
        // In a kernel those who go exit: to name them still is as good, and is done, too.
        String predicate = target.test(leave.condition());
        if (activeMask != null && maskNeeded && !(kernel && leave.stores())) {
          String leavingMask = target.ballot(activeMask, predicate);
          target.set(activeMask, target.without(activeMask, leavingMask));
        }
        target.leaveFunction(predicate, leave.stores());
      }
      case Switch choice -> choice(choice, activeMask);
      case Exchange exchange -> exchange(exchange, named(activeMask));
      case Call call -> call(call, activeMask);
      case Apart apartStatement -> apart(apartStatement, activeMask);
      case Meet meet -> meet(meet);
    }
  }

  private static String named(@Nullable String activeMask) {
    if (activeMask == null) {
      throw new IllegalStateException("an exchange where it is not known which lanes are there");
    }
    return activeMask;
  }

  private @Nullable String some(@Nullable String activeMask, String predicate, boolean maskNeeded) {
    return activeMask != null && maskNeeded ? target.ballot(activeMask, predicate) : null;
  }

  private void branch(If branch, @Nullable String activeMask) {
    boolean maskNeeded =
        program.exchanges(branch.thenBlock()) || program.exchanges(branch.otherwise());
    String predicate = target.test(branch.condition());
    String thenMask = some(activeMask, predicate, maskNeeded);
    String otherwise = thenMask == null ? null : target.without(named(activeMask), thenMask);
    target.branch(
        predicate,
        () -> block(branch.thenBlock(), thenMask),
        branch.otherwise().isEmpty() ? null : () -> block(branch.otherwise(), otherwise));
  }

  private void loop(Loop loop, @Nullable String activeMask) {
    boolean maskNeeded = activeMask != null && program.exchanges(loop.body());
    String outer = inLoop;
    String trips = target.value(loop.trips());
    String mask = maskNeeded ? target.copy(named(activeMask)) : null;
    target.loop(
        trips,
        loop.polls(),
        mask,
        () -> {
          inLoop = mask;
          block(loop.body(), mask == null ? null : target.copy(mask));
        });
    inLoop = outer;
  }

  private void leave(String predicate, @Nullable String activeMask, boolean forGood) {
    String mask = inLoop;
    if (activeMask != null && mask != null) {
      String leavingMask = target.ballot(activeMask, predicate);
      target.set(activeMask, target.without(activeMask, leavingMask));
      if (forGood) {
        // Those who did not finish this turn are in the loop still.
        target.set(mask, target.without(mask, leavingMask));
      }
    }
    if (forGood) {
      target.leaveLoop(predicate);
    } else {
      target.nextTurn(predicate);
    }
  }

  private void choice(Switch choice, @Nullable String activeMask) {
    List<Case> cases = choice.cases();
    String value = target.value(choice.value());
    List<Runnable> blocks = new ArrayList<>();
    List<Boolean> falls = new ArrayList<>();
    String falling = null;
    for (int i = 0; i < cases.size(); i++) {
      Case switchCase = cases.get(i);
      boolean maskNeeded = cases.stream().anyMatch(c -> program.exchanges(c.body()));
      String mine = null;
      if (activeMask != null && maskNeeded) {
        mine = target.ballot(activeMask, target.isCase(value, cases.size(), i));
        mine = falling == null ? mine : target.union(mine, falling);
      }
      String mask = mine;
      falling = switchCase.falls() ? mask : null;
      blocks.add(() -> block(switchCase.body(), mask));
      falls.add(switchCase.falls());
    }
    target.choose(value, blocks, falls);
  }

  private void exchange(Exchange exchange, String activeMask) {
    String group =
        switch (exchange.group().shape()) {
          case ALL -> activeMask;
          case TILE -> target.tile(activeMask, exchange.group().size());
          case PARITY -> target.parity(activeMask);
          case LABEL -> {
            String label = target.low(target.value(exchange.group().label()), 4);
            yield target.exchange(Kind.MATCH_ANY, activeMask, label, label, 32);
          }
        };
    String value = target.value(exchange.value());
    String operand = target.value(exchange.operand());
    if (exchange.kind() != Kind.WARP_BARRIER) {
      String result = target.exchange(exchange.kind(), group, value, operand, exchange.segment());
      target.assign(exchange.variable(), result);
      return;
    }
    target.show(value);
    target.warpBarrier(group);
    target.assign(exchange.variable(), target.look(group, operand, value));
    target.warpBarrier(group);
  }

  private void call(Call call, @Nullable String activeMask) {
    boolean maskNeeded =
        program.exchanges(program.functions().get(call.function()))
            || (call.selector() != null
                && program.exchanges(program.functions().get(call.otherFunction())));
    String selector = call.selector() == null ? null : target.test(call.selector());
    String mask = maskNeeded ? named(activeMask) : activeMask;
    if (maskNeeded && selector != null && call.function() != call.otherFunction()) {
      String first = target.ballot(named(activeMask), selector);
      String second = target.without(named(activeMask), first);
      mask = target.copy(second);
      String chosen = mask;
      target.branch(selector, () -> target.set(chosen, first), null);
    }
    String a = target.value(call.a());
    String b = target.value(call.b());
    target.assign(
        call.variable(), target.call(selector, call.function(), call.otherFunction(), a, b, mask));
  }

  private void apart(Apart apartStatement, @Nullable String activeMask) {
    String predicate = target.test(apartStatement.condition());
    String value = target.value(apartStatement.value());
    if (apartStatement.commonStep() == Both.CTA_BARRIER) {
      target.showAll(value);
    } else if (apartStatement.commonStep() == Both.WARP_BARRIER) {
      target.show(value);
    }
    target.branch(
        predicate,
        () -> side(apartStatement, apartStatement.thenBlock(), value, activeMask),
        () -> side(apartStatement, apartStatement.otherwise(), value, activeMask));
    if (apartStatement.commonStep() == Both.CTA_BARRIER) {
      target.assign(apartStatement.variable(), target.lookAt(1 + apartStatement.variable()));
      target.barrierApart();
    } else if (apartStatement.commonStep() == Both.WARP_BARRIER) {
      target.assign(apartStatement.variable(), target.look(named(activeMask), value, value));
      target.warpBarrier(named(activeMask));
    }
  }

  private void side(
      Apart apartStatement, List<FuzzStatement> block, String value, @Nullable String activeMask) {
    block(block, null);
    switch (apartStatement.commonStep()) {
      case CALL ->
          target.assign(
              apartStatement.variable(),
              target.call(
                  null,
                  apartStatement.function(),
                  apartStatement.function(),
                  target.value(new Variable(apartStatement.variable())),
                  value,
                  named(activeMask)));
      case WARP_BARRIER -> target.warpBarrier(named(activeMask));
      case CTA_BARRIER -> target.barrierApart();
    }
  }

  private void meet(Meet meet) {
    String value = target.value(meet.value());
    delay(meet, Late.SHOW);
    target.showAll(value);
    String gathered = target.barrier(meet.gathering(), value);
    delay(meet, Late.LOOK);
    String observed = target.lookAt(meet.distance());
    target.assign(meet.variable(), target.sum(observed, gathered));
    target.barrier(FuzzStatement.Gathering.NOTHING, value);
  }

  /** Loads that need each other's results: only barriers keep the others back for so long. */
  private void delay(Meet meet, Late late) {
    if (meet.late() != late) {
      return;
    }
    FuzzExpression odd =
        new Binary(
            FuzzExpression.Operator.AND,
            new Own(Identity.THREAD),
            new FuzzExpression.Constant(LATE_THREADS));
    String predicate =
        target.test(
            new Condition(FuzzExpression.Test.DIFFERENT, odd, new FuzzExpression.Constant(0)));
    target.branch(
        predicate,
        () -> {
          for (int i = 0; i < LATE_LOADS; i++) {
            Variable last = new Variable(meet.variable());
            target.assign(meet.variable(), target.value(new Load(FuzzSpace.INPUT, last)));
          }
        },
        null);
  }
}
