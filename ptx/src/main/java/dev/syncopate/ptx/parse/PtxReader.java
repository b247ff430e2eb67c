package dev.syncopate.ptx.parse;

import dev.syncopate.ptx.ir.Module;
import dev.syncopate.ptx.lower.ModuleLowering;
import dev.syncopate.ptx.syntax.Parser;
import dev.syncopate.ptx.syntax.source.PtxException;
import dev.syncopate.ptx.syntax.source.SourceText;

/** Reads PTX. */
public final class PtxReader {
  private PtxReader() {}

  /**
   * The module of a PTX text, checked: constructs that cannot be executed are refused here.
   *
   * @param fileName its name, for messages
   * @param text all of it
   * @throws PtxException where the text is not PTX, or uses what is not supported
   */
  public static Module read(String fileName, String text) {
    return ModuleLowering.lower(Parser.parse(new SourceText(fileName, text)));
  }
}
