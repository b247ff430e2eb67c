package dev.syncopate.model.litmus.vulkan;

import dev.syncopate.model.litmus.InstructionAnnotation;
import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.TermReader;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.Spelling;
import dev.syncopate.model.source.Token;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Qualifiers of an instruction of Vulkan, in any order: {@code .atom}, the memory order, {@code
 * .av}, {@code .vis}, {@code .nonpriv}, the scope, the storage class, and memory semantics.
 */
final class VulkanQualifiers {
  private static final List<String> ORDERS = List.of("acq", "rel", "acq_rel");
  private static final List<String> SCOPES = List.of("sg", "wg", "qf", "dv");
  private static final List<String> CLASSES = List.of("sc0", "sc1", "sc2", "sc3");
  private static final List<String> CLASS_SEMANTICS =
      List.of("semsc0", "semsc1", "semsc2", "semsc3");
  private static final List<String> SEMANTICS = List.of("semav", "semvis");

  private static final Map<String, IntegerFunction> FUNCTIONS =
      new TreeMap<>(
          Map.of(
              "add", IntegerFunction.ADD,
              "plus", IntegerFunction.ADD,
              "sub", IntegerFunction.SUB,
              "minus", IntegerFunction.SUB,
              "mul", IntegerFunction.MUL,
              "div", IntegerFunction.DIV,
              "and", IntegerFunction.AND,
              "or", IntegerFunction.OR,
              "xor", IntegerFunction.XOR));

  private final String instruction;
  private final SequencedSet<String> words;
  private final TermReader reader;
  private final Token start;

  private VulkanQualifiers(
      String instruction, SequencedSet<String> words, TermReader reader, Token start) {
    this.instruction = instruction;
    this.words = words;
    this.reader = reader;
    this.start = start;
  }

  /** Reads the qualifiers of an instruction. */
  static VulkanQualifiers read(TermReader reader, String instruction) {
    SequencedSet<String> words = new LinkedHashSet<>();
    Token start = reader.tokens().peek();
    Set<String> knownWords = knownWords(instruction);
    while (reader.tokens().accept(".")) {
      Token word = reader.tokens().expect(Token.Kind.NAME, "a qualifier");
      if (!knownWords.contains(word.text())) {
        throw reader
            .tokens()
            .source()
            .error(
                word.offset(),
                "`.%s` is no qualifier of `%s`; there are %s%s"
                    .formatted(
                        word.text(),
                        instruction,
                        String.join(", ", knownWords),
                        Spelling.suggestion(word.text(), knownWords)));
      }
      if (!words.add(word.text())) {
        throw reader.error(word, "`." + word.text() + "` stands here a second time");
      }
    }
    VulkanQualifiers qualifiers = new VulkanQualifiers(instruction, words, reader, start);
    qualifiers.check();
    return qualifiers;
  }

  private static Set<String> knownWords(String instruction) {
    Set<String> knownWords = new TreeSet<>(SCOPES);
    knownWords.addAll(CLASS_SEMANTICS);
    knownWords.addAll(SEMANTICS);
    switch (instruction) {
      case "ld" -> knownWords.addAll(List.of("atom", "acq", "vis", "nonpriv"));
      case "st" -> knownWords.addAll(List.of("atom", "rel", "av", "nonpriv"));
      case "rmw" -> {
        knownWords.addAll(ORDERS);
        knownWords.add("atom");
        knownWords.add("exch");
        knownWords.add("cas");
        knownWords.addAll(FUNCTIONS.keySet());
      }
      default -> knownWords.addAll(ORDERS);
    }
    if (isAccess(instruction)) {
      knownWords.addAll(CLASSES);
    }
    return knownWords;
  }

  private static boolean isAccess(String instruction) {
    return instruction.equals("ld") || instruction.equals("st") || instruction.equals("rmw");
  }

