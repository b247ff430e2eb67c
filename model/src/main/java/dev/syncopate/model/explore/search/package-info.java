/**
 * Every state that a machine can reach: states of parts and messages are numbered, transitions of
 * parts are done once each and remembered, and states of the machine are rows of numbers.
 *
 * <p>May enter: which events are possible, tables of states. May not enter: what a part does.
 */
@NullMarked
package dev.syncopate.model.explore.search;

import org.jspecify.annotations.NullMarked;
