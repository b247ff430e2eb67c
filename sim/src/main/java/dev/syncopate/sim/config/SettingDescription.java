package dev.syncopate.sim.config;

import dev.syncopate.sim.config.Setting.Unit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The values of a {@link Setting}, whose methods say what they mean. */
record SettingDescription(
    String value, Unit unit, long min, long max, boolean powerOfTwo, String absent) {
  static SettingDescription of(Setting setting) {
    return new SettingDescription(
        setting.value(),
        setting.unit(),
        setting.min(),
        setting.max(),
        setting.powerOfTwo(),
        setting.absent());
  }

  static SettingDescription read(DataInput input) throws IOException {
    return new SettingDescription(
        input.readUTF(),
        Unit.valueOf(input.readUTF()),
        input.readLong(),
        input.readLong(),
        input.readBoolean(),
        input.readUTF());
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(value);
    out.writeUTF(unit.name());
    out.writeLong(min);
    out.writeLong(max);
    out.writeBoolean(powerOfTwo);
    out.writeUTF(absent);
  }
}
