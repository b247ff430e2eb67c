/**
 * Barriers, mbarrier objects, exchanges between lanes and registers of warpgroups' products that
 * are used in ways which PTX or CUDA leaves undefined.
 *
 * <p>May enter: who came to which barrier, who took part in which exchange, the phases of mbarrier
 * objects, fences and waits of products. May not enter: what orders accesses to memory; how
 * findings are put into words; anything that changes the run.
 */
@NullMarked
package dev.syncopate.check.sync;

import org.jspecify.annotations.NullMarked;
