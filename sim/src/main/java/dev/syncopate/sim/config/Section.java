package dev.syncopate.sim.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a record that is a member of an {@link OpenSection}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Section {
  /** Its key in the open section. */
  String name();

  /** What it is about, one sentence. */
  String value();
}
