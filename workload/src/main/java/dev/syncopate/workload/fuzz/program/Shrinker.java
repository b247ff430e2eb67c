package dev.syncopate.workload.fuzz.program;

import dev.syncopate.workload.fuzz.program.FuzzExpression.Binary;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Chosen;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Condition;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Load;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Own;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Variable;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Apart;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Assign;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Break;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Call;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Case;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Continue;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Exchange;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Group;
import dev.syncopate.workload.fuzz.program.FuzzStatement.If;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Loop;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Meet;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Return;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Shape;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Store;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Switch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes a kernel smaller for as long as something holds for it, such as going wrong. */
public final class Shrinker {
  private final Predicate<KernelProgram> fails;
  private int attempts;

  /**
   * @param attempts how many smaller kernels may be tried
   */
  public Shrinker(Predicate<KernelProgram> fails, int attempts) {
    this.fails = fails;
    this.attempts = attempts;
  }

  /** The smallest kernel found; nothing that can be taken from it alone leaves it failing. */
  public KernelProgram shrink(KernelProgram program) {
    KernelProgram best = program;
    for (boolean smaller = true; smaller && attempts > 0; ) {
      KernelProgram next = step(best);
      smaller = next != null;
      best = next == null ? best : next;
    }
    return best;
  }

  private @Nullable KernelProgram step(KernelProgram program) {
    for (KernelProgram candidate : candidates(program)) {
      if (attempts-- <= 0) {
        return null;
      }
      if (fails.test(candidate)) {
        return candidate;
      }
    }
    return null;
  }

  private static List<KernelProgram> candidates(KernelProgram program) {
    List<KernelProgram> candidates = new ArrayList<>();
    for (List<FuzzStatement> body : blocks(program.body())) {
      candidates.add(program.with(body, program.functions()));
    }
    for (int i = 0; i < program.functions().size(); i++) {
      for (List<FuzzStatement> body : blocks(program.functions().get(i))) {
        List<List<FuzzStatement>> functions = new ArrayList<>(program.functions());
        functions.set(i, body);
        candidates.add(program.with(program.body(), List.copyOf(functions)));
      }
    }
    if (program.ctas() > 1) {
      candidates.add(program.sized(1, program.x(), program.y()));
    }
    if (program.y() > 1) {
      candidates.add(program.sized(program.ctas(), program.x(), 1));
    }
    if (program.x() > 32) {
      candidates.add(program.sized(program.ctas(), 32, program.y()));
    }
    return candidates;
  }

  /** The block made smaller in one place: the largest parts go first. */
  private static List<List<FuzzStatement>> blocks(List<FuzzStatement> block) {
    List<List<FuzzStatement>> candidates = new ArrayList<>();
    for (int length = block.size(); length > 0; length /= 2) {
      for (int start = 0; start + length <= block.size(); start += length) {
        candidates.add(replaced(block, start, length, List.of()));
      }
    }
    for (int i = 0; i < block.size(); i++) {
      for (List<FuzzStatement> inside : StatementWalk.blocks(block.get(i))) {
        if (!inside.isEmpty() && !(block.get(i) instanceof Loop && leaves(inside))) {
          candidates.add(replaced(block, i, 1, inside));
        }
      }
    }
    for (int i = 0; i < block.size(); i++) {
      for (FuzzStatement smaller : statements(block.get(i))) {
        candidates.add(replaced(block, i, 1, List.of(smaller)));
      }
    }
    return candidates;
  }

  private static boolean leaves(List<FuzzStatement> block) {
    return StatementWalk.any(block, s -> s instanceof Break || s instanceof Continue);
  }

  private static List<FuzzStatement> replaced(
      List<FuzzStatement> block, int start, int length, List<FuzzStatement> replacement) {
    List<FuzzStatement> result = new ArrayList<>(block.subList(0, start));
    result.addAll(replacement);
    result.addAll(block.subList(start + length, block.size()));
    return List.copyOf(result);
  }

  private static <T> List<FuzzStatement> each(List<T> smaller, Function<T, FuzzStatement> factory) {
    return smaller.stream().map(factory).toList();
  }

  @SafeVarargs
  private static List<FuzzStatement> all(List<FuzzStatement>... lists) {
    List<FuzzStatement> candidates = new ArrayList<>();
    for (List<FuzzStatement> list : lists) {
      candidates.addAll(list);
    }
    return candidates;
  }

  private static List<FuzzStatement> statements(FuzzStatement statement) {
    return switch (statement) {
      case Assign s -> each(values(s.value()), v -> new Assign(s.variable(), v));
      case Store s ->
          all(
              each(values(s.index()), v -> new Store(s.space(), v, s.value())),
              each(values(s.value()), v -> new Store(s.space(), s.index(), v)));
      case If s ->
          all(
              each(blocks(s.thenBlock()), b -> new If(s.condition(), b, s.otherwise())),
              each(blocks(s.otherwise()), b -> new If(s.condition(), s.thenBlock(), b)),
              each(conditions(s.condition()), c -> new If(c, s.thenBlock(), s.otherwise())));
      case Loop s ->
          all(
              each(blocks(s.body()), b -> new Loop(s.trips(), s.polls(), b)),
              s.polls() ? List.of(new Loop(s.trips(), false, s.body())) : List.of(),
              each(values(s.trips()), v -> new Loop(v, s.polls(), s.body())));
      case Break s -> each(conditions(s.condition()), Break::new);
      case Continue s -> each(conditions(s.condition()), Continue::new);
      case Return s -> each(conditions(s.condition()), c -> new Return(c, s.stores()));
      case Switch s -> all(cases(s), each(values(s.value()), v -> new Switch(v, s.cases())));
      case Exchange s -> exchanges(s);
      case Call s -> calls(s);
      case Apart s -> sides(s);
      case Meet s ->
          each(
              values(s.value()),
              v -> new Meet(s.variable(), s.gathering(), v, s.distance(), s.late()));
    };
  }

