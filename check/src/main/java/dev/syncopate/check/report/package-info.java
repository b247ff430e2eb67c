/**
 * Findings in words: which instruction, on which line, by which thread, on what; and what would
 * mend it.
 *
 * <p>May enter: text for people. May not enter: finding anything; formats of other programs.
 */
@NullMarked
package dev.syncopate.check.report;

import org.jspecify.annotations.NullMarked;
