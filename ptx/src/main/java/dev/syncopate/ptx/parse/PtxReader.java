package dev.syncopate.ptx.parse;

import dev.syncopate.ptx.ir.PtxModule;
import dev.syncopate.ptx.lower.ModuleLowering;
import dev.syncopate.ptx.syntax.Parser;
import dev.syncopate.ptx.syntax.source.PtxException;
import dev.syncopate.ptx.syntax.source.PtxSource;

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
  public static PtxModule read(String fileName, String text) {
    return ModuleLowering.lower(Parser.parse(new PtxSource(fileName, text)));
  }
}
