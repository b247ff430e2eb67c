/**
 * HTML pages from templates: what is put in is escaped unless a template says that it is markup.
 *
 * <p>May enter: the template engine. May not enter: what a page shows.
 */
@NullMarked
package dev.syncopate.study.html;

import org.jspecify.annotations.NullMarked;
