package dev.syncopate.study.paper.claim;

import com.fasterxml.jackson.databind.JsonNode;
import dev.syncopate.sim.config.NearestName;
import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.figure.Means;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * Recursive-descent parser of formulas. It resolves every name while it parses, so that a formula
 * that was parsed can be evaluated.
 *
 * <pre>
 * sum      = product { (" + " | " - ") product }
 * product  = factor { ("*" | "/") factor }
 * factor   = atom { "[" label { ";" label } "]" }       the atom at another place
 * atom     = number | name | "(" sum ")" | "-" factor
 *          | "paper(" path ")"                           a published number
 *          | function "(" sum { "," sum } ")"
 *          | function "(" sum "for" label { ";" label } ")"
 *          | "crossing(" sum "for" label { ";" label } ")"      labels that are numbers
 * </pre>
 */
final class FormulaParser {
  /** Functions of several numbers. */
  private static final Map<String, ToDoubleFunction<List<Double>>> FUNCTIONS =
      Map.of(
          "max", values -> reduce(values, Math::max),
          "min", values -> reduce(values, Math::min),
          "spread", values -> reduce(values, Math::max) - reduce(values, Math::min),
          "most", values -> reduce(measured(values), Math::max),
          "least", values -> reduce(measured(values), Math::min),
          "mean", Means::arithmetic,
          "geomean", Means::geometric,
          "abs", values -> Math.abs(values.getFirst()),
          "part", values -> part(values.getFirst(), values.getLast()));

  /** The point of a curve beyond which it stays below 1. */
  private static final String CROSSING = "crossing";

  private final ClaimVocabulary vocabulary;
  private final JsonNode published;
  private final Map<String, Formula> measures = new LinkedHashMap<>();

  FormulaParser(ClaimVocabulary vocabulary, JsonNode published) {
    this.vocabulary = vocabulary;
    this.published = published;
  }

  /** Gives a formula a name that later formulas may use. */
  void define(String name, String formula) {
    if (vocabulary.quantity(name).isPresent() || measures.containsKey(name)) {
      throw new IllegalArgumentException("found a second meaning of " + name);
    }
    measures.put(name, parse(formula));
  }

  /**
   * The formula of a text.
   *
   * @throws IllegalArgumentException saying what was found and what was expected
   */
  Formula parse(String text) {
    Reader reader = new Reader(text);
    Formula formula = reader.sum();
    if (!reader.rest().isEmpty()) {
      throw reader.expected("an operator or the end");
    }
    return formula;
  }

  /**
   * What labels divided by semicolons choose, one after the other.
   *
   * @throws IllegalArgumentException if the vocabulary lacks one
   */
  UnaryOperator<SimulationLabels> place(String labels) {
    UnaryOperator<SimulationLabels> combined = place -> place;
    for (String part : labels.split(";", -1)) {
      String label = part.strip();
      UnaryOperator<SimulationLabels> relocation =
          vocabulary.label(label).orElseThrow(() -> noLabel(label));
      UnaryOperator<SimulationLabels> previous = combined;
      combined = place -> relocation.apply(previous.apply(place));
    }
    return combined;
  }

  private IllegalArgumentException noLabel(String label) {
    return new IllegalArgumentException(
        "found '%s', expected a label or a list of labels%s"
            .formatted(label, NearestName.hint(label, vocabulary.labelNames())));
  }

  /** The labels of a list, or a label by itself. */
  List<String> labels(String name) {
    return name.contains(";")
        ? List.of(name)
        : vocabulary.labels(name).orElseThrow(() -> noLabel(name));
  }

  private static double reduce(List<Double> values, DoubleBinaryOperator reducer) {
    return values.stream().mapToDouble(Double::doubleValue).reduce(reducer).orElse(Double.NaN);
  }

  /** NaN over 0: a ratio to nothing is not measured. */
  private static double ratio(double numerator, double denominator) {
    return denominator == 0 ? Double.NaN : numerator / denominator;
  }

  /** A part of a gain; 0 where there is none. */
  private static double part(double part, double gain) {
    return gain <= Criterion.NEGLIGIBLE ? 0 : part / gain;
  }

  private static List<Double> measured(List<Double> values) {
    return values.stream().filter(value -> !value.isNaN()).toList();
  }

  private final class Reader {
    private final String text;
    private int position;

    Reader(String text) {
      this.text = text;
    }

    String rest() {
      return text.substring(position).strip();
    }

    IllegalArgumentException expected(String expectation) {
      return new IllegalArgumentException(
          "found '%s' in the formula '%s', expected %s".formatted(rest(), text, expectation));
    }

    private boolean accept(String token) {
      int start = position;
      while (start < text.length() && text.charAt(start) == ' ') {
        start++;
      }
      if (!text.startsWith(token, start)) {
        return false;
      }
      position = start + token.length();
      return true;
    }

    private void expect(String token) {
      if (!accept(token)) {
        throw expected("'%s'".formatted(token));
      }
    }

    /** Text up to a bracket, which is passed. */
    private String until(char end) {
      int endPosition = text.indexOf(end, position);
      if (endPosition < 0) {
        throw expected("'%s'".formatted(end));
      }
      String inside = text.substring(position, endPosition).strip();
      position = endPosition + 1;
      return inside;
    }

