/**
 * Doing the same for many things, several at once: the one executor of the program. A simulation's
 * own threads are the engine's, and an exploration forks into the pool that it runs in.
 *
 * <p>May enter: threads, order, failures. May not enter: what is done.
 */
@NullMarked
package dev.syncopate.study.parallel;

import org.jspecify.annotations.NullMarked;
