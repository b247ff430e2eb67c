/**
 * What hands a study in shards to the engine of a cluster, and what an engine tells its tasks.
 *
 * <p>May enter: engines, their scripts, their environment variables. May not enter: which
 * simulations a study has, and who starts a script.
 */
@NullMarked
package dev.syncopate.study.cluster;

import org.jspecify.annotations.NullMarked;