    Formula sum() {
      Formula left = product();
      while (true) {
        Formula previous = left;
        if (accept("+ ")) {
          Formula right = product();
          left = place -> previous.at(place) + right.at(place);
        } else if (accept("- ")) {
          Formula right = product();
          left = place -> previous.at(place) - right.at(place);
        } else {
          return left;
        }
      }
    }

    private Formula product() {
      Formula left = factor();
      while (true) {
        Formula previous = left;
        if (accept("*")) {
          Formula right = factor();
          left = place -> previous.at(place) * right.at(place);
        } else if (accept("/")) {
          Formula right = factor();
          left = place -> ratio(previous.at(place), right.at(place));
        } else {
          return left;
        }
      }
    }

    private Formula factor() {
      Formula formula = atom();
      while (accept("[")) {
        Formula previous = formula;
        UnaryOperator<SimulationLabels> relocation = place(until(']'));
        formula = place -> previous.at(relocation.apply(place));
      }
      return formula;
    }

    private Formula atom() {
      if (accept("(")) {
        Formula inside = sum();
        expect(")");
        return inside;
      }
      if (accept("-")) {
        Formula negated = factor();
        return place -> -negated.at(place);
      }
      String word = word();
      if (word.isEmpty()) {
        throw expected("a number, a quantity or a function");
      }
      if (Character.isDigit(word.charAt(0))) {
        double number = number(word);
        return _ -> number;
      }
      if (word.equals("paper")) {
        expect("(");
        return published(until(')'));
      }
      if (word.equals(CROSSING)) {
        return crossing();
      }
      if (FUNCTIONS.containsKey(word)) {
        return function(word);
      }
      Formula measure = measures.get(word);
      return measure != null
          ? measure
          : vocabulary
              .quantity(word)
              .orElseThrow(() -> {
                List<String> names = new ArrayList<>(measures.keySet());
                names.addAll(vocabulary.quantityNames());
                return new IllegalArgumentException(
                    "found '%s' in the formula '%s', expected a quantity%s"
                        .formatted(word, text, NearestName.hint(word, names)));
              });
    }

    private double number(String word) {
      try {
        return Double.parseDouble(word);
      } catch (NumberFormatException _) {
        throw new IllegalArgumentException(
            "found '%s' in the formula '%s', expected a number".formatted(word, text));
      }
    }

    /** Letters and digits, with dots and hyphens inside. */
    private String word() {
      while (position < text.length() && text.charAt(position) == ' ') {
        position++;
      }
      int start = position;
      while (position < text.length() && isInWord(position)) {
        position++;
      }
      return text.substring(start, position);
    }

    private boolean isInWord(int index) {
      char letter = text.charAt(index);
      boolean isInner =
          (letter == '-' || letter == '.')
              && index + 1 < text.length()
              && Character.isLetterOrDigit(text.charAt(index + 1));
      return Character.isLetterOrDigit(letter) || letter == '_' || isInner;
    }

    /** A number that the paper states; {@code <subject>} in its path is the place's subject. */
    private Formula published(String path) {
      if (path.contains("<subject>")) {
        return place -> PublishedPath.number(published, path.replace("<subject>", place.subject()));
      }
      double number = PublishedPath.number(published, path);
      return _ -> number;
    }

    private Formula function(String name) {
      ToDoubleFunction<List<Double>> function = Objects.requireNonNull(FUNCTIONS.get(name));
      expect("(");
      Formula first = sum();
      if (accept("for ")) {
        List<UnaryOperator<SimulationLabels>> places =
            listed().stream().map(label -> place(label)).toList();
        return place ->
            function.applyAsDouble(
                places.stream().map(relocation -> first.at(relocation.apply(place))).toList());
      }
      List<Formula> arguments = new ArrayList<>(List.of(first));
      while (accept(",")) {
        arguments.add(sum());
      }
      expect(")");
      return place ->
          function.applyAsDouble(arguments.stream().map(argument -> argument.at(place)).toList());
    }

    /** Labels up to the closing bracket; a list stands for its labels. */
    private List<String> listed() {
      List<String> listed = new ArrayList<>();
      for (String label : until(')').split(";", -1)) {
        listed.addAll(labels(label.strip()));
      }
      return listed;
    }

    /**
     * The largest number at which a curve is at least 1, so that it is below 1 at all larger ones;
     * 0 if it is below 1 everywhere.
     */
    private Formula crossing() {
      expect("(");
      Formula curve = sum();
      expect("for ");
      Map<Double, UnaryOperator<SimulationLabels>> places = new TreeMap<>();
      listed().forEach(label -> places.put(number(label), place(label)));
      return place -> {
        double last = 0;
        for (Map.Entry<Double, UnaryOperator<SimulationLabels>> entry : places.entrySet()) {
          double value = curve.at(entry.getValue().apply(place));
          if (Double.isNaN(value)) {
            return Double.NaN;
          }
          last = value >= 1 ? entry.getKey() : last;
        }
        return last;
      };
    }
  }
}
