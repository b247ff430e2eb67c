/**
 * How results look: the JSON document, the summary for people, progress.
 *
 * <p>May enter: formatting. May not enter: options, running anything, deciding what a result means.
 */
@NullMarked
package dev.syncopate.app.report;

import org.jspecify.annotations.NullMarked;
