/**
 * Heterogeneous lazy release consistency (srsp §3.2 and App. A.2): every atomic needs the
 * registration of its line; the L2 knows which L1 has it, and caches are flushed and invalidated
 * when it changes hands, and only then (page.md).
 *
 * <p>May enter: this protocol. May not enter: time, other protocols' mechanisms.
 */
@NullMarked
package dev.syncopate.memory.mechanism.hlrc;

import org.jspecify.annotations.NullMarked;
