/**
 * The assembly of a GPU: tiles, memory system and engine joined, launches run to their end and
 * watched.
 *
 * <p>May enter: what joins the rooms of the machine. May not enter: the host's view (buffers,
 * modules, arguments), behaviour of a part.
 */
@NullMarked
package dev.syncopate.machine.gpu;

import org.jspecify.annotations.NullMarked;
