/**
 * Interfaces and tables of coherence protocols. A protocol is a table of synchronisation
 * instructions and their steps, an L1 controller, an L2 controller, and the messages between them.
 *
 * <p>Controllers are pure reactors: they receive accesses, steps and messages, act through their
 * environment, and know neither clock nor engine. The timing machine, the exhaustive explorer and
 * the random tester therefore drive the same code. Mechanisms stand in {@code memory.mechanism}.
 *
 * <p>May enter: parts that all protocols share. May not enter: one protocol's decisions, time.
 */
@NullMarked
package dev.syncopate.memory.protocol;

import org.jspecify.annotations.NullMarked;
