package dev.syncopate.workload.fuzz.text;

import dev.syncopate.workload.fuzz.program.Expression;
import dev.syncopate.workload.fuzz.program.Expression.Binary;
import dev.syncopate.workload.fuzz.program.Expression.Condition;
import dev.syncopate.workload.fuzz.program.Expression.Constant;
import dev.syncopate.workload.fuzz.program.Expression.Identity;
import dev.syncopate.workload.fuzz.program.Expression.Load;
import dev.syncopate.workload.fuzz.program.Expression.Operator;
import dev.syncopate.workload.fuzz.program.Expression.Own;
import dev.syncopate.workload.fuzz.program.Expression.Variable;
import dev.syncopate.workload.fuzz.program.KernelProgram;
import dev.syncopate.workload.fuzz.program.Space;
import dev.syncopate.workload.fuzz.program.Statement;
import dev.syncopate.workload.fuzz.program.Statement.Apart;
import dev.syncopate.workload.fuzz.program.Statement.Assign;
import dev.syncopate.workload.fuzz.program.Statement.Both;
import dev.syncopate.workload.fuzz.program.Statement.Break;
import dev.syncopate.workload.fuzz.program.Statement.Call;
import dev.syncopate.workload.fuzz.program.Statement.Case;
import dev.syncopate.workload.fuzz.program.Statement.Continue;
import dev.syncopate.workload.fuzz.program.Statement.Exchange;
import dev.syncopate.workload.fuzz.program.Statement.Gathering;
import dev.syncopate.workload.fuzz.program.Statement.If;
import dev.syncopate.workload.fuzz.program.Statement.Kind;
import dev.syncopate.workload.fuzz.program.Statement.Late;
import dev.syncopate.workload.fuzz.program.Statement.Loop;
import dev.syncopate.workload.fuzz.program.Statement.Meet;
import dev.syncopate.workload.fuzz.program.Statement.Return;
import dev.syncopate.workload.fuzz.program.Statement.Store;
import dev.syncopate.workload.fuzz.program.Statement.Switch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes statements in a language, and knows where it is known which lanes are there: {@code here}
 * holds them in a mask variable, those that have exited among them.
 */
final class Writer {
  /** The bit of a thread's number that late ones have, and how many loads late they are. */
  private static final int LATE_THREADS = 32;

  private static final int LATE_LOADS = 12;

  private final KernelProgram program;
  private final Target target;
  private final boolean kernel;

  /** The lanes still in the innermost loop, and those that still do its present turn. */
  private @Nullable String inLoop;

  /**
   * @param kernel whether a kernel is written, and not a function
   */
  Writer(KernelProgram program, Target target, boolean kernel) {
    this.program = program;
    this.target = target;
    this.kernel = kernel;
  }

  /**
   * Writes a block.
   *
   * @param here the lanes that come to it; null where nobody asks. A statement that some leave
   *     takes them out of it
   */
  void block(List<Statement> statements, @Nullable String here) {
    for (int i = 0; i < statements.size(); i++) {
      boolean asked = program.exchanges(statements.subList(i, statements.size()));
      statement(statements.get(i), here, asked);
    }
  }

  private void statement(Statement statement, @Nullable String here, boolean asked) {
    switch (statement) {
      case Assign assign -> target.assign(assign.variable(), target.value(assign.value()));
      case Store store -> {
        String index = target.value(store.index());
        target.store(store.space(), index, target.value(store.value()));
      }
      case If branch -> branch(branch, here);
      case Loop loop -> loop(loop, here);
      case Break leave -> leave(target.test(leave.condition()), here, true);
      case Continue next -> leave(target.test(next.condition()), here, false);
      case Return leave -> {
        // In a kernel those who go exit: to name them still is as good, and is done, too.
        String predicate = target.test(leave.condition());
        if (here != null && asked && !(kernel && leave.stores())) {
          String gone = target.ballot(here, predicate);
          target.set(here, target.without(here, gone));
        }
        target.leaveFunction(predicate, leave.stores());
      }
      case Switch choice -> choice(choice, here);
      case Exchange exchange -> exchange(exchange, named(here));
      case Call call -> call(call, here);
      case Apart apart -> apart(apart, here);
      case Meet meet -> meet(meet);
    }
  }

  private static String named(@Nullable String here) {
    if (here == null) {
      throw new IllegalStateException("an exchange where it is not known which lanes are there");
    }
    return here;
  }

  private @Nullable String some(@Nullable String here, String predicate, boolean asked) {
    return here != null && asked ? target.ballot(here, predicate) : null;
  }

  private void branch(If branch, @Nullable String here) {
    boolean asked = program.exchanges(branch.then()) || program.exchanges(branch.otherwise());
    String predicate = target.test(branch.condition());
    String then = some(here, predicate, asked);
    String otherwise = then == null ? null : target.without(named(here), then);
    target.branch(
        predicate,
        () -> block(branch.then(), then),
        branch.otherwise().isEmpty() ? null : () -> block(branch.otherwise(), otherwise));
  }

