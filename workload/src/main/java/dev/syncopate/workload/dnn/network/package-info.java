/**
 * Which layers a network has, from the papers that published them, and how they are put on a
 * device: as one that computes a training iteration, or each layer by itself.
 *
 * <p>May enter: tables of layers and what makes layers of them. May not enter: what a layer
 * computes ({@code layer}), options of workloads.
 */
@NullMarked
package dev.syncopate.workload.dnn.network;

import org.jspecify.annotations.NullMarked;
