package dev.syncopate.model.explore.snapshot;

/**
 * What a graph refers to and is no part of: it never changes, or what it holds decides nothing.
 * Copies refer to the same object.
 */
public interface Shared {}
