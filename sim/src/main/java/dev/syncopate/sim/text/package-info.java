/**
 * Text files, whatever they mean: how their bytes become characters, and what is said where they do
 * not.
 *
 * <p>May enter: what every reader of text needs. May not enter: any one format.
 */
@NullMarked
package dev.syncopate.sim.text;

import org.jspecify.annotations.NullMarked;
