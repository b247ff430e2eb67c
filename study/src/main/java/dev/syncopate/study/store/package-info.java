/**
 * Results in a folder, one file each, kept as they come.
 *
 * <p>May enter: how results survive. May not enter: what they mean.
 */
@NullMarked
package dev.syncopate.study.store;

import org.jspecify.annotations.NullMarked;
