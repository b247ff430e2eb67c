/**
 * Repair of races: sets of edits that the memory model finds sufficient, each tried by a run.
 *
 * <p>May enter: trials of edits, and the report of them as text and JSON. May not enter: what an
 * edit does to a program or a test; options and files.
 */
@NullMarked
package dev.syncopate.app.repair;

import org.jspecify.annotations.NullMarked;
