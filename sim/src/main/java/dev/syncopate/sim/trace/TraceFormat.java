package dev.syncopate.sim.trace;

/**
 * Numbers of fields and values of the trace format, as Perfetto's .proto files have them
 * (perfetto.dev/docs/reference/trace-packet-proto).
 */
final class TraceFormat {
  private TraceFormat() {}

  /** Of the message that is the whole file. */
  static final int TRACE_PACKET = 1;

  /** Of TracePacket. */
  static final int TIMESTAMP = 8;

  static final int SEQUENCE = 10;
  static final int TRACK_EVENT = 11;
  static final int INTERNED_DATA = 12;
  static final int SEQUENCE_FLAGS = 13;
  static final int TRACK_DESCRIPTOR = 60;
  static final int FIRST_ON_SEQUENCE = 87;

  static final int STATE_CLEARED = 1;
  static final int NEEDS_STATE = 2;

  /** Of TrackDescriptor. */
  static final int UUID = 1;

  static final int TRACK_NAME = 2;
  static final int PARENT = 5;
  static final int COUNTER = 8;
  static final int CHILD_ORDERING = 11;
  static final int SIBLING_RANK = 12;
  static final int DESCRIPTION = 14;

  static final int EXPLICIT = 3;

  /** Of CounterDescriptor. */
  static final int UNIT_NAME = 6;

  /** Of TrackEvent. */
  static final int ANNOTATION = 4;

  static final int TYPE = 9;
  static final int NAME_ID = 10;
  static final int TRACK = 11;
  static final int NAME = 23;
  static final int REAL_VALUE = 44;
  static final int FLOW = 47;
  static final int LAST_OF_FLOW = 48;

  static final int BEGIN = 1;
  static final int END = 2;
  static final int INSTANT = 3;
  static final int VALUE = 4;

  /** Of DebugAnnotation. */
  static final int KEY_ID = 1;

  static final int INTEGER = 4;
  static final int TEXT_ID = 17;

  /** Of InternedData; its entries have an id and a text. */
  static final int EVENT_NAMES = 2;

  static final int ANNOTATION_NAMES = 3;
  static final int ANNOTATION_TEXTS = 29;

  static final int ENTRY_ID = 1;
  static final int ENTRY_TEXT = 2;
}
