/**
 * What a model answers to a test's question, or why it has no answer.
 *
 * <p>May enter: questions and answers. May not enter: how they are printed.
 */
@NullMarked
package dev.syncopate.model.axiom.answer;

import org.jspecify.annotations.NullMarked;
