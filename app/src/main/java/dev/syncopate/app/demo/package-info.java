/**
 * {@code ./syncopate demo}: one program under several synchronisation settings on two machines, as
 * a table, a picture and a page.
 *
 * <p>May enter: what the demo runs and how it shows it. May not enter: anything another command
 * needs.
 */
@NullMarked
package dev.syncopate.app.demo;

import org.jspecify.annotations.NullMarked;
