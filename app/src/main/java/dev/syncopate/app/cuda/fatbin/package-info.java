/**
 * Fat binaries: what nvcc adds to a program's own code, with PTX and machine code for several
 * architectures in one.
 *
 * <p>May enter: finding and unpacking the PTX, and choosing one of several. May not enter: loading
 * it.
 */
@NullMarked
package dev.syncopate.app.cuda.fatbin;

import org.jspecify.annotations.NullMarked;
