package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.protocol.DescriptionSection;
import java.util.ArrayList;
import java.util.List;

/** srsp Tables A2 and A3, put together from what the controllers' tables list. */
final class HlrcText {
  private static final String HERE = "its L1";
  private static final String HOLDER = "the holder";
  private static final String BANK = "the L2";

  private final List<List<String>> rows = new ArrayList<>();

  private HlrcText() {}

  static List<DescriptionSection> passages() {
    return List.of(new HlrcText().atomics(), new HlrcText().events());
  }

  private DescriptionSection atomics() {
    on("the same L1", HERE, LineHolding.REGISTERED, LineHolding.Event.SYNC);
    on("the L2", HERE, LineHolding.UNREGISTERED, LineHolding.Event.SYNC);
    at("", LinePlace.AT_L2, LinePlace.Event.REGISTER);
    at("", LinePlace.AT_L2, LinePlace.Event.READ_TO_GRANT);
    at("", LinePlace.GRANTING, LinePlace.Event.GRANT);
    on("", HERE, LineHolding.ASKED, LineHolding.Event.GRANT);
    on("another L1", HERE, LineHolding.UNREGISTERED, LineHolding.Event.SYNC);
    at("", LinePlace.AT_L1, LinePlace.Event.REGISTER);
    on("", HOLDER, LineHolding.REGISTERED, LineHolding.Event.RECALL);
    at("", LinePlace.RECALLED, LinePlace.Event.UNREGISTERED);
    at("", LinePlace.GRANTING, LinePlace.Event.GRANT);
    on("", HERE, LineHolding.ASKED, LineHolding.Event.GRANT);
    return new DescriptionSection(
        "an atomic access, by where its line's registration is (srsp Table A2)", List.copyOf(rows));
  }

  private DescriptionSection events() {
    on("L1 eviction", HOLDER, LineHolding.REGISTERED, LineHolding.Event.EVICT);
    at("", LinePlace.AT_L1, LinePlace.Event.UNREGISTERED);
    at("L2 eviction", LinePlace.AT_L1, LinePlace.Event.EVICT);
    on("", HOLDER, LineHolding.REGISTERED, LineHolding.Event.RECALL);
    at("", LinePlace.RECALLED, LinePlace.Event.UNREGISTERED);
    at("load of data by another", LinePlace.AT_L1, LinePlace.Event.READ);
    at("store to data by another", LinePlace.AT_L1, LinePlace.Event.WRITE);
    on("", HOLDER, LineHolding.REGISTERED, LineHolding.Event.UPDATE);
    at("", LinePlace.AT_L1, LinePlace.Event.UPDATED);
    rows.add(List.of("another atomic", HERE, "as above: registrations are of lines"));
    return new DescriptionSection(
        "what else happens to a line that is registered with an L1 (srsp Table A3)",
        List.copyOf(rows));
  }

  private void on(String trigger, String controller, LineHolding state, LineHolding.Event event) {
    rows.add(List.of(trigger, controller, HlrcL1Table.REGISTRATIONS.description(state, event)));
  }

  private void at(String trigger, LinePlace state, LinePlace.Event event) {
    rows.add(List.of(trigger, BANK, HlrcL2Table.REGISTRATIONS.description(state, event)));
  }
}
