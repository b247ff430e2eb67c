/**
 * From instructions of the language to instructions in hot form, with the pipe, latency and
 * interval that a machine gives them.
 *
 * <p>May enter: what is worked out once a kernel. May not enter: anything that runs while one does.
 */
@NullMarked
package dev.syncopate.machine.decode;

import org.jspecify.annotations.NullMarked;
