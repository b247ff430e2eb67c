package dev.syncopate.memory.protocol.text;

/** A {@link ProtocolPage} for a terminal. */
public final class ProtocolText {
  private ProtocolText() {}

  /** Its sections one after the other, cells in columns. */
  public static String of(ProtocolPage page) {
    StringBuilder text = new StringBuilder();
    text.append(page.protocol()).append(": ").append(page.summary()).append(".\n");
    for (ProtocolPage.Section section : page.sections()) {
      Columns columns = new Columns();
      if (!section.header().isEmpty()) {
        columns.row(section.header());
      }
      section.rows().forEach(columns::row);
      text.append('\n').append(section.title()).append('\n').append(columns.text());
      if (!section.note().isEmpty()) {
        text.append('\n').append(section.note()).append('\n');
      }
    }
    return text.toString();
  }
}
