package dev.syncopate.model.axiom.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.ExecutionSearch;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.cat.CatCompiler;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.dialect.LitmusReader;
import dev.syncopate.model.source.SourceText;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Models with tags, sets of sets and functions of them say what the same model says that has them
 * written out, on tests of the library.
 */
class TagsAndSetsTest {
  private static final List<String> TESTS =
      List.of(
          "MP-weak",
          "MP-gpu",
          "MP-cta-together",
          "MP-cta-apart",
          "MP-gpu-two-gpus",
          "MP-sys-two-gpus",
          "MP-relaxed",
          "MP-release-sequence",
          "lock-gpu",
          "CoRW2");

  private static final String DECLARATIONS =
      """
      "scopes of PTX"
      enum scopes = 'cta || 'gpu (* of one device *) || 'sys
      enum orders = 'rlx || 'acq || 'rel || 'never
      instructions R[{'rlx,'acq},scopes]
      default W[{'rlx},{'sys}]
      let rec at-least(tag) = match tag with
      || 'sys -> tag2events(tag)
      || _ -> tag2events(tag) | at-least(wider(tag))
      end
      and wider(tag) = match tag with 'cta -> 'gpu || 'gpu -> 'sys end
      let together(s) = tag2scope(s) & (at-least(s) * at-least(s))
      """;

  private static final String WRITTEN_OUT =
      """
      let wide = SYS
      let middle = GPU | wide
      let narrow = CTA | middle
      let a = scta & (narrow * narrow)
      let b = sgpu & (middle * middle)
      let c = ssys & (wide * wide)
      let so(r) = r & ([REL]; rf; [ACQ])
      let hb = (po | so(a) | so(b) | so(c))+
      irreflexive hb
      irreflexive hb; (rf | co | fr)
      empty rmw & (fre; coe)
      empty a & ([REL]; rf; [ACQ]) & fr
      empty b & ([REL]; rf; [ACQ]) & fr
      empty c & ([REL]; rf; [ACQ]) & fr
      flag ~empty conflict & ~hb & ~hb^-1 as race
      """;

  private static CatModel model(String text, String declarations) {
    return CatCompiler.compile(
        new SourceText("m.cat", text),
        (name, includer) ->
            name.equals("m.bell") && !declarations.isEmpty()
                ? new SourceText(name, declarations)
                : null);
  }

  private static LitmusTest test(String name) {
    return Library.test(name);
  }

  private static AllowedOutcomes outcomes(CatModel model, LitmusTest test) {
    return ExecutionSearch.of(test, model, Observables.asked(test), 3);
  }

  private static void assertAlike(CatModel model, CatModel writtenOut) {
    for (String name : TESTS) {
      AllowedOutcomes findings = outcomes(model, test(name));
      AllowedOutcomes expected = outcomes(writtenOut, test(name));
      assertThat(findings.outcomes().keySet())
          .as("outcomes of %s", name)
          .isEqualTo(expected.outcomes().keySet());
      assertThat(findings.flags().keySet())
          .as("flags of %s", name)
          .isEqualTo(expected.flags().keySet());
    }
  }

  @Test
  void functionsOfTagsAreWrittenOut() {
    String text =
        """
        let so s = together(s) & ([Rel | Never]; rf; [Acq])
        let all f = let rec go tags = match tags with
          || {} -> 0
          || tag ++ tags -> f tag | go tags
          end in go scopes
        let hb = (po | all so)+
        procedure ordered(s) =
          empty so(s) & fr
        end
        irreflexive hb
        irreflexive hb; (rf | co | fr)
        empty rmw & (fre; coe)
        forall s in scopes do call ordered(s) as ordered end
        flag ~empty conflict & ~hb & ~hb^-1 as race
        """;
    CatModel model = model(text, DECLARATIONS);
    assertAlike(model, model(WRITTEN_OUT, ""));
    assertThat(model.requirements()).endsWith("ordered", "ordered", "ordered");
    assertAlike(
        model(
            text.replace(
                "let all f =",
                "let all f = fold (fun (tag, r) -> f tag | r) (scopes, {})\nlet some f ="),
            DECLARATIONS),
        model);
  }

  @Test
  void aSetOfRelationsMayBeMappedAndWalked() {
    String text =
        """
        let rec union rs = match rs with {} -> 0 || r ++ rest -> r | union rest end
        let so = union (map together scopes) & ([REL]; rf; [ACQ])
        let hb = (po | so | union {0} | union (po ++ {rf & 0}))+
        irreflexive hb
        irreflexive hb; (rf | co | fr)
        empty rmw & (fre; coe)
        forall r in map together {'cta, 'gpu, 'sys} do empty r & ([REL]; rf; [ACQ]) & fr end
        flag ~empty conflict & ~hb & ~hb^-1 as race
        """;
    assertAlike(model(text, DECLARATIONS), model(WRITTEN_OUT, ""));
  }

  @Test
  void anOrderOfEachLocationsAccessesIsCoherenceWithItsReads() {
    String chosen =
        """
        let each(s) = linearisations(s, co0)
        with coh from cross (map each (partition M))
        let reads = coh & (W * R)
        let seen = reads \\ ((coh & (W * W)); reads)
        irreflexive coh; po
        empty (rf \\ seen) | (seen \\ rf)
        empty rmw & (coh; coh)
        """;
    CatModel plain = model("acyclic po-loc | rf | co | fr\nempty rmw & (fr; co)", "");
    assertAlike(model(chosen, ""), plain);
    assertAlike(
        model(
            chosen
                .replace("let each(s) = linearisations(s, co0)", "")
                .replace("cross (map each (partition M))", "generate_orders(M, co0)"),
            ""),
        plain);
    assertAlike(
        model(
            """
            let each(s) = linearisations(s, co0)
            with order from cross (map each (partition W))
            let back = rf^-1; order
            acyclic po-loc | rf | order | back
            empty rmw & (back; order)\
            """,
            ""),
        plain);
  }

