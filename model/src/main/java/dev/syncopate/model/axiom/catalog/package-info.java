/**
 * Our own memory models, texts of the cat language, and how a user's are found.
 *
 * <p>May enter: one text a model, and a line in the list. May not enter: anything in Java that only
 * one model means. What each says and where it is from is in docs/check/litmus.md.
 */
@NullMarked
package dev.syncopate.model.axiom.catalog;

import org.jspecify.annotations.NullMarked;
