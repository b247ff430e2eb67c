package dev.syncopate.sim.stats;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a public non-final {@code long} field of a component's counters class as a statistic. The
 * component increments the field; {@link Statistics} reads it by reflection when a run ends.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Counter {
  /** Full name in reports, for example {@code l1.loads}. */
  String name();

  /** What one count means. */
  String doc();
}
