/**
 * Who is where: the nodes of a memory system, which bank is home to a line, and which nodes send
 * each other messages in which order. Described once, from the configuration; the timed system, the
 * loose machine of the tests and the explorer are all built from it.
 *
 * <p>May enter: facts that do not change while a machine runs. May not enter: time, messages, what
 * a protocol does with any of it.
 */
@NullMarked
package dev.syncopate.memory.topology;

import org.jspecify.annotations.NullMarked;
