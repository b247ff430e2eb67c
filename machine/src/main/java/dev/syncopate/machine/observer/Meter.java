package dev.syncopate.machine.observer;

import dev.syncopate.memory.system.Utilisation;
import java.util.List;
import java.util.Map;

/** Snapshot of a device's counters. */
public interface Meter {
  /** Every counter by name, since the machine was made: always the same ones, in order. */
  Map<String, Long> counters();

  /** What banks, channels and links have done since the machine was made. */
  List<Utilisation> loads();
}
