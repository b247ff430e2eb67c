/**
 * The machines that papers describe, as checked-in files.
 *
 * <p>May enter: a file for each machine, with the source of each value, and finding files by name.
 * May not enter: values in Java.
 */
@NullMarked
package dev.syncopate.machine.preset;

import org.jspecify.annotations.NullMarked;
