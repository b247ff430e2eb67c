/**
 * The places of a study, each a combination of what was varied, and the results found there.
 *
 * <p>May enter: looking up results. May not enter: what a figure makes of them.
 */
@NullMarked
package dev.syncopate.study.grid;

import org.jspecify.annotations.NullMarked;
