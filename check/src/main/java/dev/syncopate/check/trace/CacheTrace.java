package dev.syncopate.check.trace;

import dev.syncopate.memory.system.L1Effect;
import dev.syncopate.sim.trace.TraceAnnotation;
import dev.syncopate.sim.trace.TraceLabel;
import dev.syncopate.sim.trace.Track;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Shows when L1s flush and invalidate, for their own warps and for other units. */
final class CacheTrace {
  private static final TraceLabel FLUSH = TraceLabel.of("flush");
  private static final TraceLabel INVALIDATE = TraceLabel.of("invalidate");
  private static final TraceLabel BOTH = TraceLabel.of("flush, invalidate");

  private final DeviceTracks tracks;
  private final SliceLabels labels;

  /** By unit: until when what is shown of it for other units lasts. */
  private long[] busyUntil = {};

  CacheTrace(DeviceTracks tracks, SliceLabels labels) {
    this.tracks = tracks;
    this.labels = labels;
  }

  /** A step of an instruction of the unit's own, or of its kernel's beginning or end. */
  void offered(int unit, int pc, L1Effect effect, long now) {
    UnitTracks shown = tracks.unit(unit);
    if (shown == null) {
      return;
    }
    if (effect.flushes() > 0) {
      shown.ownCache().instant(now, new TraceLabel(FLUSH.name(), labels.line(pc)));
    }
    if (effect.invalidations() > 0) {
      shown.ownCache().instant(now, new TraceLabel(INVALIDATE.name(), labels.line(pc)));
    }
  }

  /** A slice of a track that has begun, and is to end. */
  record Shown(Track track, long start, long end) {}

  /** A message has come. Returns where what it causes is shown; null for nowhere. */
  @Nullable Shown received(int unit, String message, L1Effect effect, long busy, long now) {
    UnitTracks shown = tracks.unit(unit);
    if (shown == null) {
      return null;
    }
    if (unit >= busyUntil.length) {
      busyUntil = Arrays.copyOf(busyUntil, unit + 1);
    }
    Track track = shown.promotions();
    boolean flushes = effect.flushes() + effect.flushedLines() > 0;
    TraceLabel label = !flushes ? INVALIDATE : effect.invalidations() > 0 ? BOTH : FLUSH;
    long start = Math.max(now, busyUntil[unit]);
    busyUntil[unit] = Math.max(start + 1, now + busy);
    TraceAnnotation lines = TraceAnnotation.of("lines written through", effect.flushedLines());
    track.begin(start, label, TraceAnnotation.of("message", message), lines);
    return new Shown(track, start, busyUntil[unit]);
  }
}
