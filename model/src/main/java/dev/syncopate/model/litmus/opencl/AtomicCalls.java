package dev.syncopate.model.litmus.opencl;

import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.InstructionAnnotation;
import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.Spelling;
import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.TokenStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parser of calls of the built-in functions: atomic operations, fences and barriers. */
final class AtomicCalls {
  private static final String EXPLICIT = "_explicit";
  private static final List<String> FENCES =
      List.of("atomic_work_item_fence", "atomic_thread_fence", "mem_fence");
  private static final List<String> BARRIERS = List.of("barrier", "work_group_barrier");

  /** What {@code linux-kernel.def} defines, but for names that other languages have, too. */
  private static final Pattern LINUX =
      Pattern.compile(
          "(READ|WRITE)_ONCE|(smp|s?rcu|spin)_\\w+|synchronize_s?rcu\\w*|(cmp)?xchg\\w*");

  private static final Map<String, IntegerFunction> FETCHES =
      new TreeMap<>(
          Map.of(
              "atomic_fetch_add", IntegerFunction.ADD,
              "atomic_fetch_sub", IntegerFunction.SUB,
              "atomic_fetch_and", IntegerFunction.AND,
              "atomic_fetch_or", IntegerFunction.OR,
              "atomic_fetch_xor", IntegerFunction.XOR));

  private static final List<String> OTHERS =
      List.of(
          "atomic_load",
          "atomic_store",
          "atomic_exchange",
          "atomic_compare_exchange_strong",
          "atomic_compare_exchange_weak",
          "atomic_flag_test_and_set",
          "atomic_flag_clear");

  private final TokenStream tokens;
  private final FunctionScope scope;
  private final OpenClProgram program;
  private final OpenClExpressions expressions;

  AtomicCalls(
      TokenStream tokens,
      FunctionScope scope,
      OpenClProgram program,
      OpenClExpressions expressions) {
    this.tokens = tokens;
    this.scope = scope;
    this.program = program;
    this.expressions = expressions;
  }

  /** Reads a call whose value an expression uses. */
  LitmusOperand valueOf(Token function) {
    LitmusOperand value = call(function, 0);
    if (value == null) {
      throw tokens
          .source()
          .error(function.offset(), "`" + function.text() + "` has no value to be used here");
    }
    return value;
  }

  /**
   * Reads a call from its bracket on.
   *
   * @param barrier number of the label before it
   * @return its value; null for none
   */
  @Nullable LitmusOperand call(Token function, int barrier) {
    String name = function.text();
    if (FENCES.contains(name)) {
      fence(name);
      return null;
    } else if (BARRIERS.contains(name)) {
      barrier(barrier);
      return null;
    }
    boolean isExplicit = name.endsWith(EXPLICIT);
    String base = isExplicit ? name.substring(0, name.length() - EXPLICIT.length()) : name;
    IntegerFunction fetch = FETCHES.get(base);
    if (fetch == null && !OTHERS.contains(base) && !base.equals("atomic_init")) {
      throw unknown(function);
    }
    tokens.expect("(");
    LitmusOperand address = expressions.read();
    LitmusOperand value =
        switch (base) {
          case "atomic_load" -> load(address, isExplicit);
          case "atomic_store" -> store(address, argument(), isExplicit);
          case "atomic_init" -> {
            expressions.store(address, argument());
            yield null;
          }
          case "atomic_flag_clear" -> store(address, OpenClExpressions.ZERO, isExplicit);
          case "atomic_flag_test_and_set" ->
              update(address, new Update.Exchange(OpenClExpressions.ONE), isExplicit);
          case "atomic_exchange" -> update(address, new Update.Exchange(argument()), isExplicit);
          case "atomic_compare_exchange_strong" -> swap(address, false, isExplicit);
          case "atomic_compare_exchange_weak" -> swap(address, true, isExplicit);
          default ->
              update(
                  address,
                  new Update.Combine(fetch == null ? IntegerFunction.ADD : fetch, argument()),
                  isExplicit);
        };
    tokens.expect(")");
    return value;
  }

