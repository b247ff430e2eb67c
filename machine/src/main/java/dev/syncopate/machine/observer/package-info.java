/**
 * What a machine tells whoever watches a kernel run: accesses, fences, barriers, CTAs. A machine
 * that nobody watches does nothing for it.
 *
 * <p>May enter: events. May not enter: what is made of them, which belongs to the watcher.
 */
@NullMarked
package dev.syncopate.machine.observer;

import org.jspecify.annotations.NullMarked;
