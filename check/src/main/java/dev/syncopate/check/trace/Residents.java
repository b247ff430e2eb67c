package dev.syncopate.check.trace;

import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.sim.trace.TraceAnnotation;
import dev.syncopate.sim.trace.TraceLabel;
import dev.syncopate.sim.trace.Track;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Shows which CTAs and warps are where, and what the warps do. */
final class Residents {
  private static final TraceLabel BARRIER = TraceLabel.of("barrier complete");

  private final TraceChoice choice;
  private final DeviceTracks tracks;
  private final SliceLabels labels;

  /** By unit and slot; null where nothing has been. */
  private @Nullable WarpRow[][] rows = new @Nullable WarpRow[0][];

  private @Nullable Warp[][] warps = new @Nullable Warp[0][];
  private @Nullable Track[][] ctas = new @Nullable Track[0][];

  Residents(TraceChoice choice, DeviceTracks tracks, SliceLabels labels) {
    this.choice = choice;
    this.tracks = tracks;
    this.labels = labels;
  }

  /** Whose states are shown; null for a warp that is not. */
  @Nullable WarpRow warp(int unit, int slot) {
    return unit < rows.length && slot < rows[unit].length ? rows[unit][slot] : null;
  }

  void started(int unit, Cta cta, Grid grid, long now) {
    UnitTracks shown = tracks.unit(unit);
    if (shown == null) {
      return;
    }
    grow(unit, cta);
    if (choice.shows(TraceKind.CTA)) {
      Track track = shown.cta(cta.slot);
      ctas[unit][cta.slot] = track;
      track.begin(
          now,
          TraceLabel.of("CTA " + cta.index),
          TraceAnnotation.of("indices", grid.indices(cta.index)),
          TraceAnnotation.of("kernel", grid.kernel().program.name()),
          TraceAnnotation.of("launch", grid.number()));
    }
    if (choice.shows(TraceKind.WARP)) {
      for (Warp warp : cta.warps) {
        WarpRow row = rows[unit][warp.slot];
        if (row == null) {
          row = new WarpRow(shown.warp(warp.slot), labels, choice.shortestWait());
          rows[unit][warp.slot] = row;
        }
        warps[unit][warp.slot] = warp;
        row.started(
            now,
            TraceLabel.of("CTA " + cta.index + " warp " + warp.indexInCta()),
            TraceAnnotation.of("launch", grid.number()));
      }
    }
  }

  private void grow(int unit, Cta cta) {
    if (unit >= rows.length) {
      int oldLength = rows.length;
      rows = Arrays.copyOf(rows, unit + 1);
      warps = Arrays.copyOf(warps, unit + 1);
      ctas = Arrays.copyOf(ctas, unit + 1);
      for (int i = oldLength; i <= unit; i++) {
        rows[i] = new @Nullable WarpRow[0];
        warps[i] = new @Nullable Warp[0];
        ctas[i] = new @Nullable Track[0];
      }
    }
    int last = cta.warps[cta.warps.length - 1].slot;
    if (last >= rows[unit].length) {
      rows[unit] = Arrays.copyOf(rows[unit], last + 1);
      warps[unit] = Arrays.copyOf(warps[unit], last + 1);
    }
    if (cta.slot >= ctas[unit].length) {
      ctas[unit] = Arrays.copyOf(ctas[unit], cta.slot + 1);
    }
  }

  void left(int unit, Warp warp, long now) {
    WarpRow row = warp(unit, warp.slot);
    if (row != null) {
      row.left(now);
      warps[unit][warp.slot] = null;
    }
  }

  void finished(int unit, Cta cta, long now) {
    Track track = cta(unit, cta);
    if (track != null) {
      track.end(now);
      ctas[unit][cta.slot] = null;
    }
  }

  void barrier(int unit, Cta cta, long now) {
    Track track = cta(unit, cta);
    if (track != null) {
      track.instant(now, BARRIER);
    }
  }

  private @Nullable Track cta(int unit, Cta cta) {
    return unit < ctas.length && cta.slot < ctas[unit].length ? ctas[unit][cta.slot] : null;
  }

  /** The launch is over: CTAs that are still there are shown up to now. */
  void cut(long now) {
    for (int unit = 0; unit < rows.length; unit++) {
      for (int slot = 0; slot < rows[unit].length; slot++) {
        WarpRow row = rows[unit][slot];
        Warp warp = warps[unit][slot];
        if (row != null && warp != null) {
          row.cut(now, warp.stall(), warp.op() == null ? -1 : warp.schedule.pc());
        }
      }
      for (Track track : ctas[unit]) {
        if (track != null && track.isOpen()) {
          track.end(now);
        }
      }
    }
  }
}
