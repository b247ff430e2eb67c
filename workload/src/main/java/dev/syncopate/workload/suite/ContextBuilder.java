package dev.syncopate.workload.suite;

import dev.syncopate.workload.input.InputGraph;
import dev.syncopate.workload.runtime.Device;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts a {@link WorkloadContext} together from defaults and what a user typed. Errors are {@link
 * WorkloadInputException}s whose message names the workload, the option, and what would be legal.
 */
public final class ContextBuilder {
  private final Workload workload;
  private final Map<String, Long> numbers = new LinkedHashMap<>();
  private final Map<String, String> words = new LinkedHashMap<>();
  private long size;
  private long seed = 1;
  private @Nullable Path graph;
  private @Nullable InputGraph input;

  /** All options at the workload's defaults, seed 1. */
  public ContextBuilder(Workload workload) {
    this.workload = workload;
    size = workload.sizes().getFirst().value();
    for (WorkloadOption option : workload.options()) {
      switch (option) {
        case WorkloadOption.Whole wholeOption ->
            numbers.put(wholeOption.name(), wholeOption.byDefault());
        case WorkloadOption.Choice choice -> words.put(choice.name(), choice.words().getFirst());
      }
    }
  }

  /**
   * A named size, or a number that may end in {@code K}, {@code M} or {@code G} (powers of 1024).
   */
  public ContextBuilder size(String text) {
    for (NamedSize named : workload.sizes()) {
      if (named.name().equals(text)) {
        size = named.value();
        return this;
      }
    }
    size = number(text, "size", 1, 1L << 40);
    return this;
  }

  public ContextBuilder seed(long value) {
    seed = value;
    return this;
  }

  /** A file to read the input from. */
  public ContextBuilder graph(Path file) {
    checkTakesGraph();
    graph = file;
    input = null;
    return this;
  }

  /** The input itself, which many runs may share. */
  public ContextBuilder input(InputGraph given) {
    checkTakesGraph();
    input = given;
    graph = null;
    return this;
  }

  private void checkTakesGraph() {
    if (!workload.takesGraph()) {
      throw new WorkloadInputException(workload.name() + " does not read a graph");
    }
  }

  /** Chooses an option. */
  public ContextBuilder option(String name, String value) {
    for (WorkloadOption option : workload.options()) {
      if (option.name().equals(name)) {
        switch (option) {
          case WorkloadOption.Whole wholeOption ->
              numbers.put(name, number(value, name, wholeOption.min(), wholeOption.max()));
          case WorkloadOption.Choice choice -> words.put(name, word(value, choice));
        }
        return this;
      }
    }
    throw new WorkloadInputException(
        workload.name()
            + " has no option "
            + name
            + (workload.options().isEmpty()
                ? "; it has none"
                : "; it has "
                    + String.join(
                        ", ", workload.options().stream().map(WorkloadOption::name).toList())));
  }

  /** The size as chosen so far. */
  public long size() {
    return size;
  }

  /** Value of each {@link WorkloadOption.Whole}. */
  public Map<String, Long> numbers() {
    return Map.copyOf(numbers);
  }

  /** Value of each {@link WorkloadOption.Choice}. */
  public Map<String, String> words() {
    return Map.copyOf(words);
  }

  /** What a workload is run with on {@code device}. */
  public WorkloadContext build(Device device) {
    return new WorkloadContext(device, size, graph, input, seed, numbers(), words());
  }

  private String word(String value, WorkloadOption.Choice choice) {
    if (!choice.words().contains(value)) {
      throw new WorkloadInputException(
          choice.name()
              + " of "
              + workload.name()
              + " is one of "
              + String.join(", ", choice.words())
              + ", not "
              + value);
    }
    return value;
  }

  private long number(String text, String quantity, long min, long max) {
    String digits = text;
    int shift = 0;
    if (!text.isEmpty()) {
      shift = 10 * ("KMG".indexOf(Character.toUpperCase(text.charAt(text.length() - 1))) + 1);
      digits = shift == 0 ? text : text.substring(0, text.length() - 1);
    }
    try {
      long value = Math.multiplyExact(Long.parseLong(digits), 1L << shift);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException | ArithmeticException e) {
      // reported below, with what would be legal
    }
    throw new WorkloadInputException(
        quantity
            + " of "
            + workload.name()
            + " must be a number from "
            + min
            + " to "
            + max
            + sizeNames(quantity)
            + ", not '"
            + text
            + "'");
  }

  private String sizeNames(String quantity) {
    return quantity.equals("size")
        ? " or one of " + String.join(", ", workload.sizes().stream().map(NamedSize::name).toList())
        : "";
  }
}
