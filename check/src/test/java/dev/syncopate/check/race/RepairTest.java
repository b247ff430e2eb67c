package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a race's finding says would mend it does: it is done to the kernel by its words, in each way
 * that it offers, and then nothing races.
 */
class RepairTest {
  /** Thread 0 of the first CTA hands data on to that of the second. */
  private static String message(String tell, String await) {
    return Kernels.message(tell.replace("; ", ";\n  "), first(await), rest(await));
  }

  private static String first(String instructions) {
    return instructions.split("; ", 2)[0].replaceAll(";?$", ";");
  }

  private static String rest(String instructions) {
    return instructions.contains("; ") ? instructions.split("; ", 2)[1] : "";
  }

  /** Two warps of a CTA do the same. */
  private static String within(String tell, String await) {
    return message(tell, await)
        .replaceFirst(
            "@!%p2 bra END;", "and.b32 %r8, %r2, 31;\n  setp.eq.u32 %p2, %r8, 0;\n  @!%p2 bra END;")
        .replaceFirst("@!%p1 bra READ;", "setp.lt.u32 %p1, %r2, 32;\n  @!%p1 bra READ;");
  }

  private static String locked(String take, String give) {
    return """
      @!%%p2 bra END;
    AGAIN:
      %s
      setp.ne.u32 %%p3, %%r6, 0;
      @%%p3 bra AGAIN;
      %s
      ld.global.u32 %%r7, [%%rd1];
      add.u32 %%r7, %%r7, 1;
      st.global.u32 [%%rd1], %%r7;
      %s
    END:
    """
        .formatted(first(take), rest(take), give.replace("; ", ";\n  "));
  }

  /**
   * A queue lock: the ticket is taken in front of the critical section, which it cannot publish.
   */
  private static final String QUEUE =
      """
        @!%p2 bra END;
        st.volatile.global.u32 [%rd2], 1;
        atom.global.inc.u32 %r6, [%rd2+2048], 1000000;
        mul.wide.u32 %rd5, %r6, 4;
        add.u64 %rd5, %rd2, %rd5;
      WAIT:
        ld.volatile.global.u32 %r7, [%rd5];
        setp.ne.u32 %p3, %r7, 1;
        @%p3 bra WAIT;
        membar.gl;
        ld.global.u32 %r8, [%rd1];
        add.u32 %r8, %r8, 1;
        st.global.u32 [%rd1], %r8;
        atom.global.exch.b32 %r9, [%rd5+4], 1;
        membar.gl;
      END:
      """;

  /** A tile is written anew while other warps still read it. */
  private static final String TILE =
      """
        mov.u32 %r8, 0;
      ROUND:
        st.shared.u32 [%r5], %r2;
        bar.sync 0;
        xor.b32 %r6, %r4, 132;
        add.u32 %r6, %r3, %r6;
        ld.shared.u32 %r7, [%r6];
        xor.b32 %r6, %r4, 4;
        add.u32 %r6, %r3, %r6;
        ld.shared.u32 %r7, [%r6];
        add.u32 %r8, %r8, 1;
        setp.lt.u32 %p3, %r8, 3;
        @%p3 bra ROUND;
      """;

  /** A warp frees a slot before it has read it. */
  private static final String SLOT =
      """
        @%p2 mbarrier.init.shared.b64 [tile+512], 32;
        @%p2 mbarrier.init.shared.b64 [tile+520], 32;
        bar.sync 0;
        setp.lt.u32 %p3, %r2, 32;
        and.b32 %r8, %r4, 127;
        add.u32 %r9, %r3, %r8;
        @!%p3 bra CONSUME;
        st.shared.u32 [%r9], %r2;
        mbarrier.arrive.shared.b64 %rd5, [tile+512];
      FULL:
        mbarrier.test_wait.parity.shared.b64 %p4, [tile+520], 0;
        @!%p4 bra FULL;
        st.shared.u32 [%r9], %r2;
        bra END;
      CONSUME:
        mbarrier.test_wait.parity.shared.b64 %p4, [tile+512], 0;
        @!%p4 bra CONSUME;
        mbarrier.arrive.shared.b64 %rd5, [tile+520];
        ld.shared.u32 %r7, [%r9];
      END:
      """;

  private static final String LANES =
      """
        st.shared.u32 [%r5], %r2;
        xor.b32 %r6, %r4, 4;
        add.u32 %r6, %r3, %r6;
        ld.shared.u32 %r7, [%r6];
      """;

  /** A third thread of the writer's CTA tells, behind a barrier. */
  private static final String TOLD_BY_ANOTHER =
      """
        @!%p1 bra READ;
        @%p2 st.global.u32 [%rd1], 42;
        bar.sync 0;
        setp.eq.u32 %p3, %r2, 40;
        @!%p3 bra END;
        st.volatile.global.u32 [%rd2], 1;
        bra END;
      READ:
        @!%p2 bra END;
      WAIT:
        ld.volatile.global.u32 %r6, [%rd2];
        setp.eq.u32 %p3, %r6, 0;
        @%p3 bra WAIT;
        ld.global.u32 %r7, [%rd1];
      END:
      """;

