/**
 * What device code calls and the machine provides: {@code printf}, {@code malloc}, {@code free},
 * {@code assert}.
 *
 * <p>May enter: functions of the runtime, their texts and heaps. May not enter: the host's side of
 * them; accesses to memory other than through the units of {@link
 * dev.syncopate.machine.unit.memory}.
 */
@NullMarked
package dev.syncopate.machine.device;

import org.jspecify.annotations.NullMarked;
