/**
 * Random race-free programs against a protocol, in the terms of the command line.
 *
 * <p>May enter: choosing machines, running a campaign, telling what was found. May not enter: the
 * programs and their checks, which are {@code memory}'s.
 */
@NullMarked
package dev.syncopate.model.stress;

import org.jspecify.annotations.NullMarked;
