/**
 * Explorations for people: text, and message-sequence charts.
 *
 * <p>May enter: how things are worded and drawn. May not enter: exploring.
 */
@NullMarked
package dev.syncopate.model.explore.report;

import org.jspecify.annotations.NullMarked;
