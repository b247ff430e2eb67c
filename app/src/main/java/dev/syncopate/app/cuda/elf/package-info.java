/**
 * Object files (ELF, 64 bits, little-endian), as far as one must look into a program before it is
 * started.
 *
 * <p>May enter: reading headers, sections, symbols, and what a program says of the CUDA runtime it
 * was linked with. May not enter: starting it, and anything of the simulator.
 */
@NullMarked
package dev.syncopate.app.cuda.elf;

import org.jspecify.annotations.NullMarked;
