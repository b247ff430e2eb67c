/**
 * The command line: commands that read options, call the host API and print.
 *
 * <p>May enter: options, messages, exit codes. May not enter: anything a program that embeds
 * Syncopate would want to call.
 */
@NullMarked
package dev.syncopate.app.cli;

import org.jspecify.annotations.NullMarked;
