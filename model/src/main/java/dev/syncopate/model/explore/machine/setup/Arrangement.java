package dev.syncopate.model.explore.machine.setup;

import java.util.Map;

/** How a test is put on what is explored. Its text says how, for people. */
public interface Arrangement {
  /** Whether of orders that have the same effect some are left out. */
  boolean reduced();

  /** What it consists of, by name, for documents. */
  Map<String, Object> fields();
}
