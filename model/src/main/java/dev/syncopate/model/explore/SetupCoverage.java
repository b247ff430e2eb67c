package dev.syncopate.model.explore;

import dev.syncopate.model.explore.machine.setup.TestArrangement;
import dev.syncopate.model.explore.search.SearchResult.Extent;

/**
 * Amount of exploration in one setup.
 *
 * @param setup which
 * @param extent how much
 * @param complete whether that was everything
 */
public record SetupCoverage(TestArrangement setup, Extent extent, boolean complete) {}
