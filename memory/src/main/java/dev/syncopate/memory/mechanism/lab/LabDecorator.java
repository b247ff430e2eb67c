package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolDecorator;
import dev.syncopate.memory.protocol.RefuterFile;
import java.util.List;
import java.util.Optional;

/** Local atomic buffers in front of a protocol: {@code gpu+lab64}, {@code gpu+lab-unlimited}. */
public final class LabDecorator implements ProtocolDecorator {
  private static final String UNLIMITED = "unlimited";

  @Override
  public String name() {
    return "lab";
  }

  @Override
  public String sizes() {
    return "N|" + UNLIMITED;
  }

  @Override
  public String summary() {
    return "local atomic buffer of N lines in front of each L1";
  }

  @Override
  public boolean accepts(String size) {
    return size.equals(UNLIMITED) || size.matches("[1-9][0-9]{0,5}");
  }

  /** The one that lab §IV-B gives the SRAM of. */
  @Override
  public String usualSize() {
    return "64";
  }

  /** Every second line evicts. */
  @Override
  public String smallestSize() {
    return "1";
  }

  /** L1s that send updates on, and L1s that own what they update. */
  @Override
  public List<String> mutantsOn() {
    return List.of("gpu+lab2", "denovo+lab2");
  }

  @Override
  public List<RefuterFile> refuters() {
    return RefuterFile.in(LabDecorator.class, "comm-wide", "comm-neighbour");
  }

  @Override
  public String setting(String size) {
    return "mechanisms.lab.entries=" + size;
  }

  @Override
  public Optional<String> sizeOn(MemoryConfig machine) {
    LabSettings lab = machine.settings(LabSettings.class);
    return lab.present() ? Optional.of(size(lab)) : Optional.empty();
  }

  /** The size of a buffer with at least one entry. */
  static String size(LabSettings lab) {
    return lab.unlimited() ? UNLIMITED : Integer.toString(lab.entries());
  }

  @Override
  public Protocol before(Protocol inner, MemoryConfig machine) {
    return new LabProtocol(inner, machine.settings(LabSettings.class));
  }

  @Override
  public Protocol before(Protocol inner, String size) {
    int entries = size.equals(UNLIMITED) ? LabSettings.UNLIMITED : Integer.parseInt(size);
    return new LabProtocol(inner, LabSettings.of(entries));
  }
}
