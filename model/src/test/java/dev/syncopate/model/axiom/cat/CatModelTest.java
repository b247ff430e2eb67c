package dev.syncopate.model.axiom.cat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.cat.Judgement.Violation;
import dev.syncopate.model.axiom.cat.graph.Stage;
import dev.syncopate.model.source.SourceText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a model says of executions, and what is computed when. */
class CatModelTest {
  private static final String SC =
      """
      "Sequential consistency"
      let com = rf | co | fr
      acyclic po | com as sc
      """;

  private static CatModel model(String text) {
    return CatCompiler.compile(new SourceText("m.cat", text), (name, includer) -> null);
  }

  /** Two threads, each of which writes one location and reads the other before the write. */
  private static HandMade storeBuffering(String tags) {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int y = execution.initial("y");
    HandMade.Agent p0 = execution.thread(0, 0);
    int wx = p0.write("x", tags);
    int ry = p0.read("y", tags);
    HandMade.Agent p1 = execution.thread(1, 0);
    int wy = p1.write("y", tags);
    int rx = p1.read("x", tags);
    return execution.rf(x, rx).rf(y, ry).co(x, wx).co(y, wy);
  }

  @Test
  void aBrokenRequirementIsNamedWithAShortestCycle() {
    Judgement judgement = model(SC).judge(storeBuffering("WEAK"));
    assertThat(judgement.isAllowed()).isFalse();
    assertThat(judgement.violations())
        .containsExactly(
            new Violation(
                "sc",
                List.of(2, 3, 4, 5),
                List.of(
                    new Judgement.Step(2, 3, "po"),
                    new Judgement.Step(3, 4, "fr"),
                    new Judgement.Step(4, 5, "po"),
                    new Judgement.Step(5, 2, "fr"))));
    assertThat(model("acyclic po as order").judge(storeBuffering("WEAK")).violations()).isEmpty();
  }

  @Test
  void witnessesOfTheOtherTestsAreEventsAndPairs() {
    HandMade execution = storeBuffering("WEAK");
    String text =
        """
        irreflexive po; po^-1 as loops
        empty rf; [R] as reads
        ~empty rmw as needed
        """;
    assertThat(model(text).judge(execution).violations())
        .containsExactly(
            new Violation(
                "loops",
                List.of(2),
                List.of(new Judgement.Step(2, 3, "po"), new Judgement.Step(3, 2, "po^-1"))),
            new Violation("reads", List.of(0, 5), List.of(new Judgement.Step(0, 5, "rf"))),
            new Violation("needed", List.of(), List.of()));
  }

  @Test
  void stepsGoThroughClosuresDefinitionsAndRestrictions() {
    HandMade execution = storeBuffering("WEAK");
    String text =
        """
        let rec com = rf | fr | com; com
        let hb = (po & (W * R); (ext & com)?)+
        irreflexive hb \\ 0 as order
        empty [W]; (po | rf)*; [R & ~W]; id; ~int & ~0 as far
        """;
    assertThat(model(text).judge(execution).violations())
        .containsExactly(
            new Violation(
                "order",
                List.of(2),
                List.of(
                    new Judgement.Step(2, 3, "po"),
                    new Judgement.Step(3, 4, "com"),
                    new Judgement.Step(4, 5, "po"),
                    new Judgement.Step(5, 2, "com"))),
            new Violation(
                "far",
                List.of(0),
                List.of(new Judgement.Step(0, 5, "rf"), new Judgement.Step(5, 0, "ext"))));
  }

  @Test
  void flagsReportAndForbidNothing() {
    CatModel model =
        model("flag ~empty (W * R) & loc & ext as race flag empty po as idle acyclic po as p");
    Judgement judgement = model.judge(storeBuffering("WEAK"));
    assertThat(judgement.isAllowed()).isTrue();
    assertThat(judgement.flags()).containsExactly("race");
    assertThat(model.flags()).containsExactly("race", "idle");
    assertThat(model.requirements()).containsExactly("p");
  }

