package dev.syncopate.ptx.ir;

import java.util.List;
import java.util.Map;

/**
 * A loaded PTX module. Programs are lowered per kernel once the module's variables have addresses.
 *
 * @param file name for messages
 * @param kernels names in order of appearance
 * @param unusable what is wrong with those of the kernels that cannot run, by name, in order
 * @param variables in order of appearance
 * @param linker lowers a kernel
 */
public record PtxModule(
    String file,
    List<String> kernels,
    Map<String, String> unusable,
    List<ModuleVariable> variables,
    Linker linker) {
  /** Lowers a kernel, given where the module's variables were put. */
  @FunctionalInterface
  public interface Linker {
    /**
     * @param kernel an entry of {@link PtxModule#kernels()}
     * @param addresses of every module variable: global ones as device addresses, constant ones as
     *     offsets into constant memory
     */
    Program link(String kernel, Map<String, Long> addresses);
  }
}
