/**
 * The CTAs of a launch: which of them run, and how long each took.
 *
 * <p>May enter: rules and numbers about CTAs. May not enter: devices, launches.
 */
@NullMarked
package dev.syncopate.workload.runtime.cta;

import org.jspecify.annotations.NullMarked;
