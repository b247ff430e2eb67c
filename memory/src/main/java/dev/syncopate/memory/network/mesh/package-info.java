/**
 * A two-dimensional mesh of routers: dimension-order routing, virtual networks, credits, and links
 * that carry so many bytes a cycle.
 *
 * <p>May enter: shapes, routers, what travels between them, what the links count. May not enter:
 * who is at a node and what a message means.
 */
@NullMarked
package dev.syncopate.memory.network.mesh;

import org.jspecify.annotations.NullMarked;