  @Test
  void titlesCommentsAndShownRelationsSayNothing() {
    CatModel model =
        model(
            """
            PTX
            (* nested (* comments *) let nothing = *) // and to the line's end
            let r(a, b) = a; b
            show po as order, rf
            unshow po
            empty r(po, po^-1) & 0 as nothing
            """);
    assertThat(model.title()).isEqualTo("PTX");
    assertThat(model.coherenceIsPartial()).isTrue();
    assertThat(model(SC).title()).isEqualTo("Sequential consistency");
    assertThat(model(SC).coherenceIsPartial()).isFalse();
    assertThat(model.judge(storeBuffering("WEAK")).isAllowed()).isTrue();
  }

  @Test
  void headersMayHaveALanguageBeforeTheName() {
    String rest = "\nacyclic po as p";
    assertThat(model("C \"C++11\"" + rest).title()).isEqualTo("C");
    assertThat(model("PTX \"a model\"" + rest).coherenceIsPartial()).isTrue();
    assertThat(model("X86 TSO" + rest).requirements()).containsExactly("p");
  }

  @Test
  void commentsOfOtherKindsSayNothing() {
    CatModel model =
        model("/* acyclic rf as q */ # acyclic rf as r\nlet f = fun (a, b) -> a; b\nempty f(0,po)");
    assertThat(model.requirements()).containsExactly("empty@3");
  }

  @Test
  void variantsAreOff() {
    CatModel model =
        model(
            """
            if "mixed" acyclic rf as on else acyclic po as off end
            if not "mixed" acyclic co as without end
            let r = if "mixed" then po else rf
            empty r as chosen
            """);
    assertThat(model.requirements()).containsExactly("off", "without", "chosen");
    assertThat(model.judge(storeBuffering("WEAK")).violations())
        .extracting(Violation::requirement)
        .containsExactly("chosen");
  }

  @Test
  void aNameThatNothingHasIsReplacedByTheAlternative() {
    CatModel model =
        model(
            """
            let a = (try nobody with {}) | (try R with W)
            let b = try fencerel(nobody) with [W]
            empty [a] as reads
            empty [_ \\ a] & b as others
            """);
    assertThat(model.judge(storeBuffering("WEAK")).violations())
        .extracting(Violation::requirement)
        .containsExactly("reads", "others");
  }

  @Test
  void proceduresAddTheirTestsAndKeepTheirNames() {
    CatModel model =
        model(
            """
            procedure inside(a, b) =
              let rest = a \\ b
              empty rest as inside
            end
            procedure both(a, b) =
              call inside(a, b)
              call inside(b, a)
            end
            let rest = 0
            call both(po, int)
            empty rest & id as still
            """);
    assertThat(model.requirements()).containsExactly("inside", "inside", "still");
    assertThat(model.judge(storeBuffering("WEAK")).violations())
        .extracting(Violation::requirement)
        .containsExactly("inside");
  }

  @Test
  void undefinedUnlessReportsWhatIsNotSo() {
    CatModel model = model("undefined_unless empty (W * R) & loc & ext as Dr acyclic po as p");
    Judgement judgement = model.judge(storeBuffering("WEAK"));
    assertThat(judgement.flags()).containsExactly("Dr");
    assertThat(model.undefines("Dr")).isTrue();
    assertThat(model("flag ~empty po as Dr acyclic po").undefines("Dr")).isFalse();
  }

  @Test
  void generatedOrdersAreCoherenceOfTheWritesOfASet() {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    HandMade.Agent thread = execution.thread(0, 0);
    int first = thread.write("x", "RLX");
    int second = thread.write("x", "WEAK");
    execution.co(x, second, first);
    String text = "with mo from generate_orders(W & (A | IW), ";
    assertThat(model(text + "co0) empty mo; mo as two").judge(execution).isAllowed()).isTrue();
    assertThat(model("with mo from generate_cos(co0) empty mo; mo as two").judge(execution))
        .extracting(Judgement::isAllowed)
        .isEqualTo(false);
    assertThat(model("with mo from generate_cos(po) empty mo & 0").judge(execution).violations())
        .extracting(Violation::requirement)
        .containsExactly("mo");
  }

