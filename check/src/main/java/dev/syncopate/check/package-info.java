/**
 * Checks of a run as a user asks for them by name, and what they find. Each check has a package of
 * its own below; what it finds is put into words in {@code report}.
 */
@NullMarked
package dev.syncopate.check;

import org.jspecify.annotations.NullMarked;
