package dev.syncopate.study.paper.explain;

import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.paper.StudySetup;
import dev.syncopate.workload.runtime.Mechanisms;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A simulation in the words of the command {@code run}. */
final class RunWords {
  private static final String MACHINE = "titanv-80sm";

  private RunWords() {}

  /**
   * The job that they mean; of an option given twice the later counts.
   *
   * @param words for example {@code mis-push --input or2010/8 -o sample=4 --lab 64}
   * @throws IllegalArgumentException naming a word that is none of {@code run}'s
   */
  static Job job(String words, StudySetup setup) {
    Deque<String> remaining = new ArrayDeque<>(List.of(words.strip().split("\\s+")));
    String workload = remaining.pop();
    JobInput input = new JobInput.Generated("");
    SortedMap<String, String> options = new TreeMap<>();
    List<String> settings = new ArrayList<>();
    String machine = MACHINE;
    String protocol = "gpu";
    String model = "hrf";
    while (!remaining.isEmpty()) {
      String word = remaining.pop();
      if (remaining.isEmpty()) {
        throw new IllegalArgumentException(word + " has no value in: run " + words);
      }
      String value = remaining.pop();
      switch (word) {
        case "--input" -> input = new JobInput.Named(value, setup.datasets());
        case "--size" -> input = new JobInput.Generated(value);
        case "--set" -> settings.add(value);
        case "--gpu" -> machine = value;
        case "--protocol" -> protocol = value;
        case "--model" -> model = value;
        case "-o" -> {
          int equals = value.indexOf('=');
          if (equals < 1) {
            throw new IllegalArgumentException(value + " is no option in: run " + words);
          }
          options.put(value.substring(0, equals), value.substring(equals + 1));
        }
        default -> settings.add(front(word, value, words));
      }
    }
    String preset = machine;
    Mechanisms.OnMachine mechanism =
        Mechanisms.onMachine(
            protocol, () -> ConfigOverrides.apply(Presets.load(preset), List.copyOf(settings)));
    settings.addAll(mechanism.settings());
    return new Job(
        workload, input, options, machine, settings, mechanism.protocol(), model, setup.seed());
  }

  /** The setting of an option that gives the machine something in front of its L1s. */
  private static String front(String option, String size, String words) {
    return Mechanisms.fronts().stream()
        .map(Mechanisms.Front::name)
        .filter(name -> option.equals("--" + name))
        .map(name -> Mechanisms.setting(name, size))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(option + " is unknown in: run " + words));
  }
}
