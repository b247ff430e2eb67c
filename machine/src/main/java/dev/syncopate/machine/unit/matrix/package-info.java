/**
 * Matrix instructions: products of matrices in registers ({@code mma}) and of tiles in shared
 * memory ({@code wgmma}), and the exchange of rows and fragments.
 *
 * <p>May enter: where the elements of a fragment and of a tile lie, arithmetic of products,
 * products in flight. May not enter: copies of tiles into shared memory ({@link
 * dev.syncopate.machine.unit.memory}).
 */
@NullMarked
package dev.syncopate.machine.unit.matrix;

import org.jspecify.annotations.NullMarked;
