/**
 * Writes random kernels as PTX, in the manners of two compilers, and as CUDA C++.
 *
 * <p>May enter: which lanes are at which statement, and how an instruction or a branch is spelt.
 * May not enter: what comes out of it.
 */
@NullMarked
package dev.syncopate.workload.fuzz.text;

import org.jspecify.annotations.NullMarked;
