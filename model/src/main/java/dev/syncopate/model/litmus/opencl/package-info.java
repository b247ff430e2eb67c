/**
 * OpenCL C litmus tests: kernels in C, one function a work-item, and their question.
 *
 * <p>May enter: the syntax of OpenCL C and its translation into a test's instructions. May not
 * enter: which executions a model allows.
 */
@NullMarked
package dev.syncopate.model.litmus.opencl;

import org.jspecify.annotations.NullMarked;
