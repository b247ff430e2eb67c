package dev.syncopate.sim.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A trace that is written while it happens, packet by packet. Times are in units of the viewer's
 * nanosecond. Events of one track come in the order of time, but for the beginnings of flows; those
 * of different tracks in any order, as the format allows.
 *
 * <p>When it would become larger than it may, it ends: open slices are closed, an instant on the
 * first track says so, and nothing more is written. The trace's producer sees the same when the
 * file cannot be written; {@link #failure} then tells why.
 */
public final class TraceFile {
  private static final int SEQUENCE_NUMBER = 1;

  /** More than the end of a slice takes. */
  private static final int END_BYTES = 40;

  /** More than the last word takes. */
  private static final int LAST_BYTES = 512;

  /** More than both ends of a flow take, with what they refer to. */
  private static final int FLOW_BYTES = 512;

  final TraceLimits limits;
  private final OutputStream out;
  private final TraceStrings names = new TraceStrings(TraceFormat.EVENT_NAMES);
  private final TraceStrings keys = new TraceStrings(TraceFormat.ANNOTATION_NAMES);
  private final TraceStrings texts = new TraceStrings(TraceFormat.ANNOTATION_TEXTS);
  private final WireBuffer trace = new WireBuffer();
  private final WireBuffer packet = new WireBuffer();
  private final WireBuffer event = new WireBuffer();
  private final WireBuffer part = new WireBuffer();
  private final WireBuffer news = new WireBuffer();
  private final List<Track> tracks = new ArrayList<>();
  private long bytes;
  private long packets;
  private long open;
  private long flows;
  private boolean finished;
  private boolean full;
  private long fullAt;
  private @Nullable IOException failure;

  /**
   * @param out where it goes; {@link #close} closes it
   */
  public TraceFile(OutputStream out, TraceLimits limits) {
    this.out = out;
    this.limits = limits;
  }

  /**
   * A track in no group. The first one is told when the trace is full.
   *
   * @param description for the viewer's help
   */
  public Track track(String name, String description) {
    return add(new Track(this, tracks.size() + 1, null, name, null, tracks.size(), description));
  }

  /**
   * A track in the group of another.
   *
   * @param rank its place among those of the group
   */
  public Track track(Track parent, String name, int rank) {
    return add(new Track(this, tracks.size() + 1, parent, name, null, rank, ""));
  }

  /**
   * A counter in the group of a track.
   *
   * @param unit of its values, for people
   * @param rank its place among those of the group
   */
  public Track counter(Track parent, String name, String unit, int rank) {
    return add(new Track(this, tracks.size() + 1, parent, name, unit, rank, ""));
  }

  private Track add(Track track) {
    tracks.add(track);
    return track;
  }

  /**
   * An arrow from a moment to a later one, each an instant of its track.
   *
   * @return whether both are in the trace
   */
  public boolean flow(
      Track sender,
      long sent,
      TraceLabel sending,
      Track receiver,
      long received,
      TraceLabel receiving) {
    if (finished || !sender.shows(sent) || !receiver.shows(received)) {
      return false;
    }
    if (!hasRoom(FLOW_BYTES, received)) {
      return false;
    }
    flows++;
    begin(TraceFormat.INSTANT, sender, sending, received);
    event.fixed(TraceFormat.FLOW, flows);
    put(sender, sent, received);
    begin(TraceFormat.INSTANT, receiver, receiving, received);
    event.fixed(TraceFormat.LAST_OF_FLOW, flows);
    put(receiver, received, received);
    return true;
  }

  // ---- for tracks ----

  /** Returns whether it is in the file. */
  boolean begin(Track track, long time, long now, TraceLabel label, TraceAnnotation[] notes) {
    if (finished) {
      return false;
    }
    begin(TraceFormat.BEGIN, track, label, now);
    notes(notes);
    open++;
    boolean put = put(track, time, now);
    open -= put ? 0 : 1;
    return put;
  }

  void end(Track track, long time) {
    if (!finished) {
      open--;
      event.clear();
      event.number(TraceFormat.TYPE, TraceFormat.END);
      event.number(TraceFormat.TRACK, track.uuid);
      put(track, time, time);
    }
  }

  void instant(Track track, long time, TraceLabel label, TraceAnnotation[] notes) {
    if (!finished) {
      begin(TraceFormat.INSTANT, track, label, time);
      notes(notes);
      put(track, time, time);
    }
  }

  void value(Track track, long time, double value) {
    if (!finished) {
      declare(track, time);
      event.clear();
      event.number(TraceFormat.TYPE, TraceFormat.VALUE);
      event.number(TraceFormat.TRACK, track.uuid);
      event.real(TraceFormat.REAL_VALUE, value);
      put(track, time, time);
    }
  }

  // ---- packets ----

  private void begin(int type, Track track, TraceLabel label, long now) {
    declare(track, now);
    event.clear();
    event.number(TraceFormat.TYPE, type);
    event.number(TraceFormat.TRACK, track.uuid);
    event.number(TraceFormat.NAME_ID, names.id(label.name(), news));
    String line = label.line();
    if (line != null) {
      annotate("line", line, 0);
    }
  }

  private void notes(TraceAnnotation[] notes) {
    for (TraceAnnotation note : notes) {
      annotate(note.key(), note.text(), note.number());
    }
  }

  private void annotate(String key, @Nullable String text, long number) {
    part.clear();
    part.number(TraceFormat.KEY_ID, keys.id(key, news));
    if (text == null) {
      part.number(TraceFormat.INTEGER, number);
    } else {
      part.number(TraceFormat.TEXT_ID, texts.id(text, news));
    }
    event.message(TraceFormat.ANNOTATION, part);
  }

  private void declare(Track track, long time) {
    if (track.declared || finished) {
      return;
    }
    Track parent = track.parent;
    if (parent != null) {
      declare(parent, time);
    }
    track.declared = true;
    part.clear();
    part.number(TraceFormat.UUID, track.uuid);
    part.text(TraceFormat.TRACK_NAME, track.name);
    if (parent != null) {
      part.number(TraceFormat.PARENT, parent.uuid);
    }
    String unit = track.unit;
    if (unit != null) {
      WireBuffer counter = new WireBuffer();
      counter.text(TraceFormat.UNIT_NAME, unit);
      part.message(TraceFormat.COUNTER, counter);
    } else {
      part.number(TraceFormat.CHILD_ORDERING, TraceFormat.EXPLICIT);
    }
    part.number(TraceFormat.SIBLING_RANK, track.rank);
    if (!track.description.isEmpty()) {
      part.text(TraceFormat.DESCRIPTION, track.description);
    }
    packet.clear();
    packet.message(TraceFormat.TRACK_DESCRIPTOR, part);
    write(time);
  }

  /** Writes the event; returns whether it is in the file. */
  private boolean put(Track track, long time, long now) {
    packet.clear();
    packet.number(TraceFormat.TIMESTAMP, time);
    if (news.size() > 0) {
      packet.message(TraceFormat.INTERNED_DATA, news);
      news.clear();
    }
    packet.message(TraceFormat.TRACK_EVENT, event);
    track.wrote(time);
    return write(now);
  }

  private boolean write(long now) {
    packet.number(TraceFormat.SEQUENCE, SEQUENCE_NUMBER);
    boolean first = packets == 0;
    packet.number(
        TraceFormat.SEQUENCE_FLAGS,
        first ? TraceFormat.STATE_CLEARED | TraceFormat.NEEDS_STATE : TraceFormat.NEEDS_STATE);
    if (first) {
      packet.number(TraceFormat.FIRST_ON_SEQUENCE, 1);
    }
    trace.clear();
    trace.message(TraceFormat.TRACE_PACKET, packet);
    if (finished || !hasRoom(trace.size(), now)) {
      return false;
    }
    packets++;
    send();
    return true;
  }

  private void send() {
    bytes += trace.size();
    if (failure == null) {
      try {
        trace.writeTo(out);
      } catch (IOException e) {
        failure = e;
        finished = true;
      }
    }
  }

  /** Whether so much more can be written and everything then be closed; ends the trace if not. */
  private boolean hasRoom(long extraBytes, long now) {
    if (full || bytes + extraBytes + open * END_BYTES + LAST_BYTES <= limits.bytes()) {
      return true;
    }
    full = true;
    fullAt = now;
    finish(now);
    return false;
  }

  private void finish(long now) {
    closeTracks(now);
    if (!tracks.isEmpty() && tracks.getFirst().declared) {
      Track firstTrack = tracks.getFirst();
      event.clear();
      event.number(TraceFormat.TYPE, TraceFormat.INSTANT);
      event.number(TraceFormat.TRACK, firstTrack.uuid);
      event.text(TraceFormat.NAME, "the trace ends here: it is as large as it may be");
      news.clear();
      put(firstTrack, now, now);
    }
    finished = true;
  }

  private void closeTracks(long now) {
    for (Track track : tracks) {
      int unfinished = track.unfinished();
      long latest = track.abandon();
      for (int i = 0; i < unfinished; i++) {
        end(track, Math.min(limits.end(), Math.max(now, latest)));
      }
    }
  }

  // ---- the end ----

  /**
   * Ends it.
   *
   * @param time at which slices end that are open
   */
  public void close(long time) {
    if (!finished) {
      closeTracks(time);
      finished = true;
    }
    try {
      out.close();
    } catch (IOException e) {
      failure = failure == null ? e : failure;
    }
  }

  /** Whether it has ended since it would have become too large. */
  public boolean isFull() {
    return full;
  }

  /** When it was full. */
  public long fullAt() {
    return fullAt;
  }

  /** Whether writing has stopped, at the size limit or by a failure. */
  public boolean isOver() {
    return finished;
  }

  /** Bytes so far. */
  public long bytes() {
    return bytes;
  }

  /** Why it could not be written; null if it could. */
  public @Nullable IOException failure() {
    return failure;
  }
}
