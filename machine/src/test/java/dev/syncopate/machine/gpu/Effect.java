package dev.syncopate.machine.gpu;

import java.util.ArrayList;
import java.util.List;

/**
 * A field, two values, and a kernel for which the second gives more of something than the first.
 *
 * @param path of the field
 * @param counted what there is more of: a statistic, or {@code cycles}
 * @param probe the kernel and its threads
 * @param machine other fields' values in both runs
 */
record Effect(
    String path,
    String lowSetting,
    String highSetting,
    String counted,
    Probe probe,
    List<String> machine) {

  static Effect of(
      String path,
      String lowSetting,
      String highSetting,
      String counted,
      Probe probe,
      String... machine) {
    return new Effect(path, lowSetting, highSetting, counted, probe, List.of(machine));
  }

  long measure(String value) {
    List<String> settings = new ArrayList<>(machine);
    settings.add(path + "=" + value);
    KernelRun run = probe.run(settings.toArray(String[]::new));
    return counted.equals("cycles") ? run.cycles() : run.statistics().getOrDefault(counted, 0L);
  }

  @Override
  public String toString() {
    return counted + " by " + path;
  }
}
