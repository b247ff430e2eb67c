/**
 * Charts as Vega-Lite specifications, made from templates, and the same specifications as still
 * pictures in SVG: plain shapes and text, nothing to load, readable on light and dark pages.
 *
 * <p>May enter: kinds of charts. May not enter: what the numbers in them mean, or where they come
 * from.
 */
@NullMarked
package dev.syncopate.study.chart;

import org.jspecify.annotations.NullMarked;
