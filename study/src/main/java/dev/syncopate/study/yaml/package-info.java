/**
 * YAML files of studies as trees of values with their positions.
 *
 * <p>May enter: reading, positions, errors of syntax. May not enter: what a key means.
 */
@NullMarked
package dev.syncopate.study.yaml;

import org.jspecify.annotations.NullMarked;
