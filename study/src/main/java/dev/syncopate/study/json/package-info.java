/**
 * JSON as text: writing documents made of maps, lists and trees, and reading them back into trees
 * and records, strictly. Jackson does the work.
 *
 * <p>May enter: the format. May not enter: what a document means.
 */
@NullMarked
package dev.syncopate.study.json;

import org.jspecify.annotations.NullMarked;