  private static final String TWO_WARPS =
      """
        @%p2 st.shared.u32 [%r3], 7;
        setp.eq.u32 %p3, %r2, 32;
        @%p3 ld.shared.u32 %r7, [%r3];
      """;

  private static final String ZEROED =
      """
        @%p1 st.global.u32 [%rd1], 0;
        @!%p1 red.relaxed.gpu.global.add.u32 [%rd1], 1;
      """;

  private static final Object[][] OTHERS = {
    {
      "warps of a CTA",
      1,
      64,
      within("st.relaxed.cta.global.u32 [%rd2], 1;", "ld.relaxed.cta.global.u32 %r6, [%rd2];")
    },
    {
      "a lock without fences",
      4,
      32,
      locked("atom.global.cas.b32 %r6, [%rd2], 0, 1;", "atom.global.exch.b32 %r8, [%rd2], 0;")
    },
    {
      "a lock given back by a weak store",
      4,
      32,
      locked(
          "atom.global.cas.b32 %r6, [%rd2], 0, 1; membar.gl;",
          "membar.gl; st.global.u32 [%rd2], 0;")
    },
    {
      "a lock given back by a weak store without a fence",
      4,
      32,
      locked("atom.global.cas.b32 %r6, [%rd2], 0, 1; membar.gl;", "st.global.u32 [%rd2], 0;")
    },
    {
      "a lock whose fences are narrow",
      4,
      32,
      locked(
          "atom.global.cas.b32 %r6, [%rd2], 0, 1; membar.cta;",
          "membar.cta; atom.global.exch.b32 %r8, [%rd2], 0;")
    },
    {"a queue lock", 8, 32, QUEUE},
    {"a tile that is used again", 1, 64, TILE},
    {"a slot that is freed too early", 1, 64, SLOT},
    {"lanes", 1, 32, LANES},
    {"told by another", 2, 64, TOLD_BY_ANOTHER},
    {"two warps", 1, 64, TWO_WARPS},
    {"zeroed beside atomics", 2, 1, ZEROED},
  };