  private SourceException unknown(Token function) {
    if (LINUX.matcher(function.text()).matches()) {
      return tokens
          .source()
          .error(
              function.offset(),
              "`%s` is a macro of the Linux kernel, whose tests are not read; write the test in PTX"
                  .formatted(function.text()));
    }
    TreeSet<String> names = new TreeSet<>(FENCES);
    names.addAll(BARRIERS);
    names.add("atomic_init");
    for (String name : OTHERS) {
      names.add(name);
      names.add(name + EXPLICIT);
    }
    for (String name : FETCHES.keySet()) {
      names.add(name);
      names.add(name + EXPLICIT);
    }
    return tokens
        .source()
        .error(
            function.offset(),
            "`%s` is no function that is supported (atomic_*, atomic_*_explicit, fences, barriers)%s"
                .formatted(function.text(), Spelling.suggestion(function.text(), names)));
  }

  private LitmusOperand argument() {
    tokens.expect(",");
    return expressions.read();
  }

  private AtomicQualifiers qualifiers(boolean isExplicit) {
    if (!isExplicit) {
      return AtomicQualifiers.DEFAULT;
    }
    tokens.expect(",");
    AtomicQualifiers.MemoryOrder order = AtomicQualifiers.order(tokens);
    return new AtomicQualifiers(order, scope());
  }

  /** The scope of an operation; that of the device where none is stated. */
  private AtomicQualifiers.MemoryScope scope() {
    return tokens.accept(",")
        ? AtomicQualifiers.scope(tokens)
        : AtomicQualifiers.MemoryScope.DEVICE;
  }

  private static InstructionAnnotation annotation(AtomicQualifiers q) {
    return new InstructionAnnotation(q.acquiring(), q.releasing(), q.text());
  }

  private LitmusOperand load(LitmusOperand address, boolean isExplicit) {
    AtomicQualifiers q = qualifiers(isExplicit);
    String target = program.temporary();
    program.add(
        new LitmusInstruction.Load(q.loadOrder(), q.litmusScope(), false, target, address),
        annotation(q));
    return new LitmusOperand.Register(target);
  }

  private @Nullable LitmusOperand store(
      LitmusOperand address, LitmusOperand value, boolean isExplicit) {
    AtomicQualifiers q = qualifiers(isExplicit);
    program.add(
        new LitmusInstruction.Store(q.storeOrder(), q.litmusScope(), false, address, value),
        annotation(q));
    return null;
  }

  private LitmusOperand update(LitmusOperand address, Update update, boolean isExplicit) {
    AtomicQualifiers q = qualifiers(isExplicit);
    String target = program.temporary();
    program.add(
        new LitmusInstruction.Atomic(
            q.updateOrder(), q.litmusScope(), false, update, target, address),
        annotation(q));
    return new LitmusOperand.Register(target);
  }

  /**
   * A compare-and-swap. The expected value is loaded through a pointer, or is a variable's; if the
   * swap fails, the old value is stored there.
   */
  private LitmusOperand swap(LitmusOperand address, boolean weak, boolean isExplicit) {
    tokens.expect(",");
    String variable = null;
    LitmusOperand pointer = null;
    if (tokens.peek().is("&") && scope.isVariable(tokens.peekSecond().text())) {
      tokens.take();
      variable = tokens.take().text();
    } else {
      pointer = expressions.read();
    }
    LitmusOperand expected =
        pointer == null
            ? new LitmusOperand.Register(String.valueOf(variable))
            : expressions.load(pointer);
    LitmusOperand desired = argument();
    AtomicQualifiers success = AtomicQualifiers.DEFAULT;
    AtomicQualifiers failure = AtomicQualifiers.DEFAULT;
    if (isExplicit) {
      tokens.expect(",");
      AtomicQualifiers.MemoryOrder order = AtomicQualifiers.order(tokens);
      tokens.expect(",");
      AtomicQualifiers.MemoryOrder failing = AtomicQualifiers.order(tokens);
      AtomicQualifiers.MemoryScope width = scope();
      success = new AtomicQualifiers(order, width);
      failure = new AtomicQualifiers(failing, width);
    }
    String old = program.temporary();
    String swapped = program.temporary();
    program.add(
        new LitmusInstruction.Atomic(
            success.updateOrder(),
            success.litmusScope(),
            false,
            new Update.CompareAndSwap(expected, desired),
            old,
            address),
        new InstructionAnnotation(
            success.acquiring(),
            success.releasing(),
            failure.acquiring(),
            swapped,
            weak,
            success.text()));
    int end = program.label();
    program.branch(
        ComparisonOperator.NE, new LitmusOperand.Register(swapped), OpenClExpressions.ZERO, end);
    if (pointer == null) {
      program.add(
          new LitmusInstruction.Move(String.valueOf(variable), new LitmusOperand.Register(old)));
    } else {
      expressions.store(pointer, new LitmusOperand.Register(old));
    }
    program.place(end);
    return new LitmusOperand.Register(swapped);
  }

