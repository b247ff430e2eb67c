/**
 * DeNovo coherence: per-word ownership by L1s (heterosync §II-B). An L1 registers the words that it
 * writes and those of its atomics. The L2 is the directory: it records the owner of each word and
 * forwards the requests of other L1s. An acquire invalidates unregistered words, and a release
 * waits for pending registrations (page.md).
 *
 * <p>May enter: this protocol. May not enter: time, other protocols' mechanisms.
 */
@NullMarked
package dev.syncopate.memory.mechanism.denovo;

import org.jspecify.annotations.NullMarked;
