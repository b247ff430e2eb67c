/**
 * Training of convolutional networks: a layer's backward pass alone, and one iteration of the
 * networks that the paper on local atomic buffers trains.
 *
 * <p>May enter: workloads and what they choose. May not enter: what a layer computes ({@code
 * layer}), which layers a network has ({@code network}).
 */
@NullMarked
package dev.syncopate.workload.dnn;

import org.jspecify.annotations.NullMarked;
