/**
 * Text without its meaning: decoding a file's bytes into characters, and the errors where that
 * fails; names that compilers have mangled, as people read them.
 *
 * <p>May enter: what readers and writers of text on every floor need. May not enter: the format of
 * any one file.
 */
@NullMarked
package dev.syncopate.sim.text;

import org.jspecify.annotations.NullMarked;
