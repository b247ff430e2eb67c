/**
 * DeNovo: words owned by L1s (heterosync §II-B). An L1 registers the words that it writes and those
 * of its atomics; the L2 knows the owner of each word and forwards what others want of it; acquires
 * drop what is not registered, and releases wait for registrations (page.md).
 *
 * <p>May enter: this protocol. May not enter: time, other protocols' mechanisms.
 */
@NullMarked
package dev.syncopate.memory.mechanism.denovo;

import org.jspecify.annotations.NullMarked;
