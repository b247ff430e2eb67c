package dev.syncopate.model.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.litmus.FinalCondition.And;
import dev.syncopate.model.litmus.FinalCondition.Compare;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusTest.Quantifier;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each form of the format is read as what it means. */
class LitmusReaderTest {
  static final String MESSAGE_PASSING =
      """
      PTX MP-cta-gpu
      "free text; everything up to the first brace is skipped"
      { x=0; y=0; P1:r1=0; P1:r2=0; }
       P0@cta 0,gpu 0      | P1@cta 0,gpu 0       ;
       st.weak x, 1        | ld.acquire.gpu r1, y ;
       st.release.cta y, 1 | ld.weak r2, x        ;
      ~exists (P1:r1 == 1 /\\ P1:r2 != 1)
      """;

  private static final LitmusOperand X = new LitmusOperand.Location("x");
  private static final LitmusOperand ONE = new LitmusOperand.Constant(1);

  static LitmusTest read(String text) {
    return LitmusTest.read("test.litmus", text);
  }

  /** The instructions of one thread that consists of these rows. */
  private static List<LitmusInstruction> instructions(String... rows) {
    return read("PTX t\n{ x=0; }\nP0@cta 0,gpu 0;\n" + String.join(";\n", rows) + ";\nexists x = 1")
        .threads()
        .getFirst()
        .instructions();
  }

  @Test
  void messagePassingIsReadWhole() {
    LitmusTest test = read(MESSAGE_PASSING);
    assertThat(test.name()).isEqualTo("MP-cta-gpu");
    assertThat(test.locations()).containsOnlyKeys("x", "y");
    assertThat(test.threads()).hasSize(2);
    assertThat(test.threads().get(0).instructions())
        .containsExactly(
            new LitmusInstruction.Store(LitmusOrder.WEAK, null, false, X, ONE),
            new LitmusInstruction.Store(
                LitmusOrder.RELEASE, LitmusScope.CTA, false, new LitmusOperand.Location("y"), ONE));
    assertThat(test.threads().get(1).instructions())
        .containsExactly(
            new LitmusInstruction.Load(
                LitmusOrder.ACQUIRE, LitmusScope.GPU, false, "r1", new LitmusOperand.Location("y")),
            new LitmusInstruction.Load(LitmusOrder.WEAK, null, false, "r2", X));
    assertThat(test.threads().get(1).registers()).containsOnlyKeys("r1", "r2");
    assertThat(test.filter()).isNull();
    assertThat(test.quantifier()).isEqualTo(Quantifier.NOT_EXISTS);
    assertThat(test.condition())
        .isEqualTo(
            new And(
                new Compare(
                    ComparisonOperator.EQ, new Term.Register(1, "r1"), new Term.Constant(1)),
                new Compare(
                    ComparisonOperator.NE, new Term.Register(1, "r2"), new Term.Constant(1))));
  }

  @Test
  void threadsStandWhereTheyArePlaced() {
    LitmusTest test =
        read("ptx t {} P0@cta 0,gpu 0 | P3@cta 2, gpu 1; | st.weak x,1; exists [x]=1");
    LitmusThread second = test.threads().get(1);
    assertThat(List.of(second.id(), second.cta(), second.gpu())).containsExactly(3, 2, 1);
    assertThat(test.threads().getFirst().instructions()).isEmpty();
    assertThat(second.instructions()).hasSize(1);
  }

  @Test
  void atomicsCarryOrderScopeAndWhatTheyWrite() {
    assertThat(
            instructions(
                "atom.acq_rel.gpu.add r1, x, 1",
                "atom.relaxed.sys.exch r1, x, r2",
                "atom.acquire.cta.cas r1, x, 0, 1",
                "red.release.gpu.xor x, 1"))
        .containsExactly(
            new LitmusInstruction.Atomic(
                LitmusOrder.ACQ_REL,
                LitmusScope.GPU,
                false,
                new Update.Combine(IntegerFunction.ADD, ONE),
                "r1",
                X),
            new LitmusInstruction.Atomic(
                LitmusOrder.RELAXED,
                LitmusScope.SYS,
                false,
                new Update.Exchange(new LitmusOperand.Register("r2")),
                "r1",
                X),
            new LitmusInstruction.Atomic(
                LitmusOrder.ACQUIRE,
                LitmusScope.CTA,
                false,
                new Update.CompareAndSwap(new LitmusOperand.Constant(0), ONE),
                "r1",
                X),
            new LitmusInstruction.Atomic(
                LitmusOrder.RELEASE,
                LitmusScope.GPU,
                false,
                new Update.Combine(IntegerFunction.XOR, ONE),
                null,
                X));
  }

