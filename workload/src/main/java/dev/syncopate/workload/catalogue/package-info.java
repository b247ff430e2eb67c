/**
 * The list of workloads that come with the program: a new one is one line here.
 *
 * <p>May enter: the list. May not enter: anything else; workloads must not know it.
 */
@NullMarked
package dev.syncopate.workload.catalogue;

import org.jspecify.annotations.NullMarked;
