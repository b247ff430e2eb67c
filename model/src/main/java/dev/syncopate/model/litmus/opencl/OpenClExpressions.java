package dev.syncopate.model.litmus.opencl;

import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.InstructionAnnotation;
import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.TokenStream;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Parser of expressions, by precedence climbing. Loads and computations are emitted as they are
 * read, from left to right, so the value of an expression is a constant, an address or a register.
 */
final class OpenClExpressions {
  static final LitmusOperand ZERO = new LitmusOperand.Constant(0);
  static final LitmusOperand ONE = new LitmusOperand.Constant(1);

  /** Operators from the loosest to the tightest level. */
  private static final List<List<String>> LEVELS =
      List.of(
          List.of("||"),
          List.of("&&"),
          List.of("|"),
          List.of("^"),
          List.of("&"),
          List.of("==", "!="),
          List.of("<", ">", "<=", ">="),
          List.of("+", "-"),
          List.of("*", "/"));

  private static final SortedSet<String> PLAIN =
      Collections.unmodifiableSortedSet(new TreeSet<>(List.of("WEAK")));

  private final TokenStream tokens;
  private final FunctionScope scope;
  private final OpenClProgram program;
  private final AtomicCalls calls;

  OpenClExpressions(TokenStream tokens, FunctionScope scope, OpenClProgram program) {
    this.tokens = tokens;
    this.scope = scope;
    this.program = program;
    this.calls = new AtomicCalls(tokens, scope, program, this);
  }

  AtomicCalls calls() {
    return calls;
  }

  /** Reads an expression. */
  LitmusOperand read() {
    tokens.enter();
    LitmusOperand value = binary(0);
    tokens.leave();
    return value;
  }

  private LitmusOperand binary(int level) {
    if (level == LEVELS.size()) {
      return unary();
    }
    LitmusOperand value = binary(level + 1);
    while (LEVELS.get(level).contains(tokens.peek().text())
        && tokens.peek().kind() == Token.Kind.SYMBOL) {
      String operator = tokens.take().text();
      value =
          switch (operator) {
            case "||", "&&" -> shortCircuit(operator.equals("||"), value, level + 1);
            case "==", "!=", "<", ">", "<=", ">=" ->
                compared(comparison(operator), value, binary(level + 1));
            default -> computed(function(operator), value, binary(level + 1));
          };
    }
    return value;
  }

  private static IntegerFunction function(String symbol) {
    return switch (symbol) {
      case "|" -> IntegerFunction.OR;
      case "^" -> IntegerFunction.XOR;
      case "&" -> IntegerFunction.AND;
      case "+" -> IntegerFunction.ADD;
      case "-" -> IntegerFunction.SUB;
      case "*" -> IntegerFunction.MUL;
      case "/" -> IntegerFunction.DIV;
      default -> throw new IllegalArgumentException(symbol);
    };
  }

  private static ComparisonOperator comparison(String symbol) {
    for (ComparisonOperator comparison : ComparisonOperator.values()) {
      if (comparison.symbol().equals(symbol)) {
        return comparison;
      }
    }
    throw new IllegalArgumentException(symbol);
  }

  LitmusOperand computed(IntegerFunction function, LitmusOperand a, LitmusOperand b) {
    String target = program.temporary();
    program.add(new LitmusInstruction.Compute(function, target, a, b));
    return new LitmusOperand.Register(target);
  }

  /** 1 where the comparison holds, else 0. */
  private LitmusOperand compared(ComparisonOperator comparison, LitmusOperand a, LitmusOperand b) {
    String target = program.temporary();
    int end = program.label();
    program.add(new LitmusInstruction.Move(target, ONE));
    program.branch(comparison, a, b, end);
    program.add(new LitmusInstruction.Move(target, ZERO));
    program.place(end);
    return new LitmusOperand.Register(target);
  }

  private LitmusOperand shortCircuit(boolean isOr, LitmusOperand a, int level) {
    String target = program.temporary();
    int end = program.label();
    ComparisonOperator decided = isOr ? ComparisonOperator.NE : ComparisonOperator.EQ;
    program.add(new LitmusInstruction.Move(target, isOr ? ONE : ZERO));
    program.branch(decided, a, ZERO, end);
    program.branch(decided, binary(level), ZERO, end);
    program.add(new LitmusInstruction.Move(target, isOr ? ZERO : ONE));
    program.place(end);
    return new LitmusOperand.Register(target);
  }

  private LitmusOperand unary() {
    tokens.enter();
    LitmusOperand value = operand();
    tokens.leave();
    return value;
  }

  private LitmusOperand operand() {
    if (tokens.accept("!")) {
      return compared(ComparisonOperator.EQ, unary(), ZERO);
    }
    if (tokens.accept("-")) {
      LitmusOperand value = unary();
      return value instanceof LitmusOperand.Constant(long number)
          ? new LitmusOperand.Constant(-number)
          : computed(IntegerFunction.SUB, ZERO, value);
    }
    if (tokens.accept("+")) {
      return unary();
    }
    if (tokens.accept("~")) {
      return computed(IntegerFunction.XOR, unary(), new LitmusOperand.Constant(-1));
    }
    if (tokens.accept("*")) {
      return load(unary());
    }
    if (tokens.accept("&")) {
      return address();
    }
    return primary();
  }

  private LitmusOperand address() {
    Token token = tokens.expect(Token.Kind.NAME, "a location after `&`");
    LitmusOperand value = scope.value(token);
    if (value instanceof LitmusOperand.Location) {
      return value;
    }
    throw tokens
        .source()
        .error(
            token.offset(),
            "`&" + token.text() + "`: only the address of a location can be taken here");
  }

  private LitmusOperand primary() {
    Token token = tokens.peek();
    if (tokens.accept("(")) {
      if (CTypes.at(tokens)) {
        CTypes.skip(tokens);
        tokens.expect(")");
        return unary();
      }
      LitmusOperand value = read();
      tokens.expect(")");
      return value;
    }
    if (token.kind() == Token.Kind.NUMBER) {
      return new LitmusOperand.Constant(number(tokens));
    }
    if (token.kind() != Token.Kind.NAME) {
      throw tokens.unexpected("an expression");
    }
    tokens.take();
    if (tokens.peek().is("(")) {
      return calls.valueOf(token);
    }
    return switch (token.text()) {
      case "true" -> ONE;
      case "false" -> ZERO;
      default -> scope.value(token);
    };
  }

  /** A number, decimal or hexadecimal. Suffixes of types are ignored. */
  static long number(TokenStream tokens) {
    Token token = tokens.expect(Token.Kind.NUMBER, "a number");
    String digits = token.text().replaceAll("[uUlL]+$", "");
    try {
      return digits.startsWith("0x") || digits.startsWith("0X")
          ? Long.parseUnsignedLong(digits.substring(2), 16)
          : Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw tokens.source().unexpected(token.offset(), token.described(), "a number of 64 bits");
    }
  }

  /** A non-atomic load. */
  LitmusOperand load(LitmusOperand address) {
    String target = program.temporary();
    program.add(
        new LitmusInstruction.Load(LitmusOrder.WEAK, null, false, target, address),
        new InstructionAnnotation(PLAIN, PLAIN, ""));
    return new LitmusOperand.Register(target);
  }

  /** A non-atomic store. */
  void store(LitmusOperand address, LitmusOperand value) {
    program.add(
        new LitmusInstruction.Store(LitmusOrder.WEAK, null, false, address, value),
        new InstructionAnnotation(PLAIN, PLAIN, ""));
  }
}
