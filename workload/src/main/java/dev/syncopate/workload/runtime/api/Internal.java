package dev.syncopate.workload.runtime.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Public for the simulator's own modules, and outside the API that versions keep: it may change or
 * go in any version. Everything else that is public in {@code workload.runtime} and {@code
 * workload.runtime.cta} is API.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.FIELD})
public @interface Internal {}
