package dev.syncopate.memory.mechanism.hlrc;

import static dev.syncopate.memory.protocol.MessageField.BYTES;
import static dev.syncopate.memory.protocol.MessageField.DATA;
import static dev.syncopate.memory.protocol.MessageField.TAG;
import static dev.syncopate.memory.topology.VirtualNetwork.CONTROL;
import static dev.syncopate.memory.topology.VirtualNetwork.REQUEST;

import dev.syncopate.memory.protocol.MessageField;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.topology.VirtualNetwork;

/**
 * Messages of hLRC, except reads and writes, which every cache shares. What a bank tells an L1 of
 * registrations goes by one virtual network, so that it stays in order.
 */
public enum HlrcType implements MessageType {
  REGISTER(REQUEST, "L1 to L2", "register the line with me; answered by REGISTERED"),
  REGISTERED(CONTROL, "L2 to L1", "you have the registration, and this is the line", BYTES, DATA),
  RECALL(CONTROL, "L2 to holder", "give the registration back; answered by UNREGISTERED"),
  UNREGISTERED(
      CONTROL,
      "holder to L2",
      "all writes of this L1 are acknowledged, and it has returned the line"),
  UPDATE(
      CONTROL,
      "L2 to holder",
      "another stores these bytes to the line; answered by UPDATED",
      BYTES,
      DATA),
  UPDATED(CONTROL, "holder to L2", "I have them, or have the line no more"),
  FILL_ONCE(
      REQUEST,
      "L2 to L1",
      "bytes of a line that is registered elsewhere: not to be kept",
      BYTES,
      DATA,
      TAG);

  @SuppressWarnings("ImmutableEnumChecker") // never changes
  private final Form form;

  HlrcType(VirtualNetwork network, String way, String description, MessageField... fields) {
    form = Form.of(network, way, description, fields);
  }

  @Override
  public Form form() {
    return form;
  }
}
