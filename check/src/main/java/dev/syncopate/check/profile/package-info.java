/**
 * Where the time of a run goes: what a machine counts, for each instruction and each line of the
 * source. May enter: attributing what is watched, adding up. May not enter: text for people, files,
 * deciding what is good or bad.
 */
@NullMarked
package dev.syncopate.check.profile;

import org.jspecify.annotations.NullMarked;
