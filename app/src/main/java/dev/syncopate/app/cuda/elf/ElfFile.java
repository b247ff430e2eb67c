package dev.syncopate.app.cuda.elf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The sections of an object file (System V ABI, "Object Files").
 *
 * @param needed shared libraries it is linked with ({@code DT_NEEDED}), in order
 * @param sections their names
 * @param functions names of those that its symbol table defines; empty for one that was stripped
 * @param imports names of what it has from shared libraries, sorted
 */
public record ElfFile(
    List<String> needed, List<String> sections, Set<String> functions, Set<String> imports) {
  private static final int HEADER = 64;
  private static final int SECTION_HEADER = 64;
  private static final int SYMBOL = 24;
  private static final int DYNAMIC_ENTRY = 16;
  private static final int SYMTAB = 2;
  private static final int DYNAMIC = 6;
  private static final int DYNSYM = 11;
  private static final long DT_NEEDED = 1;
  private static final int FUNCTION = 2;

  /** A section's place in the file. */
  private record Section(String name, int type, long offset, long size, int link) {}

  /**
   * Reads a file.
   *
   * @return empty if it is none of this kind, or damaged
   */
  public static Optional<ElfFile> read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      if (channel.size() < HEADER || channel.size() > Integer.MAX_VALUE) {
        return Optional.empty();
      }
      ByteBuffer content =
          channel.map(MapMode.READ_ONLY, 0, channel.size()).order(ByteOrder.LITTLE_ENDIAN);
      if (content.getInt(0) != 0x464c457f || content.get(4) != 2 || content.get(5) != 1) {
        return Optional.empty();
      }
      return Optional.of(new Reader(content).read());
    } catch (IndexOutOfBoundsException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** Whether it has a section of this name. */
  public boolean hasSection(String name) {
    return sections.contains(name);
  }

  private static final class Reader {
    private final ByteBuffer content;
    private final List<Section> sections = new ArrayList<>();

    Reader(ByteBuffer content) {
      this.content = content;
    }

    ElfFile read() {
      int count = content.getShort(60) & 0xffff;
      int names = content.getShort(62) & 0xffff;
      long table = content.getLong(40);
      long strings = count == 0 ? 0 : content.getLong(at(table, names, SECTION_HEADER) + 24);
      for (int i = 0; i < count; i++) {
        int header = at(table, i, SECTION_HEADER);
        sections.add(
            new Section(
                text(strings + content.getInt(header)),
                content.getInt(header + 4),
                content.getLong(header + 24),
                content.getLong(header + 32),
                content.getInt(header + 40)));
      }
      List<String> needed = new ArrayList<>();
      Set<String> functions = new TreeSet<>();
      Set<String> imports = new TreeSet<>();
      for (Section section : sections) {
        switch (section.type()) {
          case DYNAMIC -> needed(section, needed);
          case SYMTAB -> functions(section, functions);
          case DYNSYM -> imports(section, imports);
          default -> {}
        }
      }
      return new ElfFile(needed, sections.stream().map(Section::name).toList(), functions, imports);
    }

    private void needed(Section section, List<String> target) {
      long strings = sections.get(section.link()).offset();
      for (int i = 0; i < section.size() / DYNAMIC_ENTRY; i++) {
        int entry = at(section.offset(), i, DYNAMIC_ENTRY);
        if (content.getLong(entry) == DT_NEEDED) {
          target.add(text(strings + content.getLong(entry + 8)));
        }
      }
    }

    private void functions(Section section, Set<String> target) {
      long strings = sections.get(section.link()).offset();
      for (int i = 0; i < section.size() / SYMBOL; i++) {
        int symbol = at(section.offset(), i, SYMBOL);
        boolean defined = content.getShort(symbol + 6) != 0;
        if (defined && (content.get(symbol + 4) & 0xf) == FUNCTION) {
          target.add(text(strings + (content.getInt(symbol) & 0xffff_ffffL)));
        }
      }
    }

    private void imports(Section section, Set<String> target) {
      long strings = sections.get(section.link()).offset();
      for (int i = 1; i < section.size() / SYMBOL; i++) {
        int symbol = at(section.offset(), i, SYMBOL);
        if (content.getShort(symbol + 6) == 0) {
          target.add(text(strings + (content.getInt(symbol) & 0xffff_ffffL)));
        }
      }
    }

    private static int at(long table, int index, int size) {
      return Math.toIntExact(table + (long) index * size);
    }

    private String text(long offset) {
      int start = Math.toIntExact(offset);
      int end = start;
      while (content.get(end) != 0) {
        end++;
      }
      byte[] bytes = new byte[end - start];
      content.get(start, bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
