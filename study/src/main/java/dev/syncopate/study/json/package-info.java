/**
 * JSON as text: writing documents made of maps and lists, and reading them back.
 *
 * <p>May enter: the format. May not enter: what a document means.
 */
@NullMarked
package dev.syncopate.study.json;

import org.jspecify.annotations.NullMarked;
