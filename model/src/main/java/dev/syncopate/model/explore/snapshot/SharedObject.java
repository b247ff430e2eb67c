package dev.syncopate.model.explore.snapshot;

/**
 * Object outside of a graph that all copies refer to: it never changes, or its contents decide
 * nothing. Copies refer to the same object.
 */
public interface SharedObject {}