  @Test
  void locksAndConsumeReadsAreEmpty() {
    String text =
        "with lo from generate_orders(LS, po) let c = R & CON empty [c] | lo | [UL] | allocptr";
    assertThat(model(text).judge(storeBuffering("WEAK")).isAllowed()).isTrue();
  }

  @Test
  void architecturesGiveNamesTheirMeaning() {
    String text = "\nempty [R & A] as relaxed";
    HandMade execution = storeBuffering("RLX");
    assertThat(model("X86 TSO" + text).judge(execution).isAllowed()).isTrue();
    assertThat(model("\"ARMv8 AArch64\"" + text).judge(execution).isAllowed()).isTrue();
    assertThat(model("\"ARMv8 AArch64\"" + text).judge(storeBuffering("ACQ")).isAllowed())
        .isFalse();
    assertThat(model("RC11" + text).judge(execution).isAllowed()).isFalse();
  }

  @Test
  void librariesThatEnumerateOrdersAreBuiltIn() {
    Map<String, String> library =
        Map.of(
            "cross.cat",
            "let f s = match s with || {} -> {} || e ++ s -> {} end",
            "cos.cat",
            "include \"cross.cat\" with co from generate_cos(co0) let ca = fr | co");
    CatModel model =
        CatCompiler.compile(
            new SourceText("m.cat", "include \"cos.cat\" acyclic ca | po | rf as sc"),
            (name, includer) ->
                library.containsKey(name) ? new SourceText(name, library.get(name)) : null);
    assertThat(model.requirements()).containsExactly("co", "sc");
    assertThat(model.judge(storeBuffering("WEAK")).violations())
        .extracting(Violation::requirement)
        .containsExactly("sc");
  }

  @Test
  void includedTextsDefineNamesAndTests() {
    Map<String, String> library = Map.of("own.cat", "let both = po | rf acyclic both as included");
    CatModel model =
        CatCompiler.compile(
            new SourceText("m.cat", "include \"own.cat\" include \"basic.cat\" acyclic both | fre"),
            (name, includer) ->
                library.containsKey(name) ? new SourceText(name, library.get(name)) : null);
    assertThat(model.requirements()).containsExactly("included", "acyclic@1");
  }

  @Test
  void anOrderIsChosenSuchThatTheRequirementsHold() {
    HandMade execution = storeBuffering("WEAK");
    assertThat(
            model("with s from linearisations(W, 0) acyclic s | co as order")
                .judge(execution)
                .isAllowed())
        .isTrue();
    assertThat(
            model("with s from linearisations(W, rf | co^-1) acyclic s | co as order")
                .judge(execution)
                .violations())
        .hasSize(1);
    assertThat(
            model("with s from linearisations(W, [W]) acyclic s as order")
                .judge(execution)
                .violations())
        .as("no total order lies around a cycle")
        .containsExactly(new Violation("an order for s", List.of(), List.of()));
    assertThat(
            model("with s from partialorders(W, W * W) empty s as none")
                .judge(execution)
                .isAllowed())
        .as("all must be related")
        .isFalse();
    assertThat(
            model("with s from partialorders(W, 0) empty s as none").judge(execution).isAllowed())
        .as("none need be related")
        .isTrue();
    assertThat(
            model("with s from linearisations(R, 0) acyclic s as a flag ~empty s & (po|po^-1) as f")
                .judge(execution)
                .flags())
        .isEmpty();
    assertThat(
            model("with s from linearisations(R, 0) acyclic s as a flag ~empty s & R*R as f")
                .judge(execution)
                .flags())
        .containsExactly("f");
  }

