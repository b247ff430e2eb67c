package dev.syncopate.sim.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes one component of a configuration record. Components are {@code int}, {@code long},
 * {@code boolean}, an enum, {@code String}, a {@link TextSetting}, another configuration record, or
 * an {@link OpenSection}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
  /** What the field means, one sentence without its unit. */
  String value();

  Unit unit() default Unit.NONE;

  /** Smallest legal value, inclusive, in the unit. */
  long min() default 0;

  /** Largest legal value, inclusive, in the unit. */
  long max() default Long.MAX_VALUE;

  boolean powerOfTwo() default false;

  /**
   * The default value, as written in a file; empty for a field that must be given. For what a
   * machine may lack altogether.
   */
  String absent() default "";

  /**
   * Units a number may carry in a file: bytes as {@code 16KiB}, times as {@code 13750ps} or {@code
   * 14ns}, clocks as {@code 1GHz}, energies as {@code 3.7pJ}.
   */
  enum Unit {
    NONE,
    COUNT,
    /** A number, or {@code unlimited}: the largest there is. */
    COUNT_OR_UNLIMITED,
    BYTES,
    CYCLES,
    BYTES_PER_CYCLE,
    PICOSECONDS,
    MEGAHERTZ,
    ATTOJOULES
  }
}
