/**
 * Kernel arguments as people write them: scalars, buffers and what is in them, what to print, save
 * and compare.
 *
 * <p>May enter: that small language, its errors, the bytes it stands for. May not enter: devices,
 * other options.
 */
@NullMarked
package dev.syncopate.app.argument;

import org.jspecify.annotations.NullMarked;
