package dev.syncopate.workload.runtime;

import java.util.List;

/** Finds a kernel by part of its name. */
final class KernelNames {
  private static final int LISTED = 20;

  private KernelNames() {}

  /**
   * @param file of the module, for messages
   * @param names mangled names of its kernels
   * @param part an exact name, or a part that only one name has; empty for the only kernel
   */
  static String find(String file, List<String> names, String part) {
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
          file + " has no kernel whose name contains '" + part + "'; it has " + list(names));
    }
    if (part.isEmpty()) {
      throw new LaunchException(
          file + " has several kernels, of which one must be named: " + list(names));
    }
    throw new LaunchException(
        "'" + part + "' is part of several kernels' names in " + file + ": " + list(matching));
  }

  private static String list(List<String> names) {
    return names.size() <= LISTED
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, LISTED)) + " and " + (names.size() - LISTED) + " more";
  }
}
