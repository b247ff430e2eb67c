package dev.syncopate.memory.mechanism.denovo.message;

import static dev.syncopate.memory.protocol.MessageField.BYTES;
import static dev.syncopate.memory.protocol.MessageField.DATA;
import static dev.syncopate.memory.protocol.MessageField.TAG;
import static dev.syncopate.memory.topology.VirtualNetwork.CONTROL;
import static dev.syncopate.memory.topology.VirtualNetwork.REQUEST;

import dev.syncopate.memory.protocol.MessageField;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.topology.VirtualNetwork;

/** Messages of DeNovo, except reads and fills, which every cache shares. */
public enum DenovoType implements MessageType {
  REGISTER(REQUEST, "L1 to L2", "make me the owner of these words", BYTES, TAG),
  WRITE_BACK(
      REQUEST,
      "L1 to L2",
      "I was the owner of these words, here they are; answered by WRITTEN_BACK",
      BYTES,
      DATA,
      TAG),
  FORWARD_READ(CONTROL, "L2 to owner", "send these words to the reader", BYTES, TAG),
  FORWARD_REGISTER(
      CONTROL, "L2 to owner before", "hand these words over to the owner to be", BYTES, TAG),
  REGISTERED(
      CONTROL, "L2 or owner before to owner to be", "these words are yours", BYTES, DATA, TAG),
  WRITTEN_BACK(
      CONTROL,
      "L2 to L1",
      "a WRITE_BACK has come, and of its words these were the L1's still",
      BYTES,
      TAG),
  RECALL(CONTROL, "L2 to owner", "give these words back; answered by RECALLED", BYTES, TAG),
  RECALLED(
      CONTROL, "owner to L2", "here they are, as far as I had not sent them", BYTES, DATA, TAG);

  @SuppressWarnings("ImmutableEnumChecker") // never changes
  private final Form form;

  DenovoType(VirtualNetwork network, String way, String description, MessageField... fields) {
    form = Form.of(network, way, description, fields);
  }

  @Override
  public Form form() {
    return form;
  }
}
