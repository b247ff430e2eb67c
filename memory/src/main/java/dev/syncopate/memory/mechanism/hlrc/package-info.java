/**
 * Heterogeneous lazy release consistency (srsp §3.2 and App. A.2): every atomic needs the
 * registration of its line. The L2 records the L1 that holds it. Caches are flushed and invalidated
 * when the registration moves to another L1, and only then (page.md).
 *
 * <p>May enter: this protocol. May not enter: time, other protocols' mechanisms.
 */
@NullMarked
package dev.syncopate.memory.mechanism.hlrc;

import org.jspecify.annotations.NullMarked;
