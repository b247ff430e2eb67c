package dev.syncopate.model.litmus.lisa;

import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.LitmusDialect;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.litmus.RowDialect;
import dev.syncopate.model.litmus.TermReader;
import dev.syncopate.model.litmus.TestAnnotations;
import dev.syncopate.model.litmus.ThreadBuilder;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.Token;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reader of what HSA tests in LISA have that other tests in rows have not. */
public final class LisaRows implements RowDialect {
  static final Map<String, IntegerFunction> FUNCTIONS =
      new TreeMap<>(
          Map.of(
              "add", IntegerFunction.ADD,
              "sub", IntegerFunction.SUB,
              "mul", IntegerFunction.MUL,
              "and", IntegerFunction.AND,
              "or", IntegerFunction.OR,
              "xor", IntegerFunction.XOR));

  private static final Map<String, ComparisonOperator> COMPARISONS =
      new TreeMap<>(
          Map.of(
              "eq", ComparisonOperator.EQ,
              "ne", ComparisonOperator.NE,
              "neq", ComparisonOperator.NE,
              "lt", ComparisonOperator.LT,
              "le", ComparisonOperator.LE,
              "gt", ComparisonOperator.GT,
              "ge", ComparisonOperator.GE));

  private static final List<String> GLOBAL_REGIONS = List.of("global", "kernarg", "readonly");
  private static final List<String> LOCAL_REGIONS = List.of("group", "private");

  private final TreeMap<String, SortedSet<String>> regions = new TreeMap<>();
  private int labels;

  @Override
  public LitmusDialect dialect() {
    return LitmusDialect.LISA;
  }

  @Override
  public boolean statesPlaces() {
    return false;
  }

  @Override
  public void blocks(TermReader words) {}

  @Override
  public ThreadBuilder place(TermReader words, int id) {
    return new ThreadBuilder(id, 0, LitmusThread.ALONE, 0, LitmusThread.ALONE);
  }

  @Override
  public boolean instruction(TermReader words, Token name, ThreadBuilder thread) {
    switch (name.text()) {
      case "r" -> load(words, name, thread);
      case "w" -> store(words, name, thread);
      case "f" ->
          thread.add(
              new LitmusInstruction.Fence(LitmusOrder.ACQ_REL, LitmusScope.SYS),
              HsaAnnotations.read(words, name).fence());
      case "rmw" -> update(words, name, thread);
      case "mov" -> move(words, thread);
      case "b" -> branch(words, thread);
      case "add", "sub", "mul" -> {
        return false;
      }
      default ->
          throw words
              .tokens()
              .source()
              .unexpected(
                  name.offset(),
                  name.described(),
                  "an instruction (r, w, f, rmw, mov, add, sub, mul, b)");
    }
    return true;
  }

  private static void load(TermReader words, Token name, ThreadBuilder thread) {
    HsaAnnotations annotations = HsaAnnotations.read(words, name);
    String target = words.register();
    words.tokens().accept(",");
    thread.add(
        new LitmusInstruction.Load(LitmusOrder.WEAK, null, false, target, words.address()),
        annotations.access());
  }

  private static void store(TermReader words, Token name, ThreadBuilder thread) {
    HsaAnnotations annotations = HsaAnnotations.read(words, name);
    LitmusOperand address = words.address();
    words.tokens().accept(",");
    thread.add(
        new LitmusInstruction.Store(LitmusOrder.WEAK, null, false, address, words.value()),
        annotations.access());
  }

  /**
   * {@code rmw[…] r0 (add r0 1) x} and {@code rmw[add,…] r0,x,1} add to the old value, {@code
   * rmw[…] r0 1 x} exchanges.
   */
  private static void update(TermReader words, Token name, ThreadBuilder thread) {
    HsaAnnotations annotations = HsaAnnotations.read(words, name);
    String target = words.register();
    words.tokens().accept(",");
    String annotated = annotations.operation();
    if (annotated != null) {
      LitmusOperand address = words.address();
      words.tokens().accept(",");
      Update combined =
          new Update.Combine(Objects.requireNonNull(FUNCTIONS.get(annotated)), words.value());
      thread.add(
          new LitmusInstruction.Atomic(
              LitmusOrder.RELAXED, LitmusScope.SYS, false, combined, target, address),
          annotations.access());
      return;
    }
    Update update;
    if (words.tokens().accept("(")) {
      Token operation = words.tokens().expect(Token.Kind.NAME, "an operation such as `add`");
      IntegerFunction function = FUNCTIONS.get(operation.text());
      if (function == null) {
        throw noOperation(words, operation, FUNCTIONS.keySet());
      }
      Token first = words.tokens().peek();
      if (!words.register().equals(target)) {
        throw words.error(
            first, "the operation of a `rmw` starts from the old value, `" + target + "`");
      }
      words.tokens().accept(",");
      update = new Update.Combine(function, words.value());
      words.tokens().expect(")");
    } else {
      update = new Update.Exchange(words.value());
    }
    words.tokens().accept(",");
    thread.add(
        new LitmusInstruction.Atomic(
            LitmusOrder.RELAXED, LitmusScope.SYS, false, update, target, words.address()),
        annotations.access());
  }

