/**
 * Text, whatever it means: how a file's bytes become characters, and what is said where they do
 * not; names that compilers have mangled, as people read them.
 *
 * <p>May enter: what readers and writers of text on every floor need. May not enter: the format of
 * any one file.
 */
@NullMarked
package dev.syncopate.sim.text;

import org.jspecify.annotations.NullMarked;