  @Test
  void ordersOfFencesRelateThoseThatIncludeEachOther() {
    for (String scope : List.of("GPU", "CTA")) {
      HandMade execution = new HandMade();
      execution.thread(0, 0).fence("SC ACQ_REL " + scope);
      execution.thread(1, 0).fence("SC ACQ_REL " + scope);
      assertThat(model("~empty sync_fence as ordered").judge(execution).isAllowed()).isTrue();
      assertThat(model("empty sync_fence as unordered").judge(execution).isAllowed())
          .as(scope)
          .isEqualTo(scope.equals("CTA"));
    }
  }

  @Test
  void aStageEnteredAgainKeepsWhatHangsOnEarlierOnesOnly() {
    CatEvaluator evaluator = model(SC).evaluator();
    HandMade weak = storeBuffering("WEAK");
    for (Stage stage : Stage.values()) {
      evaluator.enter(stage, weak);
    }
    assertThat(evaluator.allows()).isFalse();

    // The same skeleton, but one read reads from the other thread's write.
    HandMade secondExecution = new HandMade();
    int x = secondExecution.initial("x");
    int y = secondExecution.initial("y");
    HandMade.Agent p0 = secondExecution.thread(0, 0);
    int wx = p0.write("x", "WEAK");
    int ry = p0.read("y", "WEAK");
    HandMade.Agent p1 = secondExecution.thread(1, 0);
    int wy = p1.write("y", "WEAK");
    int rx = p1.read("x", "WEAK");
    secondExecution.rf(wx, rx).rf(y, ry).co(x, wx).co(y, wy);
    evaluator.enter(Stage.READS, secondExecution);
    evaluator.enter(Stage.COHERENCE, secondExecution);
    assertThat(evaluator.allows()).isTrue();
    assertThat(evaluator.judge().violations()).isEmpty();
  }

  @Test
  void whatMorePairsCannotMendIsHopeless() {
    HandMade withoutCoherence = new HandMade();
    HandMade.Agent p0 = withoutCoherence.thread(0, 0);
    int r = p0.read("x", "WEAK");
    int w = p0.write("x", "WEAK");
    withoutCoherence.rf(w, r);
    assertThat(hopeless("acyclic po | rf | co as sc", withoutCoherence)).isTrue();
    assertThat(hopeless("empty rf \\ co as mended", withoutCoherence)).isFalse();
    assertThat(hopeless("acyclic rf | po & ~co as mended", withoutCoherence)).isFalse();
    assertThat(hopeless("acyclic po | co as later", withoutCoherence)).isFalse();
    assertThat(hopeless("acyclic rf | po & ~loc as other", withoutCoherence)).isFalse();
    assertThat(hopeless("let rec s = po | rf | (s; s) irreflexive s as s", withoutCoherence))
        .isTrue();
  }

  @Test
  void whatCanNoLongerBeIsHopelessWhereTheExecutionSaysWhatMayBe() {
    HandMade execution = new HandMade();
    HandMade.Agent p0 = execution.thread(0, 0);
    int a = p0.write("x", "WEAK");
    int b = p0.write("x", "WEAK");
    execution.co(b, a).atMost("co", b, a);
    assertThat(hopeless("empty (po & loc) \\ co as ordered", execution)).isTrue();
    assertThat(hopeless("~empty po & co as wanted", execution)).isTrue();
    assertThat(hopeless("~empty po^-1 & co as wanted", execution)).isFalse();
    assertThat(hopeless("empty (po^-1 & loc) \\ co as ordered", execution)).isFalse();
  }

  private static boolean hopeless(String text, BaseNames execution) {
    CatEvaluator evaluator = model(text).evaluator();
    for (Stage stage : Stage.values()) {
      evaluator.enter(stage, execution);
    }
    return evaluator.isHopeless();
  }
}