  private static SourceException noOperation(
      TermReader words, Token operation, Set<String> operations) {
    return words
        .tokens()
        .source()
        .unexpected(
            operation.offset(),
            operation.described(),
            "an operation (" + String.join(", ", operations) + ")");
  }

  /** {@code mov r3 (neq r0 1)} compares, {@code mov r3 (add r0 1)} computes. */
  private void move(TermReader words, ThreadBuilder thread) {
    String target = words.register();
    words.tokens().accept(",");
    if (!words.tokens().accept("(")) {
      thread.add(new LitmusInstruction.Move(target, words.value()));
      return;
    }
    Token operation = words.tokens().expect(Token.Kind.NAME, "an operation such as `add`");
    LitmusOperand a = words.value();
    words.tokens().accept(",");
    LitmusOperand b = words.value();
    words.tokens().expect(")");
    IntegerFunction function = FUNCTIONS.get(operation.text());
    ComparisonOperator comparison = COMPARISONS.get(operation.text());
    if (function != null) {
      thread.add(new LitmusInstruction.Compute(function, target, a, b));
    } else if (comparison != null) {
      compare(words, thread, comparison, target, a, b);
    } else {
      Set<String> operations = new TreeSet<>(FUNCTIONS.keySet());
      operations.addAll(COMPARISONS.keySet());
      throw noOperation(words, operation, operations);
    }
  }

  /** Sets a register to 1 if a comparison holds, else to 0. The operands may be the register. */
  private void compare(
      TermReader words,
      ThreadBuilder thread,
      ComparisonOperator comparison,
      String target,
      LitmusOperand a,
      LitmusOperand b) {
    Token place = words.tokens().peek();
    Token yes = new Token(Token.Kind.NAME, "$" + labels++, place.offset());
    Token end = new Token(Token.Kind.NAME, "$" + labels++, place.offset());
    thread.addJump(yes, index -> new LitmusInstruction.Branch(comparison, a, b, index));
    thread.at(place);
    thread.add(new LitmusInstruction.Move(target, new LitmusOperand.Constant(0)));
    thread.at(place);
    thread.addJump(end, LitmusInstruction.Goto::new);
    boolean _ = thread.place(yes.text());
    thread.at(place);
    thread.add(new LitmusInstruction.Move(target, new LitmusOperand.Constant(1)));
    boolean _ = thread.place(end.text());
  }

  /**
   * {@code b r3 Exit} goes to a label if the register is not 0, {@code b[eq] r3,1,Exit} if a
   * comparison holds, {@code b Exit} always.
   */
  private static void branch(TermReader words, ThreadBuilder thread) {
    if (words.tokens().accept("[") && !words.tokens().accept("]")) {
      Token operation = words.tokens().expect(Token.Kind.NAME, "a comparison such as `eq`");
      ComparisonOperator comparison = COMPARISONS.get(operation.text());
      if (comparison == null) {
        throw noOperation(words, operation, COMPARISONS.keySet());
      }
      words.tokens().expect("]");
      LitmusOperand a = words.value();
      words.tokens().accept(",");
      LitmusOperand b = words.value();
      words.tokens().accept(",");
      Token label = words.tokens().expect(Token.Kind.NAME, "a label");
      thread.addJump(label, index -> new LitmusInstruction.Branch(comparison, a, b, index));
      return;
    }
    LitmusOperand condition = words.atRegister() ? words.value() : null;
    words.tokens().accept(",");
    Token label = words.tokens().expect(Token.Kind.NAME, "a label");
    if (condition == null) {
      thread.addJump(label, LitmusInstruction.Goto::new);
    } else {
      thread.addJump(
          label,
          index ->
              new LitmusInstruction.Branch(
                  ComparisonOperator.NE, condition, new LitmusOperand.Constant(0), index));
    }
  }

  @Override
  public boolean isTail(Token token) {
    return token.is("scopes") || token.is("regions");
  }

  @Override
  public void tail(TermReader words, SortedMap<Integer, ThreadBuilder> threads) {
    while (isTail(words.tokens().peek())) {
      boolean isTree = words.tokens().take().is("scopes");
      words.tokens().expect(":");
      if (isTree) {
        new ScopeTree(words, threads).read();
      } else {
        regions(words);
      }
    }
  }

  private void regions(TermReader words) {
    do {
      String location = words.location();
      words.tokens().expect(":");
      Token region = words.tokens().expect(Token.Kind.NAME, "a region such as `global`");
      String set = set(region.text());
      if (set == null) {
        throw words
            .tokens()
            .source()
            .unexpected(
                region.offset(),
                region.described(),
                "a region ("
                    + String.join(", ", GLOBAL_REGIONS)
                    + ", "
                    + String.join(", ", LOCAL_REGIONS)
                    + ")");
      }
      regions.put(location, new TreeSet<>(List.of(set)));
    } while (words.tokens().accept(","));
  }

  private static @Nullable String set(String region) {
    return GLOBAL_REGIONS.contains(region)
        ? "GLOBAL"
        : LOCAL_REGIONS.contains(region) ? "LOCAL" : null;
  }

  @Override
  public TestAnnotations annotations() {
    return new TestAnnotations(LitmusDialect.LISA, regions, Set.of());
  }
}
