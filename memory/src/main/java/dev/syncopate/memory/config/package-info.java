/**
 * Parameters of the memory system: one record a component, every field with meaning, unit and
 * range.
 *
 * <p>May enter: parameters that have an effect. May not enter: values (presets are files), derived
 * state.
 */
@NullMarked
package dev.syncopate.memory.config;

import org.jspecify.annotations.NullMarked;
