/**
 * Commands that run many simulations and compare them.
 *
 * <p>May enter: options of studies, progress, where results are kept. May not enter: what a study
 * runs and how its results look.
 */
@NullMarked
package dev.syncopate.app.cli.study;

import org.jspecify.annotations.NullMarked;
