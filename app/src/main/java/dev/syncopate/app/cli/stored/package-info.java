/**
 * Commands as picocli describes them, stored in the jar. A start restores the one command that it
 * executes, and reads no annotations.
 *
 * <p>May enter: what parsing of arguments needs. May not enter: what only help shows, and any
 * command's own behaviour.
 */
@NullMarked
package dev.syncopate.app.cli.stored;

import org.jspecify.annotations.NullMarked;