  @Test
  void sequentialConsistencyIsAPropertyOfOneAccess() {
    assertThat(instructions("ld.sc.gpu r1, x", "st.sc.cluster x, 1", "atom.sc.sys.exch r1, x, 1"))
        .containsExactly(
            new LitmusInstruction.Load(LitmusOrder.SC, LitmusScope.GPU, false, "r1", X),
            new LitmusInstruction.Store(LitmusOrder.SC, LitmusScope.CLUSTER, false, X, ONE),
            new LitmusInstruction.Atomic(
                LitmusOrder.SC, LitmusScope.SYS, false, new Update.Exchange(ONE), "r1", X));
  }

  @Test
  void aVolatileAccessIsARelaxedOneOfSystemScope() {
    assertThat(instructions("ld.volatile r1, x", "st.volatile x, 1"))
        .isEqualTo(instructions("ld.relaxed.sys r1, x", "st.relaxed.sys x, 1"));
  }

  @Test
  void blocksMayBeOfOneCluster() {
    LitmusTest test =
        read(
            "PTX t {} P0@cta 0,cluster 1,gpu 0 | P1@cta 1,cluster 1,gpu 0 | P2@cta 2,gpu 0;"
                + " st.weak x,1 | |; exists x=1");
    LitmusThread first = test.threads().getFirst();
    assertThat(test.threads()).extracting(first::sharesCluster).containsExactly(true, true, false);
    assertThat(first.place()).isEqualTo("cta 0,cluster 1,gpu 0");
    assertThat(LitmusTest.read("t", LitmusWriter.text(test))).isEqualTo(test);
  }

  @Test
  void registersMayHaveAnyName() {
    LitmusTest test =
        read(
            """
            PTX names
            { x=0; P0:five=5; }
             P0@cta 0,gpu 0        | P1@cta 0,gpu 0      ;
             add sum, five, 1      | LC00:               ;
             st.relaxed.gpu x, sum | ld.relaxed.gpu v, x ;
                                   | beq v, 0, LC00      ;
            exists (P1:v == 6)
            """);
    assertThat(test.locations()).containsOnlyKeys("x");
    assertThat(test.threads().getFirst().instructions().getLast())
        .isEqualTo(
            new LitmusInstruction.Store(
                LitmusOrder.RELAXED, LitmusScope.GPU, false, X, new LitmusOperand.Register("sum")));
    assertThat(LitmusTest.read("t", LitmusWriter.text(test))).isEqualTo(test);
  }

  @Test
  void aThreadMayRunOnTheCpu() {
    LitmusTest test =
        LitmusTest.read("t", "PTX t { } P0@cta 2,gpu 0 | P1@cpu; st.weak x, 1 |; exists (x = 1)");
    assertThat(test.threads()).extracting(LitmusThread::isOnCpu).containsExactly(false, true);
    assertThat(test.threads())
        .extracting(LitmusThread::place)
        .containsExactly("cta 2,gpu 0", "cpu");
    assertThat(LitmusTest.read("t", LitmusWriter.text(test))).isEqualTo(test);
  }

  @Test
  void aTestKeepsItsReadingOfBarriersUnderAnotherName() {
    LitmusTest test =
        LitmusTest.read("t", "PTX t { } P0@cta 0,gpu 0; st.weak x, 1; exists (x = 1)")
            .withBarriers(BarrierReading.QUORUM_IS_MINIMUM);
    assertThat(test.named("u").barriers()).isEqualTo(BarrierReading.QUORUM_IS_MINIMUM);
  }

  @Test
  void remoteAndCommutativeOperationsAreRead() {
    assertThat(
            instructions(
                "ld.remote.acquire.gpu r1, x",
                "st.remote.release.gpu x, 1",
                "atom.remote.acq_rel.gpu.cas r1, x, 0, 1",
                "red.comm.gpu.add x, 1",
                "red.comm.add x, 1"))
        .satisfiesExactly(
            load -> assertThat(((LitmusInstruction.Load) load).remote()).isTrue(),
            store -> assertThat(((LitmusInstruction.Store) store).remote()).isTrue(),
            atom -> assertThat(((LitmusInstruction.Atomic) atom).remote()).isTrue(),
            red -> {
              assertThat(((LitmusInstruction.Atomic) red).order()).isEqualTo(LitmusOrder.COMM);
              assertThat(((LitmusInstruction.Atomic) red).scope()).isEqualTo(LitmusScope.GPU);
            },
            red -> assertThat(((LitmusInstruction.Atomic) red).scope()).isNull());
  }

  @Test
  void fencesAndBarriersAreRead() {
    assertThat(
            instructions(
                "fence.sc.sys",
                "fence.acq_rel.cta",
                "fence.proxy.alias",
                "bar.cta.sync 0",
                "bar.cta.arrive 1, r2, 64"))
        .containsExactly(
            new LitmusInstruction.Fence(LitmusOrder.SC, LitmusScope.SYS),
            new LitmusInstruction.Fence(LitmusOrder.ACQ_REL, LitmusScope.CTA),
            new LitmusInstruction.ProxyFence(LitmusInstruction.Proxy.ALIAS),
            new LitmusInstruction.Barrier(true, new LitmusOperand.Constant(0), null, null),
            new LitmusInstruction.Barrier(
                false, ONE, new LitmusOperand.Register("r2"), new LitmusOperand.Constant(64)));
  }

