/**
 * PTX litmus tests: what one is, and reading one from its text.
 *
 * <p>May enter: the test as it was written. May not enter: what any model or machine makes of it.
 */
@NullMarked
package dev.syncopate.model.litmus;

import org.jspecify.annotations.NullMarked;
