/**
 * Where things are in the address space that device code sees, and what they are called.
 *
 * <p>May enter: windows, allocations, names. May not enter: bytes, warps, time.
 */
@NullMarked
package dev.syncopate.machine.space;

import org.jspecify.annotations.NullMarked;
