package dev.syncopate.model.explore;

import dev.syncopate.model.explore.machine.setup.Setup;
import dev.syncopate.model.explore.search.Found.Extent;

/**
 * What was explored in one setup.
 *
 * @param setup which
 * @param extent how much
 * @param complete whether that was everything
 */
public record Coverage(Setup setup, Extent extent, boolean complete) {}
