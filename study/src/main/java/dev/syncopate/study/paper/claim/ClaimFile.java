package dev.syncopate.study.paper.claim;

import com.fasterxml.jackson.databind.JsonNode;
import dev.syncopate.sim.config.NearestName;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.yaml.YamlException;
import dev.syncopate.study.yaml.YamlNode;
import dev.syncopate.study.yaml.YamlNode.Mapping;
import dev.syncopate.study.yaml.YamlNode.Sequence;
import dev.syncopate.study.yaml.YamlNode.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads a claims file and judges its claims; docs/study/studies.md describes the format. Strict: a
 * key that is unknown, missing or given twice, a claim's id that occurs again, and a name that does
 * not resolve are errors with file, line and column.
 */
public final class ClaimFile {
  private static final String FOLDER = "/dev/syncopate/study/paper/claims/";
  private static final String ID = "id";
  private static final String SAYS = "says";
  private static final String SHOWS = "shows";
  private static final String SECTION = "section";
  private static final String CLAIMS = "claims";
  private static final String MEASURES = "measures";
  private static final String WORDS = "words";
  private static final String LISTS = "lists";
  private static final String FOR = "for";
  private static final String EACH = "each";
  private static final String EXCEPT = "except";
  private static final String CASES = "cases";
  private static final String VALUE = "value";
  private static final String MEASURE = "measure";
  private static final String HOLDS = "holds";
  private static final String PARTLY = "partly";
  private static final String PUBLISHED = "published";
  private static final String JUDGED = "judged";
  private static final String ALSO = "also";
  private static final String OTHERWISE = "otherwise";
  private static final String SPEEDUP = "speedup";
  private static final String SPEEDUP_AT_LEAST = "speedup-at-least";
  private static final String MEAN_SPEEDUP = "mean-speedup";
  private static final String REDUCTION = "reduction";
  private static final String INCREASE = "increase";
  private static final String SHARE = "share";
  private static final String GRADED = "graded";
  private static final String COMPUTED = "computed";

  /** Inherited by the claims of a group. */
  private static final String EXCEPTIONS = "exceptions";

  private static final String READING = "reading";

  /** The key that says how a claim is judged, and the keys that go with it. */
  private static final Map<String, Set<String>> KINDS =
      Map.of(
          HOLDS,
          Set.of(EACH, EXCEPT, CASES, VALUE, MEASURE, ALSO, OTHERWISE),
          SPEEDUP,
          Set.of(PUBLISHED),
          SPEEDUP_AT_LEAST,
          Set.of(PUBLISHED),
          MEAN_SPEEDUP,
          Set.of(PUBLISHED, EACH),
          REDUCTION,
          Set.of(PUBLISHED),
          INCREASE,
          Set.of(PUBLISHED),
          SHARE,
          Set.of(PUBLISHED),
          GRADED,
          Set.of(PUBLISHED, MEASURE, HOLDS, PARTLY),
          COMPUTED,
          Set.of(PUBLISHED, JUDGED));

  private static final Set<String> OF_ANY_CLAIM = Set.of(ID, SAYS, SHOWS, SECTION);
  private static final Pattern BRACES = Pattern.compile("\\{([^{}]+)\\}");
  private static final Pattern BRACKETS = Pattern.compile("\\[([^\\]]*)\\]");
  private static final Pattern CALL = Pattern.compile("([^()]+)(?:\\(([^()]*)\\))?");
  private static final Pattern QUOTED = Pattern.compile("text\\(([^()]+)\\)");

  private final ClaimVocabulary vocabulary;
  private final JsonNode published;
  private final FormulaParser formulas;
  private final List<Claim> claims = new ArrayList<>();
  private final List<Verdicts.Percentage> percentages = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();

  private ClaimFile(ClaimVocabulary vocabulary, JsonNode published) {
    this.vocabulary = vocabulary;
    this.published = published;
    formulas = new FormulaParser(vocabulary, published);
  }

