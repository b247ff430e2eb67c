/**
 * What the host of a program does with device memory outside the kernels that it launches.
 *
 * <p>May enter: calls of the host and what they concern. May not enter: accesses of threads to
 * memory and what orders those; how a program's calls get here.
 */
@NullMarked
package dev.syncopate.check.host;

import org.jspecify.annotations.NullMarked;
