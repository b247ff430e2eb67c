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
import dev.syncopate.workload.fuzz.text.PtxStyle.Branch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A function or kernel in PTX. */
final class PtxFunction implements TargetLanguage {
  private static final int SPARE = KernelProgram.WORDS - 1;

  private final PtxCode code;
  private final PtxMemory memory;
  private final PtxWarp warp;
  private final PtxDetours detours;
  private final PtxStyle style;
  private final int threads;

  /** Where a thread goes that leaves the function. */
  private final String end;

  /** What returns; null in a kernel. */
  private final @Nullable String leaving;

  private String loopEnd = "";
  private String turnEnd = "";

  PtxFunction(
      PtxCode code,
      PtxMemory memory,
      PtxStyle style,
      KernelProgram program,
      @Nullable String leaving) {
    this.code = code;
    this.memory = memory;
    this.warp = new PtxWarp(code, memory);
    this.detours = new PtxDetours(code, memory);
    this.style = style;
    this.threads = program.threads();
    this.leaving = leaving;
    this.end = code.label();
  }

  String end() {
    return end;
  }

  @Override
  public String value(FuzzExpression expression) {
    return switch (expression) {
      case FuzzExpression.Constant constant -> Integer.toString(constant.value());
      case Variable variable -> "%v" + variable.number();
      case Own ownValue ->
          switch (ownValue.identity()) {
            case THREAD -> memory.thread;
            case LANE -> memory.lane;
            case CTA -> memory.cta;
          };
      case Chosen chosen -> {
        String predicate = test(chosen.condition());
        yield code.result("selp.b32", value(chosen.a()), value(chosen.b()), predicate);
      }
      case Load load -> memory.load(load.space(), register(value(load.index())));
      case Binary binary -> binary(binary);
    };
  }

  private String binary(Binary binary) {
    String a = register(value(binary.a()));
    String b = value(binary.b());
    return switch (binary.operator()) {
      case ADD -> code.result("add.s32", a, b);
      case SUB -> code.result("sub.s32", a, b);
      case MUL -> code.result("mul.lo.s32", a, b);
      case AND -> code.result("and.b32", a, b);
      case OR -> code.result("or.b32", a, b);
      case XOR -> code.result("xor.b32", a, b);
      case SHL -> code.result("shl.b32", a, low(b, 32));
      case SHR -> code.result("shr.u32", a, low(b, 32));
      case MIN -> code.result("min.u32", a, b);
      case MAX -> code.result("max.s32", a, b);
    };
  }

  /** The value in a register. */
  private String register(String value) {
    return value.startsWith("%") ? value : code.result("mov.b32", value);
  }

  @Override
  public String test(Condition condition) {
    String a = register(value(condition.a()));
    String b = value(condition.b());
    return switch (condition.test()) {
      case EQUAL -> compare("eq.s32", a, b);
      case DIFFERENT -> compare("ne.s32", a, b);
      case LESS -> compare("lt.u32", a, b);
      case SIGNED_LESS -> compare("lt.s32", a, b);
    };
  }

  private String compare(String how, String a, String b) {
    String predicate = code.predicate();
    code.line("setp.%s %s, %s, %s", how, predicate, a, b);
    return predicate;
  }

  @Override
  public String low(String value, int limit) {
    return code.result("and.b32", register(value), limit - 1);
  }

  @Override
  public String sum(String first, String second) {
    return code.result("add.s32", register(first), second);
  }

  @Override
  public String isCase(String value, int cases, int index) {
    return compare("eq.s32", low(value, cases), Integer.toString(index));
  }

  @Override
  public void assign(int variable, String value) {
    PtxStyle.Detour detour = style.detour();
    String brought = detour == null ? value : detours.through(detour, register(value));
    code.line("mov.u32 %%v%d, %s", variable, brought);
  }

  @Override
  public void store(FuzzSpace space, String index, String value) {
    memory.store(space, register(index), register(value));
  }

  @Override
  public String ballot(String mask, String predicate) {
    return code.result("vote.sync.ballot.b32", predicate, mask);
  }

  @Override
  public String without(String mask, String removed) {
    return code.result("and.b32", mask, code.result("not.b32", removed));
  }

  @Override
  public String copy(String mask) {
    return code.result("mov.b32", mask);
  }

  @Override
  public void set(String mask, String value) {
    code.line("mov.b32 %s, %s", mask, value);
  }

  @Override
  public String union(String first, String second) {
    return code.result("or.b32", first, second);
  }

  private void jump(String label) {
    code.line(style.uniform() ? "bra.uni %s" : "bra %s", label);
  }

  @Override
  public void branch(String predicate, Runnable thenBlock, @Nullable Runnable otherwise) {
    if (style.neverTaken()) {
      String never = compare("gt.u32", memory.lane, "64");
      String label = code.label();
      code.line("@%s bra %s", never, label);
      code.behind(() -> {
        code.place(label);
        code.line("exit");
      });
    }
    String join = code.label();
    String far = code.label();
    if (style.branch() == Branch.THEN_FIRST
        || (otherwise == null && style.branch() != Branch.FAR)) {
      code.line("@!%s bra %s", predicate, otherwise == null ? join : far);
      thenBlock.run();
      if (otherwise != null) {
        jump(join);
        code.place(far);
        otherwise.run();
      }
    } else {
      code.line("@%s bra %s", predicate, far);
      if (otherwise != null) {
        otherwise.run();
      }
      jump(join);
      Runnable side =
          () -> {
            code.place(far);
            thenBlock.run();
            jump(join);
          };
      if (style.branch() == Branch.FAR) {
        code.behind(side);
      } else {
        side.run();
      }
    }
    code.place(join);
  }

