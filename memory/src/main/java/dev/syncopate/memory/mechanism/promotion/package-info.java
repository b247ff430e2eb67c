/**
 * Parts that the mechanisms of remote scope promotion share. A home bank asks L1s to flush,
 * performs the remote access and tells the L1s to resume. The L1s hold accesses to the line
 * meanwhile (page.md).
 *
 * <p>May enter: behaviour that more than one such mechanism shares. May not enter: time, a
 * mechanism's own table of steps and messages.
 */
@NullMarked
package dev.syncopate.memory.mechanism.promotion;

import org.jspecify.annotations.NullMarked;
