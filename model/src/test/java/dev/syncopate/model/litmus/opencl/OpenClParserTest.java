package dev.syncopate.model.litmus.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.syncopate.model.litmus.InstructionAnnotation;
import dev.syncopate.model.litmus.LitmusDialect;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstructionText;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.litmus.dialect.LitmusReader;
import dev.syncopate.model.source.SourceException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** OpenCL C is translated into a test's instructions, and refused where it is not understood. */
class OpenClParserTest {
  private static LitmusTest test(String body) {
    return LitmusReader.read(
        "t.litmus",
        "OpenCL t\n{ [x]=0; }\nP0@wg 1, dev 2 (global atomic_int* x, local int* y) {\n"
            + body
            + "\n}\nexists (x=1)");
  }

  private static LitmusThread thread(String body) {
    return test(body).threads().getFirst();
  }

  private static List<String> instructions(String body) {
    return thread(body).instructions().stream().map(LitmusInstructionText::of).toList();
  }

  @Test
  void aWorkItemHasItsPlaceAndItsParametersAreAddresses() {
    LitmusTest test = test("*y = 1;");
    LitmusThread thread = test.threads().getFirst();
    assertThat(thread.cta()).isEqualTo(1);
    assertThat(thread.gpu()).isEqualTo(2);
    assertThat(thread.registers().toString()).isEqualTo("{x=x, y=y}");
    assertThat(test.annotations().dialect()).isEqualTo(LitmusDialect.OPENCL);
    assertThat(test.annotations().of("x")).containsExactly("GLOBAL");
    assertThat(test.annotations().of("y")).containsExactly("LOCAL", "NAL");
    assertThat(test.locations().keySet()).containsExactly("x", "y");
  }

  @Test
  void inPlainCThreadsAreOfOneWorkGroupAndCommentsAreSkipped() {
    LitmusTest test =
        LitmusReader.read(
            "t",
            """
            C two
            (* { a comment } *)
            { int x = 0; (* another *) 1:r = 5; }
            P0 (atomic_int* x) { atomic_store(x, 1); /* in C */ }
            P1 (atomic_int* x) { int s = r + (*x); // a dereference
            }
            exists (1:r=5)
            """);
    assertThat(test.name()).isEqualTo("two");
    assertThat(test.threads()).extracting(LitmusThread::place).containsOnly("cta 0,gpu 0");
    assertThat(test.threads().getLast().instructions()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "atomic_store_explicit(x, 1, memory_order_release, memory_scope_work_group); ! CTA, REL",
        "atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_all_svm_devices); ! RLX, SYS",
        "atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_work_item); ! RLX, WI",
        "atomic_store(x, 1); ! GPU, REL, SC",
        "*x = 1; ! WEAK",
        "atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device); !"
            + " ACQ_REL, F, GPU, LOCAL",
        "barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE); ! CTA, F, GLOBAL, LOCAL, REL",
        "int r = atomic_fetch_or_explicit(x, 1, memory_order_acquire); ! GPU, RLX",
      })
  void orderAndScopeBecomeSetsOfTheEvents(String statement, String sets) {
    InstructionAnnotation annotation = thread(statement).annotation(1);
    if (annotation == null) {
      annotation = thread(statement).annotation(0);
    }
    assertThat(String.join(", ", Objects.requireNonNull(annotation).releasing())).isEqualTo(sets);
  }

  @Test
  void aSwapTellsWhetherItHasSwappedAndWhatItFound() {
    String body =
        "int e = 4; int ok = atomic_compare_exchange_weak_explicit(x, &e, 1,"
            + " memory_order_acq_rel, memory_order_relaxed, memory_scope_device);";
    assertThat(instructions(body))
        .containsExactly(
            "ld e, 4",
            "atom.acq_rel.gpu.cas $0, x, e, 1",
            "bne $1, 0, LC04",
            "ld e, $0",
            "ld ok, $1");
    InstructionAnnotation swap = Objects.requireNonNull(thread(body).annotation(1));
    assertThat(swap.success()).isEqualTo("$1");
    assertThat(swap.weak()).isTrue();
    assertThat(swap.acquiring()).containsExactly("ACQ", "ACQ_REL", "GPU");
    assertThat(swap.failing()).containsExactly("GPU", "RLX");
  }

