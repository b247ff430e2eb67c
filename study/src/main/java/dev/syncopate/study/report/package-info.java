/**
 * What a study looks like: text, CSV, JSON, and one page that draws its charts without a network.
 *
 * <p>May enter: formats. May not enter: choosing what to show, computing it.
 */
@NullMarked
package dev.syncopate.study.report;

import org.jspecify.annotations.NullMarked;
