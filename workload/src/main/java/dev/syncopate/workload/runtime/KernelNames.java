package dev.syncopate.workload.runtime;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Finds a kernel by part of its name. */
final class KernelNames {
  private static final int LISTED = 20;

  private KernelNames() {}

  /**
   * @param file of the module, for messages
   * @param names mangled names of its kernels
   * @param unusable what is wrong with those that cannot run
   * @param part an exact name, or a part that only one name has; empty for the only kernel
   */
  static String find(String file, List<String> names, Map<String, String> unusable, String part) {
    if (names.isEmpty()) {
      throw new LaunchException(file + " has no kernel (.entry)");
    }
    if (names.contains(part)) {
      return part;
    }
    List<String> matching = names.stream().filter(name -> name.contains(part)).toList();
    if (matching.size() == 1) {
      return matching.getFirst();
    }
    if (matching.isEmpty()) {
      throw new LaunchException(
          file
              + " has no kernel whose name contains '"
              + part
              + "'; it has "
              + list(names, unusable));
    }
    if (part.isEmpty()) {
      throw new LaunchException(
          file + " has several kernels, of which one must be named: " + list(names, unusable));
    }
    throw new LaunchException(
        "'"
            + part
            + "' is part of several kernels' names in "
            + file
            + ": "
            + list(matching, unusable));
  }

  static String list(List<String> names, Map<String, String> unusable) {
    String shown =
        names.stream()
            .limit(LISTED)
            .map(name ->
                unusable.containsKey(name)
                    ? name + " (cannot run: " + unusable.get(name) + ")"
                    : name)
            .collect(Collectors.joining(", "));
    return names.size() <= LISTED ? shown : shown + " and " + (names.size() - LISTED) + " more";
  }
}