  @Test
  void statementsAndOperatorsBecomeBranches() {
    assertThat(instructions("int r = 0; while (r != 2 && true) { r++; if (r > 5) break; }"))
        .containsExactly(
            "ld r, 0",
            "ld $0, 1",
            "bne r, 2, LC04",
            "ld $0, 0",
            "ld $1, 0",
            "beq $0, 0, LC08",
            "beq 1, 0, LC08",
            "ld $1, 1",
            "beq $1, 0, LC17",
            "add $2, r, 1",
            "ld r, $2",
            "ld $3, 1",
            "bgt r, 5, LC14",
            "ld $3, 0",
            "beq $3, 0, LC16",
            "goto LC17",
            "goto LC01");
    assertThat(instructions("if (*x) { return; } else { *y = -1 * ~3 / (int) 2; } "))
        .containsExactly(
            "ld.weak $0, x",
            "beq $0, 0, LC04",
            "goto LC08",
            "goto LC08",
            "xor $1, 3, -1",
            "mul $2, -1, $1",
            "div $3, $2, 2",
            "st.weak y, $3");
    assertThat(instructions("int i; do { i += 2; continue; } while (i < 2);").getLast())
        .isEqualTo("goto LC00");
    assertThat(thread("B7: barrier(0);").instructions())
        .first()
        .isInstanceOf(LitmusInstruction.Barrier.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "atomic_stor(x, 1); ! 4:1: `atomic_stor` is no function that is supported (atomic_*,"
            + " atomic_*_explicit, fences, barriers); is `atomic_store` meant?",
        "int r = atomic_store(x, 1); ! 4:9: `atomic_store` has no value to be used here",
        "int r = q; ! 4:9: `q` is neither a parameter nor a variable",
        "qq = 1; ! 4:1: `qq` is neither a parameter nor a variable",
        "int r = atomic_load_explicit(x, memory_order_aquire); ! 4:33: found `memory_order_aquire`,"
            + " expected a memory order such as `memory_order_acquire`; is"
            + " `memory_order_acquire` meant?",
        "int r = atomic_load_explicit(x, memory_order_relaxed, memory_scope_sub_group); ! 4:55:"
            + " found `memory_scope_sub_group`, expected a memory scope",
        "barrier(CLK_IMAGE_MEM_FENCE); ! 4:9: found `CLK_IMAGE_MEM_FENCE`, expected"
            + " `CLK_GLOBAL_MEM_FENCE`, `CLK_LOCAL_MEM_FENCE` or 0",
        "L1: *y = 1; ! 4:1: found `L1`, expected the label of a barrier such as `B1`",
        "B1: *y = 1; ! 4:5: found `*`, expected `barrier` or `work_group_barrier`",
        "break; ! 4:1: `break` is in no loop",
        "*y = &r; ! 4:7: `r` is neither a parameter nor a variable",
        "*y = &y; ! 4:7: `&y`: only the address of a location can be taken here",
        "*y = 1 ! 5:1: found `}`, expected `;`",
        "*y = $; ! 4:6: an OpenCL C litmus test has no character `$`",
        "*y = 99999999999999999999; ! 4:6: found `99999999999999999999`, expected a number of 64",
        "y ? 1; ! 4:3: an OpenCL C litmus test has no character `?`",
        "y * 1; ! 4:3: found `*`, expected `=` and a value for the variable",
        "else; ! 4:1: `else` is neither a parameter nor a variable",
        "int = 3; ! 4:5: found `=`, expected a variable",
      })
  void aStatementThatIsNoneIsRefusedAtItsPlace(String statement, String problem) {
    assertThat(catchThrowableOfType(SourceException.class, () -> test(statement)))
        .hasMessageStartingWith("t.litmus:" + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "OpenCL t ! t:1:9: found the end of the file, expected `{` and initial values",
        "OpenCL t {} Q0 () {} exists 0==0 ! t:1:13: found `Q0`, expected a function such as",
        "OpenCL t {} P0 (int x) {} exists 0==0 ! t:1:21: `x` is no pointer to a location, as"
            + " parameters are: expected `int* x`",
        "OpenCL t {} P0 (foo* x) {} exists 0==0 ! t:1:17: found `foo`, expected a type such as",
        "OpenCL t {} P0 (int* x, int* x) {} exists 0==0 ! t:1:30: `x` is a parameter a second time",
        "OpenCL t { x[4]; } P0 () {} exists 0==0 ! t:1:13: `x` is an array, which is not supported",
        "OpenCL t { x=0; x=1; } P0 () {} exists 0==0 ! t:1:17: `x` is declared a second time",
        "OpenCL t {} P0 () {} P0 () {} exists 0==0 ! t:1:22: P0 is declared a second time",
        "OpenCL t {} P0 () {} exists 1:r0==0 ! t:1:29: there is no thread P1; there are P0",
        "OpenCL t { 3:r=1; } P0 () {} exists 0==0 ! t:1:12: there is no thread P3; there are P0",
        "OpenCL t {} P0 () { int r1; } exists 0:r0==0 ! t:1:40: P0 has no variable `r0`; is `r1`",
        "OpenCL t {} P0 (int* flag) {} exists flga=0 ! t:1:38: the test has no location `flga`;"
            + " is `flag` meant?",
        "OpenCL t {} P0@wg 0, dev 12345 () {} exists 0==0 ! t:1:26: found `12345`, expected a"
            + " device of 0 to 9999",
        "OpenCL t {} P0 () {} ! t:1:21: found the end of the file, expected `exists`",
        "OpenCL t {} P0 () { ! t:1:20: found the end of the file, expected `}`",
        "OpenCL t { /* } ! t:1:12: found a comment that does not end, expected `*/`",
        "C t {} P0 (int* x) { WRITE_ONCE(*x, 1); } exists 0==0 ! t:1:22: `WRITE_ONCE` is a macro of"
            + " the Linux kernel, whose tests are not read",
        "C t {} P0 (int* x) { int r = smp_load_acquire(x); } exists 0==0 ! t:1:30:"
            + " `smp_load_acquire` is a macro of the Linux kernel",
        "C t {} P0 (int* x) { atomic_inc(x); } exists 0==0 ! t:1:22: `atomic_inc` is no function",
      })
  void aTestThatIsNoneIsRefusedAtItsPlace(String text, String problem) {
    assertThat(catchThrowableOfType(SourceException.class, () -> LitmusReader.read("t", text)))
        .hasMessageStartingWith(problem);
  }
}
