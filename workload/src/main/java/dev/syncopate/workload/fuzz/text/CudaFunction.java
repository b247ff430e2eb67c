package dev.syncopate.workload.fuzz.text;

import dev.syncopate.workload.fuzz.program.FuzzExpression;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Binary;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Chosen;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Condition;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Load;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Own;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Variable;
import dev.syncopate.workload.fuzz.program.FuzzSpace;
import dev.syncopate.workload.fuzz.program.FuzzStatement;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Kind;
import dev.syncopate.workload.fuzz.program.KernelProgram;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A function or kernel in CUDA C++. */
final class CudaFunction implements TargetLanguage {
  static final String RESULT = "((v1 * 31 + v0) ^ v2)";

  private final StringBuilder text;
  private final int threads;
  private final boolean function;
  private int names;
  private int loop;

  CudaFunction(StringBuilder text, KernelProgram program, boolean function) {
    this.text = text;
    this.threads = program.threads();
    this.function = function;
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
  private void line(String format, Object... values) {
    text.append("  ").append(format.formatted(values)).append('\n');
  }

  /** A new variable with this value. */
  private String held(String type, String value) {
    String name = (type.equals("bool") ? "p" : "x") + ++names;
    line("%s %s = %s;", type, name, value);
    return name;
  }

  @Override
  public String value(FuzzExpression expression) {
    return expression instanceof FuzzExpression.Constant
        ? text(expression)
        : held("u", text(expression));
  }

  private String text(FuzzExpression expression) {
    return switch (expression) {
      case FuzzExpression.Constant constant -> (constant.value() & 0xffff_ffffL) + "u";
      case Variable variable -> "v" + variable.number();
      case Own ownValue ->
          switch (ownValue.identity()) {
            case THREAD -> "t";
            case LANE -> "lane";
            case CTA -> "cta";
          };
      case Chosen chosen ->
          "(%s ? %s : %s)".formatted(text(chosen.condition()), text(chosen.a()), text(chosen.b()));
      case Load load -> place(load.space(), text(load.index()));
      case Binary binary -> text(binary);
    };
  }

  private String text(Binary binary) {
    String a = text(binary.a());
    String b = text(binary.b());
    return switch (binary.operator()) {
      case ADD -> "(%s + %s)".formatted(a, b);
      case SUB -> "(%s - %s)".formatted(a, b);
      case MUL -> "(%s * %s)".formatted(a, b);
      case AND -> "(%s & %s)".formatted(a, b);
      case OR -> "(%s | %s)".formatted(a, b);
      case XOR -> "(%s ^ %s)".formatted(a, b);
      case SHL -> "(%s << (%s & 31u))".formatted(a, b);
      case SHR -> "(%s >> (%s & 31u))".formatted(a, b);
      case MIN -> "(%s < %s ? %s : %s)".formatted(a, b, a, b);
      case MAX -> "((int)%s > (int)%s ? %s : %s)".formatted(a, b, a, b);
    };
  }

  private String text(Condition condition) {
    String a = text(condition.a());
    String b = text(condition.b());
    return switch (condition.test()) {
      case EQUAL -> "(%s == %s)".formatted(a, b);
      case DIFFERENT -> "(%s != %s)".formatted(a, b);
      case LESS -> "(%s < %s)".formatted(a, b);
      case SIGNED_LESS -> "((int)%s < (int)%s)".formatted(a, b);
    };
  }

  private String place(FuzzSpace space, String index) {
    String low = "(%s & %du)".formatted(index, space.words() - 1);
    return switch (space) {
      case INPUT -> "in[" + low + "]";
      case TABLE -> "table[" + low + "]";
      case LOCAL -> "own[" + low + "]";
      case SHARED -> "slots[%s * %d + t]".formatted(low, threads);
      case GLOBAL ->
          "out[gid * %d + %d + %s]".formatted(KernelProgram.WORDS, KernelProgram.VARIABLES, low);
    };
  }

  private static String spare() {
    return "out[gid * %d + %d]".formatted(KernelProgram.WORDS, KernelProgram.WORDS - 1);
  }

  @Override
  public String test(Condition condition) {
    return held("bool", text(condition));
  }

  @Override
  public String low(String value, int limit) {
    return "(%s & %du)".formatted(value, limit - 1);
  }

  @Override
  public String sum(String first, String second) {
    return "(%s + %s)".formatted(first, second);
  }

  @Override
  public String isCase(String value, int cases, int index) {
    return held("bool", "%s == %du".formatted(low(value, cases), index));
  }

  @Override
  public void assign(int variable, String value) {
    line("v%d = %s;", variable, value);
  }

  @Override
  public void store(FuzzSpace space, String index, String value) {
    line("%s = %s;", place(space, index), value);
  }

  @Override
  public String ballot(String mask, String predicate) {
    return held("u", "BALLOT(%s, %s)".formatted(mask, predicate));
  }

  @Override
  public String without(String mask, String removed) {
    return held("u", "%s & ~%s".formatted(mask, removed));
  }

  @Override
  public String copy(String mask) {
    return held("u", mask);
  }

  @Override
  public void set(String mask, String value) {
    line("%s = %s;", mask, value);
  }

  @Override
  public String union(String first, String second) {
    return held("u", first + " | " + second);
  }

  @Override
  public void branch(String predicate, Runnable thenBlock, @Nullable Runnable otherwise) {
    line("if (%s) {", predicate);
    thenBlock.run();
    if (otherwise != null) {
      line("} else {");
      otherwise.run();
    }
    line("}");
  }

  @Override
  public void loop(String trips, boolean polls, @Nullable String mask, Runnable body) {
    int outer = loop;
    loop = ++names;
    String turn = "i" + loop;
    line("{ u n%d = %s & 3u;", loop, trips);
    line("for (u %s = 0; ; %s++) {", turn, turn);
    line("bool more%d = %s < n%d;", loop, turn, loop);
    if (mask != null) {
      line("%s = BALLOT(%s, more%d);", mask, mask, loop);
    }
    line("if (!more%d) break;", loop);
    if (polls) {
      line("if (*(volatile u*)&%s != 0) break;", spare());
    }
    line("{");
    body.run();
    line("} next%d: ;", loop);
    line("} done%d: ; }", loop);
    loop = outer;
  }

  @Override
  public void leaveLoop(String predicate) {
    line("if (%s) goto done%d;", predicate, loop);
  }

  @Override
  public void nextTurn(String predicate) {
    line("if (%s) goto next%d;", predicate, loop);
  }

  @Override
  public void leaveFunction(String predicate, boolean stores) {
    String store = stores ? "%s = v0; ".formatted(spare()) : "";
    line("if (%s) { %sreturn%s; }", predicate, store, function ? " " + RESULT : "");
  }

  @Override
  public void choose(String value, List<Runnable> cases, List<Boolean> falls) {
    line("switch (%s) {", low(value, cases.size()));
    for (int i = 0; i < cases.size(); i++) {
      line(i + 1 < cases.size() ? "case %d: {" : "default: {", i);
      cases.get(i).run();
      line(falls.get(i) ? "}" : "} break;");
    }
    line("}");
  }

  @Override
  public String tile(String mask, int size) {
    return held("u", "%s & (%du << (lane & -%du))".formatted(mask, (1L << size) - 1, size));
  }

  @Override
  public String parity(String mask) {
    return held("u", mask + " & (lane & 1 ? 0xaaaaaaaau : 0x55555555u)");
  }

  @Override
  public String exchange(Kind kind, String mask, String value, String operand, int segment) {
    String lower = kind.name().replaceAll(".*_", "").toLowerCase(Locale.ROOT);
    return held(
        "u",
        switch (kind) {
          case SHUFFLE_INDEX -> shuffle("idx", mask, value, operand, segment);
          case SHUFFLE_UP -> shuffle("up", mask, value, operand, segment);
          case SHUFFLE_DOWN -> shuffle("down", mask, value, operand, segment);
          case SHUFFLE_XOR -> shuffle("bfly", mask, value, operand, segment);
          case VOTE_ALL, VOTE_ANY -> "VOTE_%s(%s, %s & 1)".formatted(lower, mask, value);
          case VOTE_UNIFORM -> "VOTE_uni(%s, %s & 1)".formatted(mask, value);
          case VOTE_BALLOT -> "BALLOT(%s, %s & 1)".formatted(mask, value);
          case MATCH_ANY, MATCH_ALL -> "MATCH_ANY(%s, %s & 3)".formatted(mask, value);
          case REDUCE_ADD, REDUCE_MIN, REDUCE_MAX, REDUCE_AND, REDUCE_OR, REDUCE_XOR ->
              "REDUX_%s(%s, %s)".formatted(lower, mask, value);
          case WARP_BARRIER -> throw new IllegalArgumentException("written by statements");
        });
  }

  private static String shuffle(
      String mode, String mask, String value, String operand, int segment) {
    int bounds = ((32 - segment) << 8) | (mode.equals("up") ? 0 : 31);
    return "SHFL(%s, %s, %s, %s & 31, %d)".formatted(mode, mask, value, operand, bounds);
  }

  @Override
  public void warpBarrier(String mask) {
    line("SYNCWARP(%s);", mask);
  }

  @Override
  public void show(String value) {
    line("board[t] = %s;", value);
  }

  @Override
  public String look(String mask, String partnerLane, String ownValue) {
    return held(
        "u",
        "%s >> (%s & 31) & 1 ? board[t - lane + (%s & 31)] : %s"
            .formatted(mask, partnerLane, partnerLane, ownValue));
  }

  @Override
  public String call(
      @Nullable String selector,
      int function,
      int otherFunction,
      String a,
      String b,
      @Nullable String mask) {
    String callee =
        selector == null
            ? "f" + function
            : "functions[%s ? %d : %d]".formatted(selector, function, otherFunction);
    return held("u", "%s(%s, %s, %s, in, out)".formatted(callee, a, b, mask == null ? "0" : mask));
  }

  @Override
  public String barrier(FuzzStatement.Gathering gathering, String value) {
    return switch (gathering) {
      case NOTHING -> {
        line("SYNC();");
        yield "0";
      }
      case COUNT -> held("u", "SYNC_popc(%s & 1)".formatted(value));
      default -> {
        String name = gathering.name().toLowerCase(Locale.ROOT);
        yield held("u", "SYNC_%s(%s & 1)".formatted(name, value));
      }
    };
  }

  @Override
  public void barrierApart() {
    line("APART();");
  }

  @Override
  public void showAll(String value) {
    line("cells[t] = %s;", value);
  }

  @Override
  public String lookAt(int distance) {
    return held("u", "cells[(t + %d) %% %d]".formatted(distance, threads));
  }
}
