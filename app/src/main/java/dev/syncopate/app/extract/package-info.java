/**
 * Litmus tests of what a run has shown: an excerpt of a race or a hand-over becomes a test, which a
 * memory model judges, and which is made as small as it can be.
 *
 * <p>May enter: excerpts, tests, what a model says of them, and their text. May not enter: options
 * and files; what is recorded of a run.
 */
@NullMarked
package dev.syncopate.app.extract;

import org.jspecify.annotations.NullMarked;
