/**
 * Which narrower scopes, weaker orders and fewer barriers a run would do with, and what that gains.
 *
 * <p>May enter: lines that synchronise, what could stand in their places, trials of it. May not
 * enter: finding races; devices and options, for which {@link
 * dev.syncopate.check.scope.AdviceRunner} stands.
 */
@NullMarked
package dev.syncopate.check.scope;

import org.jspecify.annotations.NullMarked;
