package dev.syncopate.model.explore.machine;

/** Everything that decides what a part will do. */
public interface PartState {}
