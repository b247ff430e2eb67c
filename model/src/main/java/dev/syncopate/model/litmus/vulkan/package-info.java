/**
 * Litmus tests of Vulkan: rows of instructions with storage classes, availability and visibility.
 *
 * <p>May enter: the instructions of the format and the sets of their events. May not enter: which
 * executions a model allows.
 */
@NullMarked
package dev.syncopate.model.litmus.vulkan;

import org.jspecify.annotations.NullMarked;
