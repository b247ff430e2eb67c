/**
 * Selective remote scope promotion (srsp §4, App. A; page.md), and the same with its two
 * optimisations (§4.9).
 *
 * <p>May enter: this mechanism. May not enter: time, what other mechanisms of promotion do as well.
 */
@NullMarked
package dev.syncopate.memory.mechanism.srsp;

import org.jspecify.annotations.NullMarked;
