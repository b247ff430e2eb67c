/**
 * Which machine a litmus test is explored on: how much room it has, where CTAs and locations are,
 * and what the L1s hold at the start.
 *
 * <p>May enter: what a user chooses of an explored machine, and its configuration files. May not
 * enter: how parts behave.
 */
@NullMarked
package dev.syncopate.model.explore.machine.setup;

import org.jspecify.annotations.NullMarked;
