/**
 * How a profile looks: a table of the hottest lines, a page with the source, a part of the JSON
 * document. May enter: formatting, finding the source. May not enter: options, counting anything.
 */
@NullMarked
package dev.syncopate.app.profile;

import org.jspecify.annotations.NullMarked;
