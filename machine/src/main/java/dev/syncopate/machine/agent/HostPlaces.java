package dev.syncopate.machine.agent;

import dev.syncopate.sim.engine.Coroutine;

/** Places in host code, for people. */
final class HostPlaces {
  private static final String OWN = HostPlaces.class.getPackageName() + ".";

  private HostPlaces() {}

  /** The innermost frame of host code, as {@code at File.java:12}; nothing when there is none. */
  static String at(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String name = frame.getClassName();
      boolean platform = name.startsWith("java.") || name.startsWith("jdk.");
      boolean simulatorCode =
          name.startsWith(Coroutine.class.getName())
              || name.startsWith(OWN + "HostThread")
              || name.startsWith(OWN + "CpuCore");
      if (!platform && !simulatorCode) {
        return " at " + frame.getFileName() + ":" + frame.getLineNumber();
      }
    }
    return "";
  }

  /** What was thrown, and where. */
  static String of(Throwable thrown) {
    return thrown + at(thrown.getStackTrace());
  }
}
