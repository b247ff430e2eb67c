/**
 * Random kernels as trees: what can be generated, written in several languages, and made smaller.
 *
 * <p>May enter: statements and expressions whose meaning does not depend on the order in which
 * threads run. May not enter: PTX, CUDA, machines; which lanes are where, which {@link
 * dev.syncopate.workload.fuzz.text} works out.
 */
@NullMarked
package dev.syncopate.workload.fuzz.program;

import org.jspecify.annotations.NullMarked;
