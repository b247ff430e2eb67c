/**
 * GPU coherence: write-combining L1s with byte masks that are flushed by releases and
 * flash-invalidated by acquires; atomics performed at the synchronisation point of their scope
 * (page.md).
 *
 * <p>May enter: this protocol. May not enter: time, other protocols' mechanisms.
 */
@NullMarked
package dev.syncopate.memory.mechanism.gpu;

import org.jspecify.annotations.NullMarked;
