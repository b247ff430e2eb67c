package dev.syncopate.model.litmus.lisa;

import dev.syncopate.model.litmus.InstructionAnnotation;
import dev.syncopate.model.litmus.TermReader;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.Spelling;
import dev.syncopate.model.source.Token;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Annotations of an instruction in brackets: its kind, memory order, scope and size, and of a
 * {@code rmw} what it computes, in any order. Sizes make no difference, as locations do not
 * overlap.
 */
final class HsaAnnotations {
  private static final List<String> KINDS = List.of("ordinary", "atomic");
  private static final List<String> ORDERS = List.of("rlx", "scacq", "screl", "scar");
  private static final List<String> SCOPES = List.of("wi", "wave", "wg", "agent", "system");

  private static final List<String> SIZES = List.of("single", "double");

  /** The sets of operations of a scope, in the order of {@link #SCOPES}. */
  private static final List<String> SCOPE_SETS = List.of("WI", "SG", "CTA", "GPU", "SYS");

  private final SequencedSet<String> words = new LinkedHashSet<>();
  private final boolean isAtomic;
  private final String order;
  private final String scope;

  private HsaAnnotations(TermReader reader, Token start, String instruction) {
    TreeSet<String> knownWords = new TreeSet<>(KINDS);
    knownWords.addAll(ORDERS);
    knownWords.addAll(SCOPES);
    knownWords.addAll(SIZES);
    if (instruction.equals("rmw")) {
      knownWords.addAll(LisaRows.FUNCTIONS.keySet());
    }
    reader.tokens().expect("[");
    while (!reader.tokens().accept("]")) {
      Token word = reader.tokens().expect(Token.Kind.NAME, "an annotation or `]`");
      if (!knownWords.contains(word.text())) {
        throw reader.error(
            word,
            "`%s` is no annotation of HSA; there are %s%s"
                .formatted(
                    word.text(),
                    String.join(", ", knownWords),
                    Spelling.suggestion(word.text(), knownWords)));
      }
      words.add(word.text());
      if (!reader.tokens().peek().is("]")) {
        reader.tokens().expect(",");
      }
    }
    boolean isFence = instruction.equals("f");
    boolean isUpdate = instruction.equals("rmw");
    String kind = one(reader, start, KINDS, isFence || isUpdate ? "atomic" : "ordinary");
    isAtomic = kind.equals("atomic");
    order = one(reader, start, ORDERS, "rlx");
    scope = one(reader, start, SCOPES, "wi");
    String _ = one(reader, start, SIZES, "single");
    String problem = problem(instruction);
    if (problem != null) {
      throw reader.error(start, "`" + instruction + "`: " + problem);
    }
  }

  /** What a {@code rmw} is annotated to compute; null for nothing. */
  @Nullable String operation() {
    return words.stream().filter(LisaRows.FUNCTIONS::containsKey).findFirst().orElse(null);
  }

  /** Reads the annotations of an instruction. */
  static HsaAnnotations read(TermReader reader, Token start) {
    return new HsaAnnotations(reader, start, start.text());
  }

  private String one(TermReader reader, Token start, List<String> names, String implicit) {
    List<String> foundWords = names.stream().filter(words::contains).toList();
    if (foundWords.size() > 1) {
      throw tooMany(reader, start, foundWords);
    }
    return foundWords.isEmpty() ? implicit : foundWords.getFirst();
  }

  private static SourceException tooMany(TermReader reader, Token start, List<String> foundWords) {
    return reader.error(
        start,
        "`" + start.text() + "`: only one of " + String.join(", ", foundWords) + " can hold");
  }

  private @Nullable String problem(String instruction) {
    if (instruction.equals("f")) {
      return order.equals("rlx") ? "a fence is `scacq`, `screl` or `scar`" : null;
    }
    if (!isAtomic && !(order.equals("rlx") && scope.equals("wi"))) {
      return "an ordinary access is relaxed and of scope `wi`; `atomic` is missing";
    }
    if (isAtomic && SCOPES.stream().noneMatch(words::contains)) {
      return "a scope is missing: wi, wave, wg, agent or system";
    }
    if (instruction.equals("r") && order.equals("screl")) {
      return "a read is `rlx`, `scacq` or `scar`";
    }
    if (instruction.equals("w") && order.equals("scacq")) {
      return "a write is `rlx`, `screl` or `scar`";
    }
    return null;
  }

  private boolean acquires() {
    return order.equals("scacq") || order.equals("scar");
  }

  private boolean releases() {
    return order.equals("screl") || order.equals("scar");
  }

  /** Sets of the events of an access. */
  InstructionAnnotation access() {
    SortedSet<String> acquiring = new TreeSet<>();
    SortedSet<String> releasing = new TreeSet<>();
    if (isAtomic) {
      acquiring.addAll(acquires() ? List.of("ACQ", scopeSet()) : List.of("RLX", scopeSet()));
      releasing.addAll(releases() ? List.of("REL", scopeSet()) : List.of("RLX", scopeSet()));
    } else {
      acquiring.add("WEAK");
      releasing.add("WEAK");
    }
    return new InstructionAnnotation(acquiring, releasing, text());
  }

  /** Sets of a fence. */
  InstructionAnnotation fence() {
    SortedSet<String> sets = new TreeSet<>(List.of("F", scopeSet()));
    if (acquires()) {
      sets.add("ACQ");
    }
    if (releases()) {
      sets.add("REL");
    }
    if (acquires() && releases()) {
      sets.add("ACQ_REL");
    }
    return new InstructionAnnotation(sets, sets, text());
  }

  private String scopeSet() {
    return SCOPE_SETS.get(SCOPES.indexOf(scope));
  }

  private String text() {
    return words.isEmpty() ? "" : "." + String.join(".", words);
  }
}
