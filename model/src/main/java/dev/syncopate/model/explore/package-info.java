/**
 * Exhaustive exploration: what the simulated hardware can do with a litmus test, found by driving
 * the real controllers through every order of their messages and instructions
 * (docs/check/explore.md).
 *
 * <p>May enter: asking for an exploration and what it answers. May not enter: how states are
 * compared and found, memory models.
 */
@NullMarked
package dev.syncopate.model.explore;

import org.jspecify.annotations.NullMarked;
