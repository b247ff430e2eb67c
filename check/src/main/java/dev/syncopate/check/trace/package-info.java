/**
 * What a machine does as a trace: which track shows what, and from which event.
 *
 * <p>May enter: mapping events to tracks. May not enter: the format of traces, options, judging
 * what is seen.
 */
@NullMarked
package dev.syncopate.check.trace;

import org.jspecify.annotations.NullMarked;