  @Test
  void classesOfARelationHaveAnOrderEach() {
    String text =
        """
        let each(s) = linearisations(s, po)
        with order from cross (map each (classes ((SC * SC) & scta)))
        acyclic order | rf | co | fr
        empty ((SC * SC) & scta & ext) \\ (order | order^-1)
        empty order \\ scta
        """;
    LitmusTest fences =
        LitmusReader.read(
            "t",
            """
            PTX t
            { x=0; y=0; }
            P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;
            st.weak x,1 | st.weak y,1 | ;
            fence.sc.gpu | fence.sc.gpu | fence.sc.gpu ;
            ld.weak r0,y | ld.weak r0,x | ;
            exists (P0:r0=0 /\\ P1:r0=0)\
            """);
    assertThat(outcomes(model(text, ""), fences).verdict(fences)).isTrue();
    String fenced = text.replace("order | rf", "order | ([F & SC]; po; fr; po; [F & SC]) | rf");
    assertThat(outcomes(model(fenced, ""), fences).verdict(fences)).isFalse();
  }

  /** Herd has one event for an atomic of C, which is in both {@code R} and {@code W}. */
  @Test
  void whereAModelCountsOnOneEventAnAtomicIsOne() {
    String text =
        """
        let mo = co
        let rs = [W & REL]; (mo & (_ * (R & W)))?
        let sw = rs; rf; [R & ACQ]
        let hb = (po | (sw & ext))+
        irreflexive (rf^-1)?; mo; rf?; hb
        irreflexive rf; hb
        irreflexive rf | (mo; mo; rf^-1) | (mo; rf)
        """;
    LitmusTest chain =
        LitmusReader.read(
            "t",
            """
            PTX t
            { x=0; f=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;
            st.weak x,1 | atom.relaxed.gpu.add r0,f,1 | ld.acquire.gpu r0,f ;
            st.release.gpu f,1 | | ld.weak r1,x ;
            exists (P1:r0=1 /\\ P2:r0=2 /\\ P2:r1=0)\
            """);
    assertThat(outcomes(model(text, ""), chain).verdict(chain)).isFalse();
    String split = text + "empty rmw & 0\n";
    assertThat(outcomes(model(split, ""), chain).verdict(chain)).isTrue();
    LitmusTest twice =
        LitmusReader.read(
            "t",
            """
            PTX t
            { x=0; }
            P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
            atom.relaxed.gpu.add r0,x,1 | atom.relaxed.gpu.add r0,x,1 ;
            exists (P0:r0=0 /\\ P1:r0=0)\
            """);
    assertThat(outcomes(model(text, ""), twice).verdict(twice)).isFalse();
    assertThat(outcomes(model(split, ""), twice).verdict(twice)).isTrue();
  }

  @Test
  void recursionThroughADifferenceIsReadWhereNothingIsTheSolution() {
    CatModel model =
        model(
            """
            let pairs = let rec open = Never \\ domain(met) and met = ([open]; po; [open]) \\ (met; met) in met
            empty pairs
            flag ~empty different-values(pairs) as different
            acyclic po | rf\
            """,
            "enum none = 'never");
    assertThat(outcomes(model, test("MP-weak")).flags()).isEmpty();
  }

  /** As the Linux kernel's: accesses are plain or marked, and locks are a file of their own. */
  @Test
  void aBellFileMayAskWhetherASetIsEmptyAndLocksAreBuiltIn() {
    String text =
        """
        "plain accesses race"
        include "lock.cat"
        let hb = (po | [Release]; rf; [Acquire])+
        irreflexive hb; (rf | co | fr) as coherence
        empty Marked & Plain
        flag ~empty Rcu-lock \\ domain(sections) as unmatched-lock
        flag ~empty Plain as plain
        flag ~empty (LKR | LKW | UL | LF | RL | RU) as locks
        """;
    String declarations =
        """
        enum Accesses = 'once || 'release || 'acquire || 'noreturn
        enum Barriers = 'mb || 'rcu-lock || 'rcu-unlock
        let rec open = Rcu-lock \\ domain(sections)
        and sections = [open]; po; [Rcu-unlock]
        flag ~empty Rcu-unlock \\ range(sections) as unmatched-unlock
        """;
    CatModel model = model(text, declarations);
    assertThat(outcomes(model, test("MP-weak")).flags().keySet()).containsExactly("plain");
    assertThat(outcomes(model, test("MP-gpu")).flags().keySet()).contains("plain");
    assertThat(outcomes(model, test("CoRR")).flags().keySet()).isEmpty();
  }

  @Test
  void aLockFileNextToAModelThatEnumeratesIsNotRead() {
    CatModel model =
        CatCompiler.compile(
            new SourceText("m.cat", "\"m\" include \"lock.cat\" acyclic po | rf | co | fr as sc"),
            (name, includer) ->
                name.equals("lock.cat")
                    ? new SourceText(
                        name, "let pairs r = map (fun p -> p ++ 0) r with x from cross(pairs LF)")
                    : null);
    assertThat(model.requirements()).containsExactly("sc");
  }
}
