/**
 * The line between the API for programs that embed the simulator and what is public for the
 * simulator's own modules.
 *
 * <p>May enter: annotations. May not enter: anything that a program would call.
 */
@NullMarked
package dev.syncopate.workload.runtime.api;

import org.jspecify.annotations.NullMarked;
