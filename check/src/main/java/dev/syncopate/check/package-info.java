/**
 * Checks of a run as a user asks for them by name.
 *
 * <p>May enter: which checks there are, what watches a device for them, what counts. May not enter:
 * a check itself, which has a package below; options and files.
 */
@NullMarked
package dev.syncopate.check;

import org.jspecify.annotations.NullMarked;
