/**
 * Litmus tests as kernels on the whole machine: a test in PTX becomes a kernel, the kernel runs
 * under many schedules, and what its threads read is compared with what a memory model allows.
 *
 * <p>May enter: the kernel's text, its runs, the table of outcomes. May not enter: what a model
 * allows, the search through all schedules, options of the command line.
 */
@NullMarked
package dev.syncopate.app.observe;

import org.jspecify.annotations.NullMarked;
