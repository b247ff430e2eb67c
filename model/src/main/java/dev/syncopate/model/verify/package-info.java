/**
 * Whether hardware keeps to its memory model: what exploring the controllers with a test shows
 * against what the model allows of the same test.
 *
 * <p>May enter: which model binds which hardware, comparing outcomes, saying what was wrong. May
 * not enter: what hardware does, what models allow.
 */
@NullMarked
package dev.syncopate.model.verify;

import org.jspecify.annotations.NullMarked;
