package dev.syncopate.memory.kit;

import dev.syncopate.memory.protocol.MessageType;

/** Messages between an L1 and an L2 bank. */
public enum LineMessage implements MessageType {
  /** L1 to L2: send these sectors, to keep. Answered by FILL. */
  READ,
  /** L1 to L2: a load performed at the L2. Answered by VALUE. */
  LOAD,
  /** L1 to L2: bytes written through, evicted, or stored at the L2. Answered by ACK. */
  WRITE,
  /** L1 to L2: atomics whose results are wanted. Answered by RESULT. */
  ATOMIC,
  /** L1 to L2: atomics whose results are not. Answered by ACK. */
  REDUCE,
  FILL,
  VALUE,
  RESULT,
  ACK
}
