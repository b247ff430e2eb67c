/**
 * The local atomic buffer of Dalmia et al. ("Only Buffer When You Need To", called lab here): lines
 * of partial values in front of the L1 of any protocol (page.md).
 *
 * <p>May enter: this mechanism. May not enter: time, what one protocol behind it does.
 */
@NullMarked
package dev.syncopate.memory.mechanism.lab;

import org.jspecify.annotations.NullMarked;