  private static List<FuzzStatement> cases(Switch s) {
    List<FuzzStatement> candidates = new ArrayList<>();
    for (int i = 0; i < s.cases().size(); i++) {
      Case old = s.cases().get(i);
      List<Case> choices = new ArrayList<>();
      blocks(old.body()).forEach(b -> choices.add(new Case(b, old.falls())));
      if (old.falls()) {
        choices.add(new Case(old.body(), false));
      }
      for (Case choice : choices) {
        List<Case> cases = new ArrayList<>(s.cases());
        cases.set(i, choice);
        candidates.add(new Switch(s.value(), List.copyOf(cases)));
      }
    }
    return candidates;
  }

  private static List<FuzzStatement> exchanges(Exchange s) {
    Group allLanes = new Group(Shape.ALL, 32, new FuzzExpression.Constant(0));
    Function<Group, FuzzStatement> rebuild =
        g -> new Exchange(s.variable(), s.kind(), g, s.value(), s.operand(), s.segment());
    return all(
        s.group().equals(allLanes) ? List.of() : List.of(rebuild.apply(allLanes)),
        each(
            values(s.group().label()),
            v -> rebuild.apply(new Group(s.group().shape(), s.group().size(), v))),
        each(
            values(s.value()),
            v -> new Exchange(s.variable(), s.kind(), s.group(), v, s.operand(), s.segment())),
        each(
            values(s.operand()),
            v -> new Exchange(s.variable(), s.kind(), s.group(), s.value(), v, s.segment())),
        s.segment() == 32
            ? List.of()
            : List.of(new Exchange(s.variable(), s.kind(), s.group(), s.value(), s.operand(), 32)));
  }

  private static List<FuzzStatement> calls(Call s) {
    Condition selector = s.selector();
    int v = s.variable();
    return all(
        selector == null
            ? List.of()
            : List.of(
                new Call(v, null, s.function(), s.function(), s.a(), s.b()),
                new Call(v, null, s.otherFunction(), s.otherFunction(), s.a(), s.b())),
        selector == null
            ? List.of()
            : each(
                conditions(selector),
                c -> new Call(v, c, s.function(), s.otherFunction(), s.a(), s.b())),
        each(values(s.a()), a -> new Call(v, selector, s.function(), s.otherFunction(), a, s.b())),
        each(values(s.b()), b -> new Call(v, selector, s.function(), s.otherFunction(), s.a(), b)));
  }

  private static List<FuzzStatement> sides(Apart s) {
    return all(
        each(blocks(s.thenBlock()), b -> s.with(s.condition(), s.value(), b, s.otherwise())),
        each(blocks(s.otherwise()), b -> s.with(s.condition(), s.value(), s.thenBlock(), b)),
        each(conditions(s.condition()), c -> s.with(c, s.value(), s.thenBlock(), s.otherwise())),
        each(values(s.value()), v -> s.with(s.condition(), v, s.thenBlock(), s.otherwise())));
  }

  private static List<Condition> conditions(Condition c) {
    List<Condition> candidates = new ArrayList<>();
    values(c.a()).forEach(v -> candidates.add(new Condition(c.test(), v, c.b())));
    values(c.b()).forEach(v -> candidates.add(new Condition(c.test(), c.a(), v)));
    return candidates;
  }

  /** Its parts in its place, constants last. */
  private static List<FuzzExpression> values(FuzzExpression e) {
    List<FuzzExpression> candidates = new ArrayList<>();
    switch (e) {
      case FuzzExpression.Constant c -> {
        if (c.value() != 0 && c.value() != 1) {
          candidates.add(new FuzzExpression.Constant(0));
          candidates.add(new FuzzExpression.Constant(1));
        }
      }
      case Variable _, Own _ -> candidates.add(new FuzzExpression.Constant(1));
      case Binary b -> {
        candidates.add(b.a());
        candidates.add(b.b());
        values(b.a()).forEach(v -> candidates.add(new Binary(b.operator(), v, b.b())));
        values(b.b()).forEach(v -> candidates.add(new Binary(b.operator(), b.a(), v)));
      }
      case Chosen c -> {
        candidates.add(c.a());
        candidates.add(c.b());
        values(c.a()).forEach(v -> candidates.add(new Chosen(c.condition(), v, c.b())));
        values(c.b()).forEach(v -> candidates.add(new Chosen(c.condition(), c.a(), v)));
        conditions(c.condition()).forEach(k -> candidates.add(new Chosen(k, c.a(), c.b())));
      }
      case Load l -> {
        candidates.add(l.index());
        values(l.index()).forEach(v -> candidates.add(new Load(l.space(), v)));
      }
    }
    return candidates;
  }
}
