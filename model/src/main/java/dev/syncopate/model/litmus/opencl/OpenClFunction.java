package dev.syncopate.model.litmus.opencl;

import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.TokenStream;
import java.util.ArrayDeque;
import java.util.Deque;

/** Parser of the statements of a function, which translates them into instructions. */
final class OpenClFunction {
  /** Labels that {@code break} and {@code continue} lead to. */
  private record Loop(int again, int end) {}

  private final TokenStream tokens;
  private final FunctionScope scope;
  private final OpenClProgram program = new OpenClProgram();
  private final OpenClExpressions expressions;
  private final Deque<Loop> loops = new ArrayDeque<>();
  private final int end = program.label();

  OpenClFunction(TokenStream tokens, FunctionScope scope) {
    this.tokens = tokens;
    this.scope = scope;
    this.expressions = new OpenClExpressions(tokens, scope, program);
  }

  /** Reads the body in its braces. */
  OpenClProgram read() {
    block();
    program.place(end);
    return program;
  }

  private void block() {
    tokens.enter();
    tokens.expect("{");
    while (!tokens.accept("}")) {
      if (tokens.peek().kind() == Token.Kind.END) {
        throw tokens.unexpected("`}`");
      }
      statement();
    }
    tokens.leave();
  }

  private void statement() {
    tokens.enter();
    Token token = tokens.peek();
    switch (token.kind() == Token.Kind.STRING ? "" : token.text()) {
      case "{" -> block();
      case ";" -> tokens.take();
      case "if" -> choice();
      case "while" -> loop();
      case "do" -> loopOnce();
      case "for" -> countedLoop();
      case "return" -> {
        tokens.take();
        tokens.expect(";");
        program.jump(end);
      }
      case "break", "continue" -> leave(token);
      default -> {
        simple();
        tokens.expect(";");
      }
    }
    tokens.leave();
  }

  private void leave(Token token) {
    tokens.take();
    tokens.expect(";");
    Loop loop = loops.peek();
    if (loop == null) {
      throw tokens.source().error(token.offset(), "`" + token.text() + "` is in no loop");
    }
    program.jump(token.is("break") ? loop.end() : loop.again());
  }

  private void choice() {
    tokens.take();
    int otherwise = program.label();
    conditionElse(otherwise);
    statement();
    if (tokens.accept("else")) {
      int join = program.label();
      program.jump(join);
      program.place(otherwise);
      statement();
      program.place(join);
    } else {
      program.place(otherwise);
    }
  }

  /** Reads a condition in brackets and goes to a label where it is false. */
  private void conditionElse(int label) {
    tokens.expect("(");
    LitmusOperand condition = expressions.read();
    tokens.expect(")");
    program.branch(ComparisonOperator.EQ, condition, OpenClExpressions.ZERO, label);
  }

  private void loop() {
    tokens.take();
    Loop loop = new Loop(program.label(), program.label());
    program.place(loop.again());
    conditionElse(loop.end());
    body(loop);
    program.jump(loop.again());
    program.place(loop.end());
  }

  private void loopOnce() {
    tokens.take();
    Loop loop = new Loop(program.label(), program.label());
    int start = program.label();
    program.place(start);
    body(loop);
    program.place(loop.again());
    tokens.expect("while");
    conditionElse(loop.end());
    tokens.expect(";");
    program.jump(start);
    program.place(loop.end());
  }

  private void countedLoop() {
    tokens.take();
    tokens.expect("(");
    if (!tokens.peek().is(";")) {
      simple();
    }
    tokens.expect(";");
    Loop loop = new Loop(program.label(), program.label());
    int test = program.label();
    int inside = program.label();
    program.place(test);
    if (!tokens.peek().is(";")) {
      program.branch(ComparisonOperator.EQ, expressions.read(), OpenClExpressions.ZERO, loop.end());
    }
    tokens.expect(";");
    program.jump(inside);
    program.place(loop.again());
    if (!tokens.peek().is(")")) {
      simple();
    }
    tokens.expect(")");
    program.jump(test);
    program.place(inside);
    body(loop);
    program.jump(loop.again());
    program.place(loop.end());
  }

  private void body(Loop loop) {
    loops.push(loop);
    statement();
    loops.pop();
  }

  /** A declaration, an assignment, a store or a call, without the semicolon. */
  private void simple() {
    Token token = tokens.peek();
    if (CTypes.at(tokens)) {
      declaration();
    } else if (tokens.accept("*")) {
      LitmusOperand address = target();
      tokens.expect("=");
      expressions.store(address, expressions.read());
    } else if (token.kind() == Token.Kind.NAME && tokens.peekSecond().is(":")) {
      labelled();
    } else if (token.kind() == Token.Kind.NAME && tokens.peekSecond().is("(")) {
      tokens.take();
      LitmusOperand _ = expressions.calls().call(token, 0);
    } else if (token.kind() == Token.Kind.NAME) {
      assignment();
    } else {
      throw tokens.unexpected("a statement");
    }
  }

  /** The address that a store goes to. */
  private LitmusOperand target() {
    if (tokens.accept("(")) {
      LitmusOperand address = expressions.read();
      tokens.expect(")");
      return address;
    }
    if (tokens.accept("*")) {
      return expressions.load(target());
    }
    return scope.value(tokens.expect(Token.Kind.NAME, "a pointer"));
  }

  private void declaration() {
    CTypes _ = CTypes.read(tokens);
    do {
      while (tokens.accept("*")) {
        // Pointers to a further variable of the declaration.
      }
      Token name = tokens.expect(Token.Kind.NAME, "a variable");
      scope.declare(name.text());
      if (tokens.accept("=")) {
        assign(name.text(), expressions.read());
      }
    } while (tokens.accept(","));
  }

  private void assign(String variable, LitmusOperand value) {
    program.add(new LitmusInstruction.Move(variable, value));
  }

  private void assignment() {
    Token name = tokens.take();
    if (!scope.isVariable(name.text())) {
      throw scope.unknown(name);
    }
    LitmusOperand old = new LitmusOperand.Register(name.text());
    Token operator = tokens.take();
    switch (operator.text()) {
      case "=" -> assign(name.text(), expressions.read());
      case "+=" ->
          assign(name.text(), expressions.computed(IntegerFunction.ADD, old, expressions.read()));
      case "-=" ->
          assign(name.text(), expressions.computed(IntegerFunction.SUB, old, expressions.read()));
      case "++" ->
          assign(
              name.text(), expressions.computed(IntegerFunction.ADD, old, OpenClExpressions.ONE));
      case "--" ->
          assign(
              name.text(), expressions.computed(IntegerFunction.SUB, old, OpenClExpressions.ONE));
      default ->
          throw tokens
              .source()
              .unexpected(
                  operator.offset(), operator.described(), "`=` and a value for the variable");
    }
  }

  /** A barrier with its label, {@code B1: barrier(…)}. */
  private void labelled() {
    Token label = tokens.take();
    tokens.expect(":");
    if (!label.text().matches("B[0-9]{1,4}")) {
      throw tokens
          .source()
          .unexpected(label.offset(), label.described(), "the label of a barrier such as `B1`");
    }
    Token function = tokens.expect(Token.Kind.NAME, "`barrier` or `work_group_barrier`");
    if (!function.is("barrier") && !function.is("work_group_barrier")) {
      throw tokens
          .source()
          .unexpected(function.offset(), function.described(), "`barrier` or `work_group_barrier`");
    }
    LitmusOperand _ =
        expressions
            .calls()
            .call(function, Integer.parseInt(label.text(), 1, label.text().length(), 10));
  }
}