  @Test
  void labelsAreReachedForwardsAndBackwards() {
    assertThat(
            instructions(
                "LC00:", "ld r1, x", "bne r1, 1, LC01", "sub r1, r1, 0x10", "goto LC00", "LC01:"))
        .containsExactly(
            new LitmusInstruction.Move("r1", X),
            new LitmusInstruction.Branch(
                ComparisonOperator.NE, new LitmusOperand.Register("r1"), ONE, 4),
            new LitmusInstruction.Compute(
                IntegerFunction.SUB,
                "r1",
                new LitmusOperand.Register("r1"),
                new LitmusOperand.Constant(16)),
            new LitmusInstruction.Goto(0));
  }

  @Test
  void addressesAreValuesAndRegistersAreAddresses() {
    LitmusTest test =
        read(
            """
            PTX t
            { x=-3; 0:r1=&x; y=x; p @ generic aliases x; P0:r7=y }
            P0@cta 0,gpu 0 ;
            ld.weak r2, r1 ;
            st.weak [y], r1 ;
            ld r3, r7 ;
            exists (0:r1 = x /\\ y = 0x1f)
            """);
    assertThat(test.locations())
        .containsEntry("x", new LitmusOperand.Constant(-3))
        .containsEntry("y", X);
    assertThat(test.aliases()).containsEntry("p", "x");
    assertThat(test.threads().getFirst().registers())
        .containsEntry("r1", X)
        .containsEntry("r7", new LitmusOperand.Location("y"));
    assertThat(test.condition())
        .isEqualTo(
            new And(
                new Compare(
                    ComparisonOperator.EQ, new Term.Register(0, "r1"), new Term.Address("x")),
                new Compare(ComparisonOperator.EQ, new Term.Content("y"), new Term.Constant(31))));
  }

  @Test
  void locationsThatAreNotDeclaredStartAtZero() {
    LitmusTest test =
        read("PTX t {p @ generic aliases x;} P0@cta 0,gpu 0; st.weak y,z; st.weak p,w; exists w=0");
    LitmusOperand zero = new LitmusOperand.Constant(0);
    assertThat(test.locations()).isEqualTo(Map.of("w", zero, "x", zero, "y", zero, "z", zero));
    assertThatThrownBy(() -> test.locations().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @ParameterizedTest
  @CsvSource({"exists,EXISTS", "~exists,NOT_EXISTS", "not exists,NOT_EXISTS", "forall,FORALL"})
  void everyQuestionIsRead(String text, Quantifier quantifier) {
    LitmusTest test =
        read(
            "PTX t (* a comment *) {x=0;} P0@cta 0,gpu 0; << skipped >> (* and { here *) st.weak"
                + " x,1; locations [x;] filter x=1 "
                + text
                + " 0==0");
    assertThat(test.quantifier()).isEqualTo(quantifier);
    assertThat(test.filter())
        .isEqualTo(new Compare(ComparisonOperator.EQ, new Term.Content("x"), new Term.Constant(1)));
  }

  @Test
  void andBindsTighterThanOrAndNotTightest() {
    FinalCondition first =
        new Compare(ComparisonOperator.EQ, new Term.Content("x"), new Term.Constant(1));
    FinalCondition two =
        new Compare(ComparisonOperator.LE, new Term.Content("x"), new Term.Constant(2));
    FinalCondition three =
        new Compare(ComparisonOperator.GT, new Term.Register(0, "r1"), new Term.Register(0, "r2"));
    assertThat(
            read("PTX t {x=0; P0:r1=0; P0:r2=0} P0@cta 0,gpu 0; exists x=1 \\/ ~x<=2 /\\ P0:r1 > 0:r2")
                .condition())
        .isEqualTo(new FinalCondition.Or(first, new And(new FinalCondition.Not(two), three)));
  }

  @Test
  void aNameByAProxyIsOfTheVirtualAddressThatItAliases() {
    LitmusTest test =
        read(
            "PTX t {t @ texture aliases y; y @ generic aliases x; s @ surface aliases x;}"
                + " P0@cta 0,gpu 0; sust.release.gpu s, 1; tld.weak r0, t; exists x=0");
    assertThat(test.aliases()).hasToString("{s=x, t=x, y=x}");
    assertThat(test.annotations().generic("t")).isEqualTo("y");
    assertThat(test.annotations().generic("s")).isEqualTo("x");
    assertThat(test.annotations().generic("y")).isEqualTo("y");
    assertThat(test.hasProxies()).isTrue();
    LitmusThread thread = test.threads().getFirst();
    assertThat(Objects.requireNonNull(thread.annotation(0)).releasing())
        .containsExactly("GPU", "REL", "SUR");
    assertThat(Objects.requireNonNull(thread.annotation(1)).acquiring())
        .containsExactly("TEX", "WEAK");
    assertThat(LitmusTest.read("t", LitmusWriter.text(test))).isEqualTo(test);
  }
}