  /** {@code atomic_work_item_fence(flags, order, scope)}; in C without flags and scope. */
  private void fence(String name) {
    tokens.expect("(");
    SortedSet<String> spaces = new TreeSet<>(List.of("GLOBAL", "LOCAL"));
    AtomicQualifiers.MemoryOrder order = AtomicQualifiers.MemoryOrder.ACQ_REL;
    AtomicQualifiers.MemoryScope width = AtomicQualifiers.MemoryScope.DEVICE;
    if (name.equals("atomic_thread_fence")) {
      order = AtomicQualifiers.order(tokens);
      width = scope();
    } else {
      spaces = flags();
      if (name.equals("mem_fence")) {
        width = AtomicQualifiers.MemoryScope.WORK_GROUP;
      } else {
        tokens.expect(",");
        order = AtomicQualifiers.order(tokens);
        tokens.expect(",");
        width = AtomicQualifiers.scope(tokens);
      }
    }
    tokens.expect(")");
    AtomicQualifiers q = new AtomicQualifiers(order, width);
    SortedSet<String> sets = q.fencing();
    sets.add("F");
    sets.addAll(spaces);
    program.add(
        new LitmusInstruction.Fence(q.fenceOrder(), q.litmusScope()),
        new InstructionAnnotation(sets, sets, q.text() + spaceText(spaces)));
  }

  private static String spaceText(SortedSet<String> spaces) {
    return "." + String.join("+", spaces).toLowerCase(java.util.Locale.ROOT);
  }

  /** A barrier: a release fence on arrival and an acquire fence on departure. */
  private void barrier(int number) {
    tokens.expect("(");
    SortedSet<String> spaces = flags();
    AtomicQualifiers.MemoryScope width =
        tokens.accept(",")
            ? AtomicQualifiers.scope(tokens)
            : AtomicQualifiers.MemoryScope.WORK_GROUP;
    tokens.expect(")");
    SortedSet<String> arrival =
        new AtomicQualifiers(AtomicQualifiers.MemoryOrder.RELEASE, width).fencing();
    SortedSet<String> departure =
        new AtomicQualifiers(AtomicQualifiers.MemoryOrder.ACQUIRE, width).fencing();
    for (SortedSet<String> sets : List.of(arrival, departure)) {
      sets.add("F");
      sets.addAll(spaces);
    }
    program.add(
        new LitmusInstruction.Barrier(true, new LitmusOperand.Constant(number), null, null),
        new InstructionAnnotation(departure, arrival, ""));
  }

  private SortedSet<String> flags() {
    SortedSet<String> spaces = new TreeSet<>();
    do {
      Token token = tokens.peek();
      if (tokens.accept("CLK_GLOBAL_MEM_FENCE")) {
        spaces.add("GLOBAL");
      } else if (tokens.accept("CLK_LOCAL_MEM_FENCE")) {
        spaces.add("LOCAL");
      } else if (tokens.peek().kind() == Token.Kind.NUMBER
          && OpenClExpressions.number(tokens) == 0) {
        spaces.addAll(Collections.emptySortedSet());
      } else {
        throw tokens
            .source()
            .unexpected(
                token.offset(),
                token.described(),
                "`CLK_GLOBAL_MEM_FENCE`, `CLK_LOCAL_MEM_FENCE` or 0");
      }
    } while (tokens.accept("|"));
    return spaces;
  }
}
