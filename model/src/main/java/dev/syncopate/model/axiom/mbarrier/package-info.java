/**
 * Phases of mbarriers: the state machine of one mbarrier, and all orders in which its operations
 * may come.
 *
 * <p>May enter: arrivals, expected bytes, completions, waits. May not enter: memory, and how tests
 * are written.
 */
@NullMarked
package dev.syncopate.model.axiom.mbarrier;

import org.jspecify.annotations.NullMarked;
