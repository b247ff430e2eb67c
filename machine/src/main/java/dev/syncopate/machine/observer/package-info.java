/**
 * What a machine tells whoever watches a kernel run: accesses, fences, barriers, CTAs. Nothing here
 * decides anything, and a machine that nobody watches does nothing for it. What is made of the
 * events belongs to the watcher.
 */
@NullMarked
package dev.syncopate.machine.observer;

import org.jspecify.annotations.NullMarked;
