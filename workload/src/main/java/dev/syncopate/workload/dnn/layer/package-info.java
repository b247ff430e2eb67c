/**
 * Layers of a network: their launches, forward and backward, and for each launch a reference in
 * double precision with a bound on what single precision may differ from it.
 *
 * <p>A reference starts from what the device holds before the launch and takes the CTAs that ran,
 * so that each launch is checked by itself, whole or sampled. May enter: layers and what their
 * references share. May not enter: which layers a network has, options of workloads.
 */
@NullMarked
package dev.syncopate.workload.dnn.layer;

import org.jspecify.annotations.NullMarked;
