/**
 * Parameters of a whole machine: the compute unit's, and the memory system's by reference.
 *
 * <p>May enter: parameters that have an effect. May not enter: values (presets are files), derived
 * state.
 */
@NullMarked
package dev.syncopate.machine.config;

import org.jspecify.annotations.NullMarked;
