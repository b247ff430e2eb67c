package dev.syncopate.app.cuda.server;

/** Hears of the PTX that programs bring. */
@FunctionalInterface
public interface PtxListener {
  /**
   * A module is being loaded.
   *
   * @param name its number and architecture, as in {@code module0.compute_80.ptx}
   * @param text PTX
   * @return what messages call it
   */
  String loading(String name, String text);
}
