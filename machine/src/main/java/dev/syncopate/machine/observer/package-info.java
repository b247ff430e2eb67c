/**
 * Events that a machine reports to observers of a kernel run: accesses, fences, barriers, CTAs.
 * Without observers a machine does no work for them.
 *
 * <p>May enter: events. May not enter: what is made of them, which belongs to the watcher.
 */
@NullMarked
package dev.syncopate.machine.observer;

import org.jspecify.annotations.NullMarked;
