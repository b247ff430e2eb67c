package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.config.MechanismSettings;
import dev.syncopate.sim.config.Section;
import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;

/** Selective remote scope promotion: the tables that it needs. */
@Section(name = "srsp", value = "Selective remote scope promotion.")
public record SrspSettings(
    @Setting(
            value = "Lines an L1's LR-TBL holds; the paper has as many as the sFIFO has entries.",
            unit = Unit.COUNT,
            min = 1,
            max = 65_536)
        int lrEntries,
    @Setting(value = "Lines an L1's PA-TBL holds.", unit = Unit.COUNT, min = 1, max = 65_536)
        int paEntries,
    @Setting(
            value =
                "sRSPOpt: lines for which an L2 bank remembers which L1 answered a selective flush.",
            unit = Unit.COUNT,
            min = 1,
            max = 65_536)
        int hintEntries)
    implements MechanismSettings {}
