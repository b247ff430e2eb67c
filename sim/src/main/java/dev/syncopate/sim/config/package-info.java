/**
 * Configuration: records whose components say their meaning, unit and range, read from YAML with
 * positions for every error, overridden by path, and printed back with comments.
 *
 * <p>May enter: what any configured record needs. May not enter: particular parameters of a GPU.
 */
@NullMarked
package dev.syncopate.sim.config;

import org.jspecify.annotations.NullMarked;