  static List<Arguments> kernels() {
    List<Arguments> arguments = new ArrayList<>();
    String[] tells = {
      "st.relaxed.gpu.global.u32 [%rd2], 1;",
      "st.volatile.global.u32 [%rd2], 1;",
      "fence.acq_rel.cta; red.relaxed.gpu.global.add.u32 [%rd2], 1;",
      "fence.acq_rel.cta; atom.relaxed.gpu.global.exch.b32 %r8, [%rd2], 1;",
      "st.release.cta.global.u32 [%rd2], 1;",
      "fence.acq_rel.cta; st.relaxed.gpu.global.u32 [%rd2], 1;",
      "fence.acq_rel.cta; st.relaxed.cta.global.u32 [%rd2], 1;",
      "fence.acq_rel.gpu; st.relaxed.cta.global.u32 [%rd2], 1;",
      "fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [%rd2], 1;",
      "st.release.gpu.global.u32 [%rd2], 1;",
    };
    String[] awaits = {
      "ld.relaxed.gpu.global.u32 %r6, [%rd2];",
      "ld.volatile.global.u32 %r6, [%rd2];",
      "ld.acquire.cta.global.u32 %r6, [%rd2];",
      "ld.relaxed.gpu.global.u32 %r6, [%rd2]; fence.acq_rel.cta;",
      "ld.relaxed.cta.global.u32 %r6, [%rd2]; fence.acq_rel.gpu;",
      "ld.relaxed.gpu.global.u32 %r6, [%rd2]; fence.acq_rel.gpu;",
      "ld.acquire.gpu.global.u32 %r6, [%rd2];",
    };
    List<String> rightTells = List.of(tells[tells.length - 2], tells[tells.length - 1]);
    List<String> rightAwaits = List.of(awaits[awaits.length - 2], awaits[awaits.length - 1]);
    for (String tell : tells) {
      for (String await : awaits) {
        boolean right = rightTells.contains(tell) && rightAwaits.contains(await);
        boolean bothCta = tell.contains(".cta.global") && await.contains(".cta.global");
        if (!right && !bothCta) { // apart, they never see each other
          arguments.add(Arguments.of(tell + " / " + await, 2, 32, message(tell, await)));
        }
      }
    }
    for (Object[] row : OTHERS) {
      arguments.add(Arguments.of(row));
    }
    return arguments;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kernels")
  void whatIsSaidWouldMendItDoes(String name, int ctas, int threads, String body) {
    for (boolean byFences : new boolean[] {false, true}) {
      List<Finding> findings = Kernels.check(ctas, threads, body);
      assertThat(findings).isNotEmpty();
      String mended = body;
      List<String> adviceLog = new ArrayList<>();
      // The second advice may be due to what the first has made strong.
      for (int round = 0; round < 3 && !findings.isEmpty(); round++) {
        mended = mended(mended, findings, byFences, adviceLog);
        findings = Kernels.check(ctas, threads, mended);
      }
      assertThat(findings).as("%s%nsaid %s%nmended %s", name, adviceLog, mended).isEmpty();
    }
  }

  private static final String PLACE = " at k\\.ptx:(\\d+)";

  /** Does to a kernel what its findings say. */
  private static String mended(
      String body, List<Finding> findings, boolean byFences, List<String> adviceLog) {
    List<String> lines = new ArrayList<>(body.lines().toList());
    TreeMap<Integer, String> edits = new TreeMap<>();
    for (Finding finding : findings) {
      String advice = finding.details().get(2).replaceAll(", if either order will do; else .*", "");
      adviceLog.add(advice);
      int later = line(finding.details().get(1));
      for (String clause : advice.split("; ", -1)) {
        edit(clause, lines, edits, byFences, later, line(finding.details().get(0)));
      }
    }
    for (int line : edits.descendingKeySet()) {
      lines.set(line, edits.get(line));
    }
    return String.join("\n", lines) + "\n";
  }

  private static int line(String side) {
    Matcher matcher = Pattern.compile(PLACE).matcher(side);
    assertThat(matcher.find()).as(side).isTrue();
    return Integer.parseInt(matcher.group(1)) - Kernels.linesBefore() - 1;
  }

  private static void edit(
      String clause,
      List<String> lines,
      Map<Integer, String> edits,
      boolean byFences,
      int later,
      int earlier) {
    if (clause.contains("__syncthreads() between the two would")) {
      edits.put(later, "  bar.sync 0;\n" + lines.get(later));
      return;
    }
    if (clause.contains("__syncwarp() between the two would")) {
      edits.put(later, "  bar.warp.sync -1;\n" + lines.get(later));
      return;
    }
    if (clause.startsWith("the model allows no two weak writes")) {
      return;
    }
    if (clause.equals("relaxed ones would do")) {
      edits.put(earlier, ordered(lines.get(earlier), ".relaxed.gpu"));
      edits.put(later, ordered(lines.get(later), ".relaxed.gpu"));
      return;
    }
    int lineIndex = line(clause);
    String now = lines.get(lineIndex);
    String scope = clause.contains("at cta scope") ? ".cta" : ".gpu";
    String fence = "  fence.acq_rel" + scope + ";\n";
    if (clause.contains("the arrival must come behind it")) {
      edits.put(earlier, lines.get(earlier) + "\n" + now);
      edits.put(lineIndex, "");
    } else if (clause.contains(" needs release at ")) {
      edits.put(lineIndex, byFences ? fence + now : ordered(now, ".release" + scope));
    } else if (clause.contains(" needs acquire at ")) {
      String test =
          lineIndex + 2 < lines.size()
              ? lines.get(lineIndex + 1) + "\n" + lines.get(lineIndex + 2)
              : "";
      if (!byFences) {
        edits.put(lineIndex, ordered(now, ".acquire" + scope));
      } else if (test.contains("bra")) { // behind the loop that waits
        edits.put(lineIndex + 2, lines.get(lineIndex + 2) + "\n" + fence);
      } else {
        edits.put(lineIndex, now + "\n" + fence);
      }
    } else if (clause.contains(" must be a release one")) {
      edits.put(
          lineIndex,
          byFences ? fence + ordered(now, ".relaxed" + scope) : ordered(now, ".release" + scope));
    } else if (clause.contains(" must be a relaxed one")) {
      edits.put(lineIndex, ordered(now, ".relaxed" + scope));
    } else if (clause.contains(" needs gpu scope")) {
      edits.put(lineIndex, now.replace("membar.cta", "membar.gl").replace(".cta", ".gpu"));
    } else {
      throw new AssertionError("advice that nobody can follow: " + clause);
    }
  }

  /** An access with another order and scope; an atomic that acquires or releases does both then. */
  private static String ordered(String line, String order) {
    String bare =
        line.replaceAll("\\.(relaxed|volatile|acquire|release)", "")
            .replaceAll("\\.(cta|gpu)\\.global", ".global");
    String qualifiers =
        line.contains("atom.") && line.matches(".*\\.(acquire|release)\\..*")
            ? order.replaceAll("acquire|release", "acq_rel")
            : order;
    return bare.replaceFirst("(st|ld|atom|red)(\\.)", "$1" + qualifiers + "$2");
  }
}
