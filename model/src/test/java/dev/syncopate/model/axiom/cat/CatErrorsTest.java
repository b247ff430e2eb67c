package dev.syncopate.model.axiom.cat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.SourceText;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that are no models are refused at the place of the error. */
class CatErrorsTest {

  private static @Nullable SourceText nothing(String name, SourceText includer) {
    return null;
  }

  private static SourceException refused(String text) {
    return catchThrowableOfType(
        SourceException.class,
        () -> CatCompiler.compile(new SourceText("m.cat", text), CatErrorsTest::nothing));
  }

  @Test
  void theMessageShowsTheLineWithACaretBelowThePlace() {
    assertThat(refused("\"a model\"\n\nacyclic po | rrf as sc\n"))
        .hasMessage(
            """
            m.cat:3:14: nothing is called `rrf`; is `rf` meant?
              acyclic po | rrf as sc
                           ^\
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "acyclic po |           ! 1:13: found the end of the file, expected a set or relation",
        "let hb = po; rf        ! a test: a model without any allows all",
        "acyclic R              ! 1:9: found a set, expected a relation; is `[…]` meant?",
        "acyclic R; po          ! 1:10: found a set, expected a relation",
        "acyclic [po]           ! 1:9: found a relation, expected a set",
        "acyclic po & R         ! 1:12: found a relation left of `&` and a set right of it",
        "acyclic po * rf        ! 1:12: found a relation, expected a set",
        "acyclic domain(po)     ! found a set, expected a relation",
        "acyclic fencerel       ! 1:9: `fencerel` is a function and needs an argument",
        "acyclic fencerel(R, W) ! found 2 arguments of `fencerel`, expected 1",
        "acyclic po(rf)         ! 1:9: nothing that is called `po` is a function",
        "acyclic fencerell(F)   ! nothing that is called `fencerell` is a function",
        "let f(x) = x; nix      ! 1:15: nothing is called `nix`",
        "let rec r = po \\ r    ! 1:16: `let rec` through `\\`, of which more may mean less",
        "let rec r = ~r & po    ! 1:13: `let rec` through `~`",
        "let rec f(x) = f(x) acyclic f(po) ! 1:16: more than 100 calls inside each other",
        "let rec f(x) = x and r = po ! 1:9: `f` is a function; functions are recursive with functions",
        "let 3 = po             ! a cat model has no character `3`",
        "let let = po           ! 1:5: found `let`, expected the name to define",
        "acyclic po as          ! found the end of the file, expected the test's name",
        "flag po                ! found `po`, expected `acyclic`, `irreflexive` or `empty`",
        "include \"own.cat\"    ! 1:1: there is no `own.cat` in the directory of m.cat"
            + " nor in the library",
        "include own            ! found `own`, expected a file's name in quotes",
        "forall x in R do end   ! 1:13: found a set, expected a set of tags or of sets",
        "assert po              ! 1:1: `assert` is not supported",
        "acyclic subset po      ! 1:9: `subset` is not supported in expressions",
        "acyclic match po       ! 1:17: found the end of the file, expected `with`",
        "acyclic match 'a with || 'b -> po end ! 1:9: no pattern is for the tag `'a`",
        "acyclic match po with || {} -> po end ! 1:9: no pattern is for a relation",
        "acyclic match 'a with || 3 -> po end ! a cat model has no character `3`",
        "acyclic 'a             ! 1:9: found the tag `'a`, expected a set or relation",
        "acyclic {po}           ! 1:9: found a set of tags or of sets, expected a set or relation",
        "acyclic (po, rf)       ! 1:9: found values in parentheses, expected a set or relation",
        "acyclic po ++ rf       ! 1:15: found a relation, expected a set of tags or of sets",
        "acyclic map fencerel   ! found 1 argument of `map`, expected 2",
        "acyclic map            ! 1:9: `map` is a function and needs an argument",
        "acyclic tag2scope('a)  ! 1:19: `'a` is no scope of these executions",
        "acyclic tag2scope(po)  ! 1:19: found a relation, expected a tag",
        "acyclic map fencerel R ! 1:22: found a set, expected a set of tags",
        "acyclic fold fencerel R ! 1:9: `fold f` takes a set and a first value in parentheses",
        "with x from cross(R) acyclic x ! 1:19: `cross` takes the orders of classes",
        "with x from cross(map fencerel (partition W)) acyclic x ! 1:19: of classes of events only",
        "let f x = x po acyclic f(R) ! 1:11: nothing that is called `x` is a function",
        "enum s = po            ! 1:10: found `po`, expected a tag such as `'wg`",
        "instructions R['a      ! 1:18: found the end of the file, expected `]`",
        "let g(f) = f(R) acyclic g('a) ! 1:12: nothing that is called `f` is a function",
        "procedure p(a) = acyclic ! 1:25: found the end of the file, expected a set or relation",
        "call p(po)             ! 1:1: nothing that is called `p` is a procedure",
        "procedure p(a) = acyclic a end call p() ! found 0 arguments of `p`, expected 1",
        "procedure p(a) = acyclic a end empty p ! `p` is a procedure and needs a `call`",
        "procedure p() = acyclic q end call p() ! 1:25: nothing is called `q`",
        "if po acyclic po end   ! 1:4: found `po`, expected a variant's name in quotes",
        "acyclic try po         ! found the end of the file, expected `with`",
        "acyclic try pp with pq ! 1:21: nothing is called `pq`",
        "/* po                  ! 1:1: found a comment that does not end, expected `*/`",
        "with x from generate_orders(W) acyclic x ! found 1 argument of `generate_orders`, expected 2",
        "(* po                  ! 1:1: found a comment that does not end, expected `*)`",
        "\"po                   ! 1:1: found a string that does not end",
        "acyclic po $           ! a cat model has no character `$`",
        "with x from po acyclic x ! found a relation, expected a set of orders",
        "acyclic linearisations(R, po) ! only `with … from` can choose from",
        "PTX po                 ! 1:5: found `po`, expected `let`, `include`, `show`, `with`, `if`,",
      })
  void wrongTextsAreRefused(String text, String message) {
    assertThat(refused(text)).hasMessageContaining(message);
  }

  @Test
  void anErrorInsideAFunctionSaysWhoCalledIt() {
    assertThat(refused("let f(s) = [s]\nacyclic f(po)"))
        .hasMessageStartingWith(
            "m.cat:1:12: found a relation, expected a set (called at m.cat:2:9)");
  }

  @Test
  void anErrorInsideAFunctionOfEveryModelIsWhereTheModelCallsIt() {
    assertThat(refused("let f(s) = fencerel(s)\nacyclic f(po)"))
        .hasMessageStartingWith(
            "m.cat:1:12: found a relation, expected a set (inside, at prelude.cat:");
    assertThat(refused("acyclic fencerel(po)"))
        .hasMessageStartingWith("m.cat:1:9: found a relation, expected a set (inside, at prelude");
  }

  @Test
  void aModelThatIncludesItselfIsRefused() {
    SourceText source = new SourceText("m.cat", "include \"m.cat\"");
    SourceException error =
        catchThrowableOfType(
            SourceException.class, () -> CatCompiler.compile(source, (name, includer) -> source));
    assertThat(error).hasMessageContaining("`m.cat` includes itself");
  }

  @Test
  void deepNestingIsRefusedAndNoStackOverflows() {
    assertThat(refused("acyclic " + "(".repeat(5000))).hasMessageContaining("deep");
    assertThat(refused("acyclic " + "~".repeat(5000))).hasMessageContaining("deep");
    assertThat(refused("acyclic " + "domain ".repeat(5000))).hasMessageContaining("deep");
    assertThat(refused("acyclic " + "[".repeat(5000))).hasMessageContaining("deep");
    assertThat(refused("acyclic " + "let x = ".repeat(5000))).hasMessageContaining("deep");
  }

  @Test
  void rubbishIsRefusedWithAPlaceAndNothingElse() {
    long seed = 20251121;
    Random random = new Random(seed);
    String[] words = {
      "let", "rec", "and", "x", "f", "(", ")", "[", "]", "=", "|", "&", ";", "*", "+", "?", "~",
      "^-1", "acyclic", "as", "flag", "0", "_", "po", "rf", "R", "\\", ",", "in", "with", "from"
    };
    for (int i = 0; i < 3000; i++) {
      StringBuilder text = new StringBuilder();
      for (int w = random.nextInt(12); w >= 0; w--) {
        text.append(words[random.nextInt(words.length)]).append(' ');
      }
      try {
        CatCompiler.compile(new SourceText("m.cat", text.toString()), CatErrorsTest::nothing);
      } catch (SourceException e) {
        assertThat(e.line()).as("seed %d: %s", seed, text).isEqualTo(1);
      }
    }
  }
}
