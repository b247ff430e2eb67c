/**
 * The cat language: memory models as text, and what they say of one execution.
 *
 * <p>{@link dev.syncopate.model.axiom.cat.CatCompiler} reads a model once; {@link
 * dev.syncopate.model.axiom.cat.CatModel} then judges any number of executions, each of which gives
 * its sets and relations by name ({@link dev.syncopate.model.axiom.cat.BaseNames}).
 *
 * <p>May enter: the language, and how to evaluate it fast. May not enter: litmus tests, how
 * executions are found, and anything that only one memory model says.
 */
@NullMarked
package dev.syncopate.model.axiom.cat;

import org.jspecify.annotations.NullMarked;
