/**
 * What a machine and its mechanism keep, in bits of SRAM.
 *
 * <p>May enter: how many bits each structure has, from a configuration alone. May not enter: square
 * millimetres, energies, and what a structure does.
 */
@NullMarked
package dev.syncopate.memory.area;

import org.jspecify.annotations.NullMarked;
