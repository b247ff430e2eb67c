package dev.syncopate.machine.core;

import dev.syncopate.machine.warp.Warp;
import java.util.List;

/** The part of a compute unit that takes messages of others. */
public interface PeerReceiver {
  /** A message has come. */
  void receive(PeerMessage message, long now);

  /** The load-store unit may have room for what is due of a warp. */
  void retry(Warp warp);

  /** For a report of a hang: a line for each request that is not answered. */
  List<String> waiting();
}
