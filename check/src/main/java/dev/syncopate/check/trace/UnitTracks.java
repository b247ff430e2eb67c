package dev.syncopate.check.trace;

import dev.syncopate.sim.trace.TraceFile;
import dev.syncopate.sim.trace.Track;
import java.util.HashMap;
import java.util.Map;

/** The tracks of one compute unit, each made when it is asked for. */
final class UnitTracks {
  private static final int CTA = 0;
  private static final int CACHE = 1000;
  private static final int PORT = 1100;

  /** Ranks between the ports and the warps: more rows of copies are behind the warps. */
  private static final int COPY = 1300;

  private static final int WARP = 2000;

  /** Ranks between two warps' tracks: so many operations of one warp may be under way at once. */
  private static final int ROWS = 1000;

  private final TraceFile file;
  private final Track group;
  private final Map<Integer, Track> byRank = new HashMap<>();
  private int ports;

  UnitTracks(TraceFile file, Track group) {
    this.file = file;
    this.group = group;
  }

  /** CTAs of a slot. */
  Track cta(int slot) {
    return byRank.computeIfAbsent(CTA + slot, rank -> file.track(group, "CTA slot " + slot, rank));
  }

  /** What a warp slot's warps do. */
  Track warp(int slot) {
    return byRank.computeIfAbsent(
        WARP + slot * ROWS, rank -> file.track(group, "warp slot " + slot, rank));
  }

  /** Synchronising operations of a warp slot, those that are under way at once in several rows. */
  Track operations(int slot, int row) {
    String name = "warp slot " + slot + " synchronisation" + (row == 0 ? "" : " " + (row + 1));
    return byRank.computeIfAbsent(
        WARP + slot * ROWS + 1 + row, rank -> file.track(group, name, rank));
  }

  /** What the L1 does for its own warps. */
  Track ownCache() {
    return byRank.computeIfAbsent(CACHE, rank -> file.track(group, "L1 by its own warps", rank));
  }

  /** What messages make the L1 do: mostly what other units' operations need. */
  Track promotions() {
    return byRank.computeIfAbsent(CACHE + 1, rank -> file.track(group, "L1 by messages", rank));
  }

  /** Bulk copies, those that are in flight at once in several rows. */
  Track copies(int row) {
    String name = "bulk copies" + (row == 0 ? "" : " " + (row + 1));
    return byRank.computeIfAbsent(COPY + row, rank -> file.track(group, name, rank));
  }

  /** The load of a port; a new track. */
  Track port(String name, String unit) {
    return file.counter(group, name, unit, PORT + ports++);
  }
}
