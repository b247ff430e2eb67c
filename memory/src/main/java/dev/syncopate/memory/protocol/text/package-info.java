/**
 * Protocols as text for people, made from the tables that are executed.
 *
 * <p>May enter: layout. May not enter: anything about a protocol that its tables do not say.
 */
@NullMarked
package dev.syncopate.memory.protocol.text;

import org.jspecify.annotations.NullMarked;