  /**
   * What the claims of a paper come to.
   *
   * @param paper name of the file {@code claims/PAPER.yaml}
   * @param published the paper's part of published-results.json
   * @throws YamlException if the file has an error
   */
  public static Verdicts judge(String paper, ClaimVocabulary vocabulary, JsonNode published) {
    String file = paper + ".yaml";
    try (InputStream stream = ClaimFile.class.getResourceAsStream(FOLDER + file)) {
      if (stream == null) {
        throw new IllegalStateException("this build has no " + file);
      }
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return judge(file, text, vocabulary, published);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** The same of a file's text. */
  static Verdicts judge(String file, String text, ClaimVocabulary vocabulary, JsonNode published) {
    Mapping root = mapping(YamlNode.read(file, text));
    refuseUnknown(root, Set.of(WORDS, LISTS, MEASURES, EXCEPTIONS, CLAIMS));
    ClaimFile read = new ClaimFile(vocabulary, published);
    if (root.members().containsKey(LISTS)) {
      mapping(member(root, LISTS)).members().forEach(read::list);
    }
    if (root.members().containsKey(MEASURES)) {
      mapping(member(root, MEASURES))
          .members()
          .forEach((name, formula) ->
              in(
                  formula,
                  () -> {
                    read.formulas.define(name, text(formula));
                    return name;
                  }));
    }
    Map<String, String> words = new LinkedHashMap<>();
    if (root.members().containsKey(WORDS)) {
      mapping(member(root, WORDS))
          .members()
          .forEach((name, meaning) -> words.put(name, text(meaning)));
    }
    read.group(root, new Inherited("", false, false, words));
    return new Verdicts(read.claims, read.percentages);
  }

  private void list(String name, YamlNode labels) {
    for (YamlNode label : sequence(labels).items()) {
      in(label, () -> formulas.place(text(label)));
    }
    in(
        labels,
        () ->
            vocabulary.list(name, sequence(labels).items().stream().map(ClaimFile::text).toList()));
  }

  /**
   * Properties that a claim inherits from its groups.
   *
   * @param section empty where none is given
   * @param named whether exceptions are shown without their numbers
   * @param reading whether the claims are about another reading of the paper
   * @param variables of the groups' {@code for}
   */
  private record Inherited(
      String section, boolean named, boolean reading, Map<String, String> variables) {
    Inherited with(Map<String, String> extraVariables) {
      Map<String, String> allVariables = new LinkedHashMap<>(variables);
      allVariables.putAll(extraVariables);
      return new Inherited(section, named, reading, allVariables);
    }
  }

  private void group(Mapping group, Inherited outer) {
    boolean named = group.members().containsKey(EXCEPTIONS) ? named(group) : outer.named;
    boolean reading = outer.reading || group.members().containsKey(READING);
    for (Map<String, String> row : rows(group)) {
      Inherited variables = outer.with(row);
      Inherited inner =
          new Inherited(section(group, variables), named, reading, variables.variables);
      for (YamlNode item : sequence(member(group, CLAIMS)).items()) {
        Mapping itemMapping = mapping(item);
        if (itemMapping.members().containsKey(CLAIMS)) {
          refuseUnknown(itemMapping, Set.of(SECTION, EXCEPTIONS, READING, FOR, CLAIMS));
          group(itemMapping, inner);
        } else {
          in(
              itemMapping,
              () -> {
                claim(itemMapping, inner);
                return itemMapping;
              });
        }
      }
    }
  }

  private String section(Mapping mapping, Inherited inherited) {
    return mapping.members().containsKey(SECTION)
        ? words(member(mapping, SECTION), inherited)
        : inherited.section;
  }

  private static boolean named(Mapping group) {
    YamlNode how = member(group, EXCEPTIONS);
    if (!text(how).equals("named")) {
      throw how.position().error("found %s, expected named".formatted(text(how)));
    }
    return true;
  }

  /** The values of a group's variables, one after the other. */
  private static List<Map<String, String>> rows(Mapping group) {
    if (!group.members().containsKey(FOR)) {
      return List.of(Map.of());
    }
    YamlNode rows = member(group, FOR);
    if (rows instanceof Mapping single && single.members().size() == 1) {
      Map.Entry<String, YamlNode> variable = single.members().entrySet().iterator().next();
      return sequence(variable.getValue()).items().stream()
          .map(value -> Map.of(variable.getKey(), text(value)))
          .toList();
    }
    return sequence(rows).items().stream()
        .map(row -> {
          Map<String, String> values = new LinkedHashMap<>();
          mapping(row).members().forEach((name, value) -> values.put(name, text(value)));
          return values;
        })
        .collect(Collectors.toList());
  }

  private void claim(Mapping claim, Inherited inherited) {
    String id = words(member(claim, ID), inherited);
    String key = kind(claim);
    Set<String> knownMembers = new HashSet<>(OF_ANY_CLAIM);
    knownMembers.addAll(KINDS.getOrDefault(key, Set.of()));
    knownMembers.add(key);
    refuseUnknown(claim, knownMembers);
    if (!ids.add(id)) {
      throw member(claim, ID).position().error("found the claim %s again".formatted(id));
    }
    ClaimKind kind = kind(key, claim, inherited);
    if (!inherited.reading) {
      percentage(id, kind);
    }
    ClaimOutcome outcome = kind.outcome();
    claims.add(
        new Claim(
            id,
            section(claim, inherited),
            words(member(claim, SAYS), inherited) + shown(claim, outcome, inherited),
            kind.criterion(),
            outcome.published(),
            outcome.measured(),
            outcome.verdict()));
  }

  private void percentage(String id, ClaimKind kind) {
    switch (kind) {
      case ClaimKind.Reduction(double stated, double measured) ->
          percentages.add(new Verdicts.Percentage(id, 100 * stated, 100 * measured));
      case ClaimKind.Increase(double stated, double measured) ->
          percentages.add(new Verdicts.Percentage(id, 100 * stated, 100 * measured));
      default -> {}
    }
  }

  /** The one key that says how a claim is judged. */
  private static String kind(Mapping claim) {
    if (claim.members().containsKey(GRADED)) {
      return GRADED;
    }
    List<String> kinds = claim.members().keySet().stream().filter(KINDS::containsKey).toList();
    if (kinds.size() != 1) {
      throw claim
          .position()
          .error(
              "found %s, expected one of %s"
                  .formatted(
                      kinds.isEmpty() ? "no kind of claim" : String.join(" and ", kinds),
                      KINDS.keySet().stream().sorted().collect(Collectors.joining(", "))));
    }
    return kinds.getFirst();
  }

  private ClaimKind kind(String key, Mapping claim, Inherited inherited) {
    return switch (key) {
      case SPEEDUP ->
          new ClaimKind.Speedup(published(claim, inherited), value(key, claim, inherited));
      case SPEEDUP_AT_LEAST ->
          new ClaimKind.SpeedupAtLeast(published(claim, inherited), value(key, claim, inherited));
      case MEAN_SPEEDUP -> {
        Formula speedup = formula(member(claim, key), inherited);
        yield new ClaimKind.MeanSpeedup(
            published(claim, inherited),
            places(claim, inherited).stream().map(speedup::at).toList());
      }
      case REDUCTION ->
          new ClaimKind.Reduction(published(claim, inherited), value(key, claim, inherited));
      case INCREASE ->
          new ClaimKind.Increase(published(claim, inherited), value(key, claim, inherited));
      case SHARE -> new ClaimKind.Share(published(claim, inherited), value(key, claim, inherited));
      case GRADED ->
          new ClaimKind.Graded(
              words(member(claim, PUBLISHED), inherited),
              measure(claim, key, words(member(claim, SAYS), inherited), inherited),
              value(key, claim, inherited),
              condition(member(claim, HOLDS), inherited),
              condition(member(claim, PARTLY), inherited));
      case COMPUTED -> computed(claim, inherited);
      default -> counted(claim, inherited);
    };
  }

  private ClaimKind computed(Mapping claim, Inherited inherited) {
    YamlNode node = member(claim, COMPUTED);
    Matcher call = CALL.matcher(words(node, inherited));
    if (!call.matches()) {
      throw node.position().error("expected the name of a computation");
    }
    String name = call.group(1);
    List<String> arguments =
        call.group(2) == null
            ? List.of()
            : Arrays.stream(call.group(2).split(";", -1)).map(String::strip).toList();
    ClaimOutcome outcome =
        vocabulary
            .computation(name)
            .orElseThrow(() ->
                node.position()
                    .error(
                        "found '%s', expected a computation%s"
                            .formatted(
                                name, NearestName.hint(name, vocabulary.computationNames()))))
            .apply(arguments);
    String stated =
        claim.members().containsKey(PUBLISHED)
            ? words(member(claim, PUBLISHED), inherited)
            : outcome.published();
    return new ClaimKind.Computed(
        words(member(claim, JUDGED), inherited),
        new ClaimOutcome(stated, outcome.measured(), outcome.verdict(), outcome.shown()));
  }

  /** A condition on a number, with the words that stand before it. */
  private record Test(String words, Formula value, ClaimCondition condition) {
    @Override
    public String toString() {
      return words + " " + condition.words();
    }
  }

  private ClaimKind counted(Mapping claim, Inherited inherited) {
    if (claim.members().containsKey(CASES)) {
      return namedCases(claim, inherited);
    }
    String sentence = words(member(claim, SAYS), inherited);
    List<Test> tests = new ArrayList<>(List.of(test(claim, sentence, inherited)));
    if (claim.members().containsKey(ALSO)) {
      for (YamlNode also : sequence(member(claim, ALSO)).items()) {
        refuseUnknown(mapping(also), Set.of(VALUE, MEASURE, HOLDS));
        tests.add(test(mapping(also), sentence, inherited));
      }
    }
    String words = tests.stream().map(Test::toString).collect(Collectors.joining(", and "));
    Map<SimulationLabels, List<Test>> places = new LinkedHashMap<>();
    places(claim, inherited).forEach(place -> places.put(place, tests));
    if (claim.members().containsKey(OTHERWISE)) {
      Mapping alternatives = mapping(member(claim, OTHERWISE));
      refuseUnknown(alternatives, Set.of(EACH, HOLDS));
      ClaimCondition condition = condition(member(alternatives, HOLDS), inherited);
      Test first = tests.getFirst();
      List<SimulationLabels> alternativePlaces = places(alternatives, inherited);
      alternativePlaces.forEach(
          place -> places.put(place, List.of(new Test(first.words, first.value, condition))));
      words +=
          "; of %s %s"
              .formatted(
                  alternativePlaces.stream()
                      .map(SimulationLabels::toString)
                      .collect(Collectors.joining(", ")),
                  condition.words());
    }
    List<SimulationLabels> order = new ArrayList<>(places.keySet());
    if (claim.members().containsKey(OTHERWISE)) {
      order.sort(Comparator.comparingInt(vocabulary::order));
    }
    return new ClaimKind.Counted(words, cases(order, places), inherited.named);
  }

  private static List<ClaimCase> cases(
      List<SimulationLabels> order, Map<SimulationLabels, List<Test>> places) {
    List<Double> measuredValues =
        order.stream()
            .map(place -> places.getOrDefault(place, List.of()).getFirst().value.at(place))
            .filter(value -> !value.isNaN())
            .toList();
    List<ClaimCase> cases = new ArrayList<>();
    for (SimulationLabels place : order) {
      List<Test> tests = places.getOrDefault(place, List.of());
      double first = tests.getFirst().value.at(place);
      boolean measured = true;
      boolean holds = true;
      for (Test test : tests) {
        double value = test.value.at(place);
        measured &= !Double.isNaN(value);
        holds &= test.condition.holds(value, measuredValues);
      }
      cases.add(new ClaimCase(place.toString(), measured ? first : Double.NaN, holds));
    }
    return cases;
  }

  private ClaimKind namedCases(Mapping claim, Inherited inherited) {
    ClaimCondition condition = condition(member(claim, HOLDS), inherited);
    Map<String, Double> values = new LinkedHashMap<>();
    mapping(member(claim, CASES))
        .members()
        .forEach((name, formula) ->
            values.put(
                substituted(name, inherited),
                formula(formula, inherited).at(SimulationLabels.NONE)));
    List<Double> measuredValues = values.values().stream().filter(value -> !value.isNaN()).toList();
    List<ClaimCase> cases = new ArrayList<>();
    values.forEach((name, value) ->
        cases.add(new ClaimCase(name, value, condition.holds(value, measuredValues))));
    return new ClaimKind.Counted(
        words(member(claim, MEASURE), inherited) + " " + condition.words(), cases, inherited.named);
  }

  private Test test(Mapping mapping, String sentence, Inherited inherited) {
    return new Test(
        measure(mapping, VALUE, sentence, inherited),
        formula(member(mapping, VALUE), inherited),
        condition(member(mapping, HOLDS), inherited));
  }

  /**
   * The words for a formula. They or the statement have to name each scenario and size that the
   * formula compares, so that they cannot be of another formula.
   */
  private String measure(Mapping mapping, String formula, String sentence, Inherited inherited) {
    YamlNode node = member(mapping, MEASURE);
    String words = words(node, inherited);
    String named = (sentence + " " + words).toLowerCase(Locale.ROOT);
    Matcher brackets = BRACKETS.matcher(substituted(text(member(mapping, formula)), inherited));
    while (brackets.find()) {
      for (String part : brackets.group(1).split(";", -1)) {
        String label = part.strip();
        if (vocabulary.compares(label) && !named.contains(label.toLowerCase(Locale.ROOT))) {
          throw node.position()
              .error(
                  "found no %s in the words, expected what the formula compares".formatted(label));
        }
      }
    }
    return words;
  }

  /** Numbers that are put behind the statement, three digits each. */
  private String shown(Mapping claim, ClaimOutcome outcome, Inherited inherited) {
    if (!claim.members().containsKey(SHOWS)) {
      return outcome.shown().isEmpty() ? "" : " (%s)".formatted(outcome.shown());
    }
    Mapping shows = mapping(member(claim, SHOWS));
    refuseUnknown(shows, Set.of(EACH, VALUE, MEASURE));
    Formula value = formula(member(shows, VALUE), inherited);
    String values =
        places(shows, inherited).stream()
            .filter(place -> !Double.isNaN(value.at(place)))
            .map(place -> String.format(Locale.ROOT, "%s %.3f×", place, value.at(place)))
            .collect(Collectors.joining(", "));
    return values.isEmpty()
        ? ""
        : " (%s: %s)".formatted(words(member(shows, MEASURE), inherited), values);
  }

  /** The product of a claim's axes, the last of them innermost. */
  private List<SimulationLabels> places(Mapping claim, Inherited inherited) {
    List<SimulationLabels> places = List.of(SimulationLabels.NONE);
    for (YamlNode axis : sequence(member(claim, EACH)).items()) {
      List<SimulationLabels> longer = new ArrayList<>();
      List<UnaryOperator<SimulationLabels>> labels = labels(axis, inherited);
      for (SimulationLabels place : places) {
        labels.forEach(label -> longer.add(label.apply(place)));
      }
      places = longer;
    }
    if (!claim.members().containsKey(EXCEPT)) {
      return places;
    }
    List<SimulationLabels> exceptions =
        labels(member(claim, EXCEPT), inherited).stream()
            .map(label -> label.apply(SimulationLabels.NONE))
            .toList();
    return places.stream().filter(place -> !exceptions.contains(place)).toList();
  }

  /** An axis: a label, a list of labels by its name, or several of them. */
  private List<UnaryOperator<SimulationLabels>> labels(YamlNode axis, Inherited inherited) {
    List<UnaryOperator<SimulationLabels>> labels = new ArrayList<>();
    List<YamlNode> items =
        axis instanceof Sequence(_, List<YamlNode> several) ? several : List.of(axis);
    for (YamlNode item : items) {
      String name = substituted(text(item), inherited);
      in(
          item,
          () -> {
            for (String label : formulas.labels(name)) {
              labels.add(formulas.place(label));
            }
            return name;
          });
    }
    return labels;
  }

  private double value(String key, Mapping claim, Inherited inherited) {
    return formula(member(claim, key), inherited).at(SimulationLabels.NONE);
  }

  private double published(Mapping claim, Inherited inherited) {
    return formula(member(claim, PUBLISHED), inherited).at(SimulationLabels.NONE);
  }

  private Formula formula(YamlNode node, Inherited inherited) {
    return in(node, () -> formulas.parse(substituted(text(node), inherited)));
  }

  private ClaimCondition condition(YamlNode node, Inherited inherited) {
    return in(node, () -> ClaimCondition.of(words(node, inherited)));
  }

  private static String substituted(String text, Inherited inherited) {
    return BRACES
        .matcher(text)
        .replaceAll(match ->
            Matcher.quoteReplacement(
                inherited.variables.getOrDefault(match.group(1), match.group())));
  }

  /** Words with what stands in braces: variables, published texts, and numbers by formulas. */
  private String words(YamlNode node, Inherited inherited) {
    return in(
        node,
        () ->
            BRACES
                .matcher(substituted(text(node), inherited))
                .replaceAll(match -> Matcher.quoteReplacement(constant(match.group(1)))));
  }

  private String constant(String inside) {
    Matcher quoted = QUOTED.matcher(inside);
    return quoted.matches()
        ? PublishedPath.text(published, quoted.group(1))
        : BigDecimal.valueOf(formulas.parse(inside).at(SimulationLabels.NONE))
            .round(new MathContext(6))
            .stripTrailingZeros()
            .toPlainString();
  }

  @FunctionalInterface
  private interface Reading<T> {
    T read();
  }

  /** Puts a position before the message of what goes wrong there. */
  private static <T> T in(YamlNode node, Reading<T> reading) {
    try {
      return reading.read();
    } catch (IllegalArgumentException e) {
      throw node.position().error(String.valueOf(e.getMessage()));
    }
  }

  private static YamlNode member(Mapping mapping, String key) {
    YamlNode node = mapping.members().get(key);
    if (node == null) {
      throw mapping.position().error("lacks the key " + key);
    }
    return node;
  }

  private static void refuseUnknown(Mapping mapping, Collection<String> knownMembers) {
    for (Map.Entry<String, YamlNode> member : mapping.members().entrySet()) {
      if (!knownMembers.contains(member.getKey())) {
        throw member
            .getValue()
            .position()
            .error(
                "found the key %s, expected one of %s%s"
                    .formatted(
                        member.getKey(),
                        knownMembers.stream().sorted().collect(Collectors.joining(", ")),
                        NearestName.hint(member.getKey(), knownMembers)));
      }
    }
  }

  private static Mapping mapping(YamlNode node) {
    if (node instanceof Mapping mapping) {
      return mapping;
    }
    throw node.position().error("expected keys with values");
  }

  private static Sequence sequence(YamlNode node) {
    if (node instanceof Sequence sequence) {
      return sequence;
    }
    throw node.position().error("expected a list");
  }

  private static String text(YamlNode node) {
    if (node instanceof Text text) {
      return text.text();
    }
    throw node.position().error("expected text");
  }
}
