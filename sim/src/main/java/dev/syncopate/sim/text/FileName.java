package dev.syncopate.sim.text;

/** Names of files that are made of other names: of kernels, tests, programs, models. */
public final class FileName {
  private FileName() {}

  /** The name with a hyphen for what shells, archives or other systems do not take as it is. */
  public static String of(String name) {
    return name.replaceAll("[^\\p{L}\\p{N}._+-]+", "-");
  }
}
