/**
 * The list of papers whose evaluation can be run: a new one is one line here.
 *
 * <p>May enter: the list. May not enter: anything else; papers must not know it.
 */
@NullMarked
package dev.syncopate.study.paper.catalogue;

import org.jspecify.annotations.NullMarked;
