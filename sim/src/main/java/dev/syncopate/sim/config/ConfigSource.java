package dev.syncopate.sim.config;

/**
 * A configuration file.
 *
 * @param fileName as errors name it
 * @param text its contents
 */
public record ConfigSource(String fileName, String text) {}
