package dev.syncopate.study.design;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigException;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.sim.config.NearestName;
import dev.syncopate.study.yaml.YamlException;
import dev.syncopate.study.yaml.YamlNode;
import dev.syncopate.study.yaml.YamlNode.Mapping;
import dev.syncopate.study.yaml.YamlNode.Sequence;
import dev.syncopate.study.yaml.YamlNode.Text;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.runtime.Mechanisms;
import dev.syncopate.workload.suite.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads a sweep's file: {@code base} gives factors one value, {@code grid} combines every value
 * with every other, lists under {@code zip} advance together, {@code points} adds combinations, and
 * {@code where} keeps those that fulfil a condition.
 */
public final class DesignFile {
  private static final String NAME = "name";
  private static final String TITLE = "title";
  private static final String BASE = "base";
  private static final String GRID = "grid";
  private static final String ZIP = "zip";
  private static final String POINTS = "points";
  private static final String WHERE = "where";
  private static final String BASELINE = "baseline";
  private static final String SHOW = "show";
  private static final List<String> KEYS =
      List.of(NAME, TITLE, BASE, GRID, ZIP, POINTS, WHERE, BASELINE, SHOW);
  private static final List<String> CHART_KEYS =
      List.of("as", "metric", "ratio", "across", "down", "series", "panel");
  private static final int MOST_POINTS = 1_000_000;

  /** Where each factor is, in whichever part of the file. */
  private final Map<String, YamlNode.Position> factors = new LinkedHashMap<>();

  private final Map<String, Text> base = new LinkedHashMap<>();
  private final Map<String, List<Text>> grid = new LinkedHashMap<>();
  private final Map<String, List<Text>> zip = new LinkedHashMap<>();
  private final List<Map<String, Text>> extra = new ArrayList<>();

  private DesignFile() {}

  /**
   * Reads a design.
   *
   * @param file its name, for errors
   * @param text its content
   * @throws YamlException naming file, line and column, what was found and what was expected
   */
  public static Design read(String file, String text) {
    return new DesignFile().design(file, YamlNode.read(file, text));
  }

  private Design design(String file, YamlNode node) {
    Mapping root = mapping(node, "keys, among them grid, zip or points");
    refuseUnknown(root, KEYS);
    member(root, BASE).ifPresent(part -> factors(part, this::base));
    member(root, GRID)
        .ifPresent(part -> factors(part, (name, value) -> grid.put(name, values(value))));
    member(root, ZIP)
        .ifPresent(part -> factors(part, (name, value) -> zip.put(name, values(value))));
    requireEqualLengths();
    member(root, POINTS).ifPresent(this::points);
    checkValues();
    requireSubject(root);
    List<Point> points = where(root, combined(root));
    Map<String, String> baseline = new LinkedHashMap<>();
    member(root, BASELINE).ifPresent(part -> baseline.putAll(baseline(part, points)));
    Design design =
        new Design(
            member(root, NAME).map(DesignFile::text).orElse(nameOf(file)),
            member(root, TITLE).map(DesignFile::text).orElse(nameOf(file)),
            points,
            baseline,
            List.of());
    List<Chart> charts = new ArrayList<>();
    member(root, SHOW)
        .ifPresent(part -> sequence(part).items().forEach(item -> charts.add(chart(item, design))));
    return new Design(design.name(), design.title(), points, baseline, charts);
  }

