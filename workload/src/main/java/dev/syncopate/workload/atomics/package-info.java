/**
 * Kernels whose time goes into atomics that many threads aim at few words.
 *
 * <p>May enter: such kernels, with the orders and scopes that their atomics may have. May not
 * enter: locks and barriers ({@code heterosync}), graph algorithms ({@code pannotia}).
 */
@NullMarked
package dev.syncopate.workload.atomics;

import org.jspecify.annotations.NullMarked;