  private void loop(Loop loop, @Nullable String here) {
    boolean asked = here != null && program.exchanges(loop.body());
    String outer = inLoop;
    String trips = target.value(loop.trips());
    String mask = asked ? target.copy(named(here)) : null;
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

  private void leave(String predicate, @Nullable String here, boolean forGood) {
    String mask = inLoop;
    if (here != null && mask != null) {
      String gone = target.ballot(here, predicate);
      target.set(here, target.without(here, gone));
      if (forGood) {
        // Those who did not finish this turn are in the loop still.
        target.set(mask, target.without(mask, gone));
      }
    }
    if (forGood) {
      target.leaveLoop(predicate);
    } else {
      target.nextTurn(predicate);
    }
  }

  private void choice(Switch choice, @Nullable String here) {
    List<Case> cases = choice.cases();
    String value = target.value(choice.value());
    List<Runnable> blocks = new ArrayList<>();
    List<Boolean> falls = new ArrayList<>();
    String falling = null;
    for (int i = 0; i < cases.size(); i++) {
      Case one = cases.get(i);
      boolean asked = cases.stream().anyMatch(c -> program.exchanges(c.body()));
      String mine = null;
      if (here != null && asked) {
        mine = target.ballot(here, target.isCase(value, cases.size(), i));
        mine = falling == null ? mine : target.union(mine, falling);
      }
      String mask = mine;
      falling = one.falls() ? mask : null;
      blocks.add(() -> block(one.body(), mask));
      falls.add(one.falls());
    }
    target.choose(value, blocks, falls);
  }

  private void exchange(Exchange exchange, String here) {
    String group =
        switch (exchange.group().shape()) {
          case ALL -> here;
          case TILE -> target.tile(here, exchange.group().size());
          case PARITY -> target.parity(here);
          case LABEL -> {
            String label = target.low(target.value(exchange.group().label()), 4);
            yield target.exchange(Kind.MATCH_ANY, here, label, label, 32);
          }
        };
    String value = target.value(exchange.value());
    String other = target.value(exchange.other());
    if (exchange.kind() != Kind.WARP_BARRIER) {
      String result = target.exchange(exchange.kind(), group, value, other, exchange.segment());
      target.assign(exchange.variable(), result);
      return;
    }
    target.show(value);
    target.warpBarrier(group);
    target.assign(exchange.variable(), target.look(group, other, value));
    target.warpBarrier(group);
  }

  private void call(Call call, @Nullable String here) {
    boolean asked =
        program.exchanges(program.functions().get(call.function()))
            || (call.which() != null && program.exchanges(program.functions().get(call.other())));
    String which = call.which() == null ? null : target.test(call.which());
    String mask = asked ? named(here) : here;
    if (asked && which != null && call.function() != call.other()) {
      String first = target.ballot(named(here), which);
      String second = target.without(named(here), first);
      mask = target.copy(second);
      String chosen = mask;
      target.branch(which, () -> target.set(chosen, first), null);
    }
    String a = target.value(call.a());
    String b = target.value(call.b());
    target.assign(call.variable(), target.call(which, call.function(), call.other(), a, b, mask));
  }

  private void apart(Apart apart, @Nullable String here) {
    String predicate = target.test(apart.condition());
    String value = target.value(apart.value());
    if (apart.both() == Both.CTA_BARRIER) {
      target.showAll(value);
    } else if (apart.both() == Both.WARP_BARRIER) {
      target.show(value);
    }
    target.branch(
        predicate,
        () -> side(apart, apart.then(), value, here),
        () -> side(apart, apart.otherwise(), value, here));
    if (apart.both() == Both.CTA_BARRIER) {
      target.assign(apart.variable(), target.lookAt(1 + apart.variable()));
      target.barrierApart();
    } else if (apart.both() == Both.WARP_BARRIER) {
      target.assign(apart.variable(), target.look(named(here), value, value));
      target.warpBarrier(named(here));
    }
  }

  private void side(Apart apart, List<Statement> block, String value, @Nullable String here) {
    block(block, null);
    switch (apart.both()) {
      case CALL ->
          target.assign(
              apart.variable(),
              target.call(
                  null,
                  apart.function(),
                  apart.function(),
                  target.value(new Variable(apart.variable())),
                  value,
                  named(here)));
      case WARP_BARRIER -> target.warpBarrier(named(here));
      case CTA_BARRIER -> target.barrierApart();
    }
  }

  private void meet(Meet meet) {
    String value = target.value(meet.value());
    delay(meet, Late.SHOW);
    target.showAll(value);
    String gathered = target.barrier(meet.gathering(), value);
    delay(meet, Late.LOOK);
    String seen = target.lookAt(meet.distance());
    target.assign(meet.variable(), target.sum(seen, gathered));
    target.barrier(Gathering.NOTHING, value);
  }

  /** Loads that need each other's results: only barriers keep the others back for so long. */
  private void delay(Meet meet, Late what) {
    if (meet.late() != what) {
      return;
    }
    Expression odd = new Binary(Operator.AND, new Own(Identity.THREAD), new Constant(LATE_THREADS));
    String predicate = target.test(new Condition(Expression.Test.DIFFERENT, odd, new Constant(0)));
    target.branch(
        predicate,
        () -> {
          for (int i = 0; i < LATE_LOADS; i++) {
            Variable last = new Variable(meet.variable());
            target.assign(meet.variable(), target.value(new Load(Space.INPUT, last)));
          }
        },
        null);
  }
}