  private static String nameOf(String file) {
    String name = file.substring(file.lastIndexOf('/') + 1);
    int dot = name.indexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  // Factors and their values

  private interface FactorReader {
    void read(String name, YamlNode value);
  }

  private void factors(YamlNode part, FactorReader reader) {
    Mapping mapping = mapping(part, "factors with values");
    if (mapping.members().isEmpty()) {
      throw mapping.position().error("found no factor, expected at least one");
    }
    mapping
        .members()
        .forEach((name, value) -> {
          YamlNode.Position position = position(mapping, name);
          YamlNode.Position first = factors.putIfAbsent(name, position);
          if (first != null) {
            throw position.error(
                "found the factor %s again, it is in line %d already: expected it once"
                    .formatted(name, first.line()));
          }
          requireFactor(name, position);
          reader.read(name, value);
        });
  }

  private static void requireFactor(String name, YamlNode.Position position) {
    if (Factor.isField(name) && !name.contains(".")) {
      List<String> names =
          Stream.concat(Factor.NAMED.stream(), Stream.of(Factor.OPTION + "NAME")).toList();
      throw position.error(
          "found '%s', expected a factor: %s, or a field of the machine such as l1.size%s"
              .formatted(name, String.join(", ", names), NearestName.hint(name, Factor.NAMED)));
    }
  }

  private void base(String name, YamlNode value) {
    base.put(name, scalar(value));
  }

  /** A list of values; one value alone is a list, too. */
  private static List<Text> values(YamlNode node) {
    if (node instanceof Text scalar) {
      return List.of(scalar(scalar));
    }
    List<Text> values = sequence(node).items().stream().map(DesignFile::scalar).toList();
    if (values.isEmpty()) {
      throw node.position().error("found an empty list, expected at least one value");
    }
    return values;
  }

  private void requireEqualLengths() {
    Optional<Map.Entry<String, List<Text>>> first = zip.entrySet().stream().findFirst();
    first.ifPresent(model ->
        zip.forEach((name, values) -> {
          if (values.size() != model.getValue().size()) {
            throw values
                .getFirst()
                .position()
                .error(
                    "found %d values of %s and %d of %s, expected as many: lists under zip advance together"
                        .formatted(values.size(), name, model.getValue().size(), model.getKey()));
          }
        }));
  }

  private void points(YamlNode part) {
    Sequence list = sequence(part);
    if (list.items().isEmpty()) {
      throw list.position().error("found an empty list, expected at least one point");
    }
    for (YamlNode item : list.items()) {
      Mapping mapping = mapping(item, "factors with a value each");
      Map<String, Text> point = new LinkedHashMap<>();
      mapping
          .members()
          .forEach((name, value) -> {
            requireFactor(name, position(mapping, name));
            point.put(name, scalar(value));
          });
      extra.add(point);
    }
  }

  private void requireSubject(Mapping root) {
    List<String> subjects = List.of(Factor.WORKLOAD, Factor.COMMAND);
    if (subjects.stream().noneMatch(factors::containsKey)
        && extra.stream().noneMatch(point -> subjects.stream().anyMatch(point::containsKey))) {
      throw root.position().error("found no factor workload or command, expected one of them");
    }
  }

  // Combining them

  private List<Point> combined(Mapping root) {
    SequencedSet<Point> points = new LinkedHashSet<>();
    Map<String, String> fixed = new LinkedHashMap<>();
    base.forEach((name, value) -> fixed.put(name, value.text()));
    if (!grid.isEmpty() || !zip.isEmpty() || extra.isEmpty()) {
      List<Map<String, String>> rows = List.of(fixed);
      for (Map.Entry<String, List<Text>> factor : grid.entrySet()) {
        List<Map<String, String>> longer = new ArrayList<>();
        for (Map<String, String> row : rows) {
          factor.getValue().forEach(value -> longer.add(with(row, factor.getKey(), value.text())));
        }
        rows = longer;
        if (rows.size() > MOST_POINTS) {
          throw root.position().error("found more than %,d points".formatted(MOST_POINTS));
        }
      }
      int steps = zip.values().stream().findFirst().map(List::size).orElse(1);
      for (Map<String, String> row : rows) {
        for (int step = 0; step < steps; step++) {
          Map<String, String> point = new LinkedHashMap<>(row);
          for (Map.Entry<String, List<Text>> factor : zip.entrySet()) {
            point.put(factor.getKey(), factor.getValue().get(step).text());
          }
          points.add(new Point(point));
        }
      }
    }
    for (Map<String, Text> point : extra) {
      Map<String, String> combination = new LinkedHashMap<>(fixed);
      point.forEach((name, value) -> combination.put(name, value.text()));
      points.add(new Point(combination));
    }
    return List.copyOf(points);
  }

  private static Map<String, String> with(Map<String, String> row, String name, String value) {
    Map<String, String> longer = new LinkedHashMap<>(row);
    longer.put(name, value);
    return longer;
  }

  private List<Point> where(Mapping root, List<Point> points) {
    Optional<YamlNode> part = member(root, WHERE);
    if (part.isEmpty()) {
      return points;
    }
    SequencedSet<String> factorNames = names(points);
    List<YamlNode> conditions =
        part.get() instanceof Sequence list ? list.items() : List.of(part.get());
    List<Point> remaining = points;
    for (YamlNode node : conditions) {
      Text text = scalar(node);
      Predicate<Point> condition;
      try {
        condition = PointCondition.parse(text.text(), factorNames::contains);
      } catch (PointCondition.SyntaxException e) {
        throw node.position()
            .error("%s, in column %d of '%s'".formatted(e.getMessage(), e.column + 1, text.text()));
      }
      remaining = remaining.stream().filter(condition).toList();
    }
    if (remaining.isEmpty()) {
      throw part.get().position().error("found no point that fulfils all conditions");
    }
    return remaining;
  }

  private static SequencedSet<String> names(List<Point> points) {
    SequencedSet<String> names = new LinkedHashSet<>();
    points.forEach(point -> names.addAll(point.values().keySet()));
    return names;
  }

  private Map<String, String> baseline(YamlNode part, List<Point> points) {
    Mapping mapping = mapping(part, "factors with a value each");
    SequencedSet<String> factorNames = names(points);
    Map<String, String> baseline = new LinkedHashMap<>();
    mapping
        .members()
        .forEach((name, value) -> {
          if (!factorNames.contains(name)) {
            throw position(mapping, name).error(notVaried(name, factorNames));
          }
          String text = scalar(value).text();
          SequencedSet<String> values = new LinkedHashSet<>();
          points.forEach(point -> values.add(point.value(name)));
          if (!values.contains(text)) {
            throw value
                .position()
                .error(
                    "found '%s', expected a value of %s in this sweep: %s"
                        .formatted(text, name, String.join(", ", values)));
          }
          baseline.put(name, text);
        });
    return baseline;
  }

  private static String notVaried(String name, Collection<String> factorNames) {
    return "found '%s', expected a factor of this sweep: %s"
        .formatted(name, String.join(", ", factorNames));
  }

  // Checking each value where it is written

  private void checkValues() {
    base.forEach((name, value) -> check(name, value));
    grid.forEach((name, values) -> values.forEach(value -> check(name, value)));
    zip.forEach((name, values) -> values.forEach(value -> check(name, value)));
    extra.forEach(point -> point.forEach(this::check));
  }

  private void check(String name, Text value) {
    String text = value.text();
    try {
      switch (name) {
        case Factor.MACHINE -> Presets.load(text);
        case Factor.PROTOCOL -> Mechanisms.base(text);
        case Factor.MODEL -> requireOneOf("model", text, Mechanisms.models());
        case Factor.WORKLOAD -> requireWorkload(text);
        case Factor.COMMAND -> CommandWords.of(text);
        case Factor.SEED -> requireNumber(text);
        case Factor.SIZE, Factor.INPUT, Factor.GRAPH -> {}
        default -> {
          if (Factor.isField(name)) {
            ConfigOverrides.check(anyMachine(), name + "=" + text);
          }
        }
      }
    } catch (ConfigException | LaunchException | IllegalArgumentException e) {
      throw value.position().error(String.valueOf(e.getMessage()));
    }
  }

  /** The first machine of the file: all have the same fields. */
  private MachineConfig anyMachine() {
    Stream<Text> named =
        Stream.of(
                Stream.ofNullable(base.get(Factor.MACHINE)),
                grid.getOrDefault(Factor.MACHINE, List.of()).stream(),
                zip.getOrDefault(Factor.MACHINE, List.of()).stream(),
                extra.stream().map(point -> point.get(Factor.MACHINE)).flatMap(Stream::ofNullable))
            .flatMap(machines -> machines);
    return Presets.load(named.findFirst().map(Text::text).orElse("titanv-80sm"));
  }

  private static void requireOneOf(String kind, String text, List<String> names) {
    if (!names.contains(text)) {
      String near = NearestName.hint(text, names);
      throw new IllegalArgumentException(
          "found %s '%s'%s"
              .formatted(
                  kind, text, near.isEmpty() ? ", expected " + String.join(", ", names) : near));
    }
  }

  private static void requireWorkload(String text) {
    if (Workloads.find(text).isEmpty()) {
      String near = NearestName.hint(text, Workloads.all().stream().map(Workload::name).toList());
      throw new IllegalArgumentException(
          "found workload '%s'%s"
              .formatted(text, near.isEmpty() ? ", expected one that 'workloads' lists" : near));
    }
  }

  private static void requireNumber(String text) {
    if (!text.matches("-?[0-9]{1,18}")) {
      throw new IllegalArgumentException(
          "found seed '%s', expected a whole number".formatted(text));
    }
  }

  // Charts

  private static Chart chart(YamlNode node, Design design) {
    Mapping mapping = mapping(node, "a chart: " + String.join(", ", CHART_KEYS));
    refuseUnknown(mapping, CHART_KEYS);
    String metric = member(mapping, "metric").map(DesignFile::text).orElse("cycles");
    List<String> varied = design.varied();
    String across =
        member(mapping, "across")
            .map(part -> factor(part, design))
            .orElse(varied.isEmpty() ? design.factors().getFirst() : varied.getFirst());
    Chart.Ratio ratio =
        member(mapping, "ratio")
            .map(part -> oneOf(part, Chart.Ratio.class))
            .orElse(
                design.baseline().isEmpty()
                    ? Chart.Ratio.NONE
                    : metric.equals("cycles") ? Chart.Ratio.SPEEDUP : Chart.Ratio.RATIO);
    if (ratio != Chart.Ratio.NONE && design.baseline().isEmpty()) {
      throw mapping.position().error("found a ratio, expected a baseline in the sweep's file");
    }
    Chart.Kind kind =
        member(mapping, "as").map(part -> oneOf(part, Chart.Kind.class)).orElse(Chart.Kind.BARS);
    Optional<String> down = member(mapping, "down").map(part -> factor(part, design));
    if (kind == Chart.Kind.HEAT && down.isEmpty()) {
      throw mapping.position().error("found a heat map without rows, expected down: FACTOR");
    }
    List<String> series =
        member(mapping, "series")
            .map(part ->
                (part instanceof Sequence list ? list.items() : List.of(part))
                    .stream().map(item -> factor(item, design)).toList())
            .orElse(List.of());
    Optional<String> panel = member(mapping, "panel").map(part -> factor(part, design));
    if (kind == Chart.Kind.LINES) {
      requireNumbers(across, design, mapping);
    }
    return new Chart(kind, metric, ratio, across, down, series, panel);
  }

  private static void requireNumbers(String across, Design design, Mapping chart) {
    for (String value : design.values(across)) {
      if (PointCondition.number(value).isEmpty()) {
        throw chart
            .position()
            .error(
                "found lines across %s with the value '%s', expected numbers: bars take words"
                    .formatted(across, value));
      }
    }
  }

  private static String factor(YamlNode node, Design design) {
    String name = text(node);
    if (!design.factors().contains(name)) {
      throw node.position().error(notVaried(name, design.factors()));
    }
    return name;
  }

  private static <E extends Enum<E>> E oneOf(YamlNode node, Class<E> type) {
    String text = text(node);
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(text)) {
        return constant;
      }
    }
    throw node.position()
        .error(
            "found '%s', expected %s"
                .formatted(
                    text,
                    Arrays.stream(type.getEnumConstants())
                        .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", "))));
  }

  // The shapes of nodes

  private static Mapping mapping(YamlNode node, String expected) {
    if (node instanceof Mapping mapping) {
      return mapping;
    }
    throw node.position().error("found %s, expected %s".formatted(node.kind(), expected));
  }

  private static Sequence sequence(YamlNode node) {
    if (node instanceof Sequence sequence) {
      return sequence;
    }
    throw node.position().error("found %s, expected a list".formatted(node.kind()));
  }

  private static Text scalar(YamlNode node) {
    if (node instanceof Text text && !text.text().isEmpty()) {
      return text;
    }
    throw node.position().error("found %s, expected one value".formatted(node.kind()));
  }

  private static String text(YamlNode node) {
    return scalar(node).text();
  }

  private static Optional<YamlNode> member(Mapping mapping, String key) {
    return Optional.ofNullable(mapping.members().get(key));
  }

  private static YamlNode.Position position(Mapping mapping, String key) {
    return mapping.keys().getOrDefault(key, mapping.position());
  }

  private static void refuseUnknown(Mapping mapping, List<String> keys) {
    for (String key : mapping.members().keySet()) {
      if (!keys.contains(key)) {
        throw position(mapping, key)
            .error(
                "found the key %s%s; expected %s"
                    .formatted(key, NearestName.hint(key, keys), String.join(", ", keys)));
      }
    }
  }
}
