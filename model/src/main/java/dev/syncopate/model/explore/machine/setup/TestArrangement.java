package dev.syncopate.model.explore.machine.setup;

import java.util.Map;

/** Mapping of a test onto the explored hardware. Its text says how, for people. */
public interface TestArrangement {
  /** Whether of orders that have the same effect some are left out. */
  boolean reduced();

  /** What it consists of, by name, for documents. */
  Map<String, Object> fields();
}
