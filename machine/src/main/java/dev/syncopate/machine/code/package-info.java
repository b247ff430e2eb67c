/**
 * A kernel in the form in which compute units run it: instructions as data, their operands scaled
 * and their pipes named.
 *
 * <p>May enter: what every instruction has. May not enter: warps, what instructions do (that is in
 * the rooms of {@code machine.unit}).
 */
@NullMarked
package dev.syncopate.machine.code;

import org.jspecify.annotations.NullMarked;
