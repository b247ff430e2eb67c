package dev.syncopate.sim.config;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A configuration record: the values of its {@link Section}, and those of each component's {@link
 * Setting}.
 *
 * @param key {@link Section#name}; empty for a record that is no member of an open section
 * @param meaning {@link Section#value}, or empty
 * @param settings by component, in order
 */
record RecordDescription(String key, String meaning, Map<String, SettingDescription> settings) {
  /** Reads a record's annotations. */
  static RecordDescription annotated(Class<?> recordType) {
    Map<String, SettingDescription> settings = new LinkedHashMap<>();
    for (RecordComponent component : recordType.getRecordComponents()) {
      Setting setting = component.getAnnotation(Setting.class);
      if (setting == null) {
        throw new IllegalArgumentException(
            recordType.getName() + "." + component.getName() + " lacks @Setting");
      }
      settings.put(component.getName(), SettingDescription.of(setting));
    }
    Section section = recordType.getAnnotation(Section.class);
    return new RecordDescription(
        section == null ? "" : section.name(), section == null ? "" : section.value(), settings);
  }

  static RecordDescription read(DataInput input) throws IOException {
    String key = input.readUTF();
    String meaning = input.readUTF();
    Map<String, SettingDescription> settings = new LinkedHashMap<>();
    for (int remaining = input.readInt(); remaining > 0; remaining--) {
      settings.put(input.readUTF(), SettingDescription.read(input));
    }
    return new RecordDescription(key, meaning, settings);
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(key);
    out.writeUTF(meaning);
    out.writeInt(settings.size());
    for (Map.Entry<String, SettingDescription> setting : settings.entrySet()) {
      out.writeUTF(setting.getKey());
      setting.getValue().write(out);
    }
  }
}