  private void check() {
    atMostOne(ORDERS, "memory order");
    String scope = atMostOne(SCOPES, "scope");
    if (isAccess(instruction) && atMostOne(CLASSES, "storage class") == null) {
      throw error("a storage class is missing: `.sc0` to `.sc3`");
    }
    boolean isScoped =
        !isAccess(instruction) || isAtomic() || words.contains("av") || words.contains("vis");
    if (isScoped && scope == null) {
      throw error("a scope is missing: `.sg`, `.wg`, `.qf` or `.dv`");
    }
    String order = atMostOne(ORDERS, "memory order");
    if (order != null && isAccess(instruction) && !isAtomic()) {
      throw error("`." + order + "` goes with `.atom`, and this access is not atomic");
    }
  }

  private @Nullable String atMostOne(List<String> names, String description) {
    List<String> foundWords = names.stream().filter(words::contains).toList();
    if (foundWords.size() > 1) {
      throw error("more than one " + description + ": ." + String.join(", .", foundWords));
    }
    return foundWords.isEmpty() ? null : foundWords.getFirst();
  }

  private SourceException error(String problem) {
    return reader.error(start, "`" + instruction + "`: " + problem);
  }

  private boolean isAtomic() {
    return instruction.equals("rmw") || words.contains("atom");
  }

  private boolean acquires() {
    return words.contains("acq") || words.contains("acq_rel");
  }

  private boolean releases() {
    return words.contains("rel") || words.contains("acq_rel");
  }

  /** What a read-modify-write computes; null for an exchange. */
  @Nullable IntegerFunction function() {
    return FUNCTIONS.entrySet().stream()
        .filter(entry -> words.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /** Whether a read-modify-write is a compare-and-swap. */
  boolean isSwap() {
    return words.contains("cas");
  }

  /** Whether its scope is the subgroup. */
  boolean isOfSubgroup() {
    return words.contains("sg");
  }

  /** Sets of the events of an access. */
  InstructionAnnotation access() {
    VulkanEvents events = new VulkanEvents();
    addWords(events, CLASSES);
    if (isAtomic()) {
      events.add("ATOM", "NONPRIV");
      events.addAcquiring("VIS");
      events.addReleasing("AV");
      addWords(events, SCOPES);
      semantics(events);
    } else if (words.contains("av") || words.contains("vis")) {
      events.add("NONPRIV");
      addWords(events, List.of("av", "vis"));
      addWords(events, SCOPES);
    } else if (words.contains("nonpriv")) {
      events.add("NONPRIV");
    }
    return events.annotation(text());
  }

  /** Sets of a memory barrier, which both acquires and releases if it is {@code .acq_rel}. */
  InstructionAnnotation fence() {
    VulkanEvents events = new VulkanEvents();
    events.add("F");
    if (acquires()) {
      events.add("ACQ");
    }
    if (releases()) {
      events.add("REL");
    }
    addWords(events, SCOPES);
    addWords(events, CLASS_SEMANTICS);
    addWords(events, SEMANTICS);
    return events.annotation(text());
  }

  /**
   * Sets of the arrival at a control barrier, which releases, and the departure, which acquires.
   */
  InstructionAnnotation barrier() {
    VulkanEvents events = new VulkanEvents();
    events.add("CBAR");
    addWords(events, SCOPES);
    if (acquires() || releases()) {
      events.add("F");
      semantics(events);
    }
    return events.annotation(text());
  }

  /** The order with its semantics, each of the event that acquires or releases. */
  private void semantics(VulkanEvents events) {
    for (String word : words) {
      boolean isClass = CLASS_SEMANTICS.contains(word);
      if (acquires() && (isClass || word.equals("semvis"))) {
        events.addAcquiring(set(word));
      }
      if (releases() && (isClass || word.equals("semav"))) {
        events.addReleasing(set(word));
      }
    }
    if (acquires()) {
      events.addAcquiring("ACQ");
    }
    if (releases()) {
      events.addReleasing("REL");
    }
  }

  private void addWords(VulkanEvents events, List<String> names) {
    names.stream().filter(words::contains).forEach(word -> events.add(set(word)));
  }

  private static String set(String word) {
    return word.toUpperCase(Locale.ROOT);
  }

  private String text() {
    return words.isEmpty() ? "" : "." + String.join(".", words);
  }
}
