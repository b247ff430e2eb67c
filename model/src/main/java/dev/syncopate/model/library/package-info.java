/**
 * A library of litmus tests, each with what is expected of it under each model and why.
 *
 * <p>May enter: tests and expectations. May not enter: judging them.
 */
@NullMarked
package dev.syncopate.model.library;

import org.jspecify.annotations.NullMarked;