  @Override
  public void loop(String trips, boolean polls, @Nullable String mask, Runnable body) {
    String outerEnd = loopEnd;
    String outerTurn = turnEnd;
    loopEnd = code.label();
    turnEnd = code.label();
    String head = code.label();
    String count = low(trips, 4);
    String turn = code.result("mov.u32", 0);
    if (!style.rotated()) {
      code.place(head);
    }
    code.line("@!%s bra %s", more(turn, count, mask), loopEnd);
    if (style.rotated()) {
      code.place(head);
    }
    if (polls) {
      String spare = code.result("ld.volatile.global.u32", memory.output(SPARE));
      code.line("@%s bra %s", compare("ne.s32", spare, "0"), loopEnd);
    }
    body.run();
    code.place(turnEnd);
    code.line("add.s32 %s, %s, 1", turn, turn);
    if (style.rotated()) {
      code.line("@%s bra %s", more(turn, count, mask), head);
    } else {
      jump(head);
    }
    code.place(loopEnd);
    loopEnd = outerEnd;
    turnEnd = outerTurn;
  }

  private String more(String turn, String count, @Nullable String mask) {
    String predicate = compare("lt.u32", turn, count);
    if (mask != null) {
      set(mask, ballot(mask, predicate));
    }
    return predicate;
  }

  @Override
  public void leaveLoop(String predicate) {
    code.line("@%s bra %s", predicate, loopEnd);
  }

  @Override
  public void nextTurn(String predicate) {
    code.line("@%s bra %s", predicate, turnEnd);
  }

  @Override
  public void leaveFunction(String predicate, boolean stores) {
    if (stores) {
      code.line("@%s st.global.u32 %s, %%v0", predicate, memory.output(SPARE));
    }
    if (leaving != null) {
      code.line("@%s st.param.b32 [%s], %s", predicate, leaving, PtxText.result(code));
    }
    switch (style.leave()) {
      case TO_THE_END -> code.line("@%s bra %s", predicate, end);
      case GUARDED -> code.line("@%s %s", predicate, leaving == null && stores ? "exit" : "ret");
      case AT_ONCE -> {
        String stay = code.label();
        code.line("@!%s bra %s", predicate, stay);
        code.line("ret");
        code.place(stay);
      }
    }
  }

  @Override
  public void choose(String value, List<Runnable> cases, List<Boolean> falls) {
    List<String> labels = new ArrayList<>();
    cases.forEach(block -> labels.add(code.label()));
    String join = code.label();
    String index = low(value, cases.size());
    if (style.table()) {
      String targets = code.label();
      code.raw(targets + ": .branchtargets " + String.join(", ", labels) + ";");
      code.line("brx.idx %s, %s", index, targets);
    } else {
      for (int i = 0; i + 1 < cases.size(); i++) {
        String predicate = compare("eq.s32", index, Integer.toString(i));
        code.line("@%s bra %s", predicate, labels.get(i));
      }
      jump(labels.getLast());
    }
    for (int i = 0; i < cases.size(); i++) {
      code.place(labels.get(i));
      cases.get(i).run();
      if (!falls.get(i)) {
        jump(join);
      }
    }
    code.place(join);
  }

  @Override
  public String tile(String mask, int size) {
    return warp.tile(mask, size);
  }

  @Override
  public String parity(String mask) {
    return warp.parity(mask);
  }

  @Override
  public String exchange(Kind kind, String mask, String value, String operand, int segment) {
    return warp.exchange(kind, mask, register(value), register(operand), segment);
  }

  @Override
  public void warpBarrier(String mask) {
    code.line("bar.warp.sync %s", mask);
  }

  @Override
  public void show(String value) {
    code.line("st.shared.u32 %s, %s", memory.cell("board", memory.thread), register(value));
  }

  @Override
  public String look(String mask, String partnerLane, String ownValue) {
    return warp.look(mask, register(partnerLane), register(ownValue));
  }

  @Override
  public String call(
      @Nullable String selector,
      int function,
      int otherFunction,
      String a,
      String b,
      @Nullable String mask) {
    String[] pointers = memory.pointers();
    String lanes = mask == null ? code.result("mov.u32", 0) : mask;
    return PtxText.call(
        code,
        selector,
        function,
        otherFunction,
        List.of(register(a), register(b), lanes),
        pointers);
  }

  @Override
  public String barrier(FuzzStatement.Gathering gathering, String value) {
    if (gathering == FuzzStatement.Gathering.NOTHING) {
      code.line("bar.sync 0");
      return "0";
    }
    String predicate = compare("ne.s32", low(value, 2), "0");
    if (gathering == FuzzStatement.Gathering.COUNT) {
      return code.result("bar.red.popc.u32", 0, predicate);
    }
    String result = code.predicate();
    code.line(
        "bar.red.%s.pred %s, 0, %s", gathering.name().toLowerCase(Locale.ROOT), result, predicate);
    return code.result("selp.b32", 1, 0, result);
  }

  @Override
  public void barrierApart() {
    code.line("barrier.sync 0");
  }

  @Override
  public void showAll(String value) {
    code.line("st.shared.u32 %s, %s", memory.cell("cells", memory.thread), register(value));
  }

  @Override
  public String lookAt(int distance) {
    String ahead = code.result("add.s32", memory.thread, distance);
    return code.result(
        "ld.shared.u32", memory.cell("cells", code.result("rem.u32", ahead, threads)));
  }
}
