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

  static SettingDescription read(DataInput in) throws IOException {
    return new SettingDescription(
        in.readUTF(),
        Unit.valueOf(in.readUTF()),
        in.readLong(),
        in.readLong(),
        in.readBoolean(),
        in.readUTF());
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
