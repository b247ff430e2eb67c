package dev.syncopate.memory.kit;

import dev.syncopate.memory.protocol.MessageType;

/**
 * What an L2 bank of one of several GPUs is asked for by a tile of its GPU or by the memory side,
 * beside requests to a line. All but RESUME are answered by DONE.
 */
public enum SystemMessage implements MessageType {
  /** Write all dirty bytes to the memory side; answer when it has acknowledged these and older. */
  FLUSH,
  /** Drop every byte that is not dirty. */
  INVALIDATE,
  /** Surrender a line after what has come for it so far, and let all that comes later wait. */
  HOLD,
  /** Go on with a held line. Not answered. */
  RESUME,
  DONE
}
