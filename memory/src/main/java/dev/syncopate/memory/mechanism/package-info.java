/**
 * Coherence mechanisms and update buffers, one package each below this one: step table, state
 * tables, actions, counters, mutants. Only the registry in {@code memory.system} lists them.
 *
 * <p>May enter: packages of mechanisms. May not enter: classes; what several mechanisms share is in
 * {@code memory.kit}.
 */
@NullMarked
package dev.syncopate.memory.mechanism;

import org.jspecify.annotations.NullMarked;
