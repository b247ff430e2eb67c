/**
 * Findings in words: which instruction, on which line, by which thread, on what; and what would
 * mend it. May enter: text for people. May not enter: finding anything.
 */
@NullMarked
package dev.syncopate.check.report;

import org.jspecify.annotations.NullMarked;
