package dev.syncopate.workload.fuzz;

import dev.syncopate.workload.fuzz.program.KernelProgram;
import dev.syncopate.workload.fuzz.text.CudaText;
import java.util.List;

/** A way to write a kernel. */
public interface KernelForm {
  /**
   * The kernel as PTX.
   *
   * @throws FuzzException if it cannot be written in this way here
   */
  KernelTrial write(KernelProgram program);

  /**
   * Those of these names: {@code ptx} as the generator writes it, or the compiler {@code nvcc} or
   * {@code clang}.
   *
   * @throws FuzzException if one is unknown
   */
  static List<KernelForm> named(List<String> names) {
    return names.stream().map(KernelForm::named).toList();
  }

  private static KernelForm named(String name) {
    return switch (name) {
      case "ptx" -> KernelTrial::of;
      case "nvcc" -> compiled(KernelCompiler.NVCC);
      case "clang" -> compiled(KernelCompiler.CLANG);
      default ->
          throw new FuzzException(
              "kernels can be written as ptx, nvcc or clang, found '" + name + "'");
    };
  }

  private static KernelForm compiled(KernelCompiler compiler) {
    return program ->
        KernelTrial.of(
            program,
            "seed-%d.%s.ptx".formatted(program.seed(), compiler.label()),
            compiler.compile(CudaText.of(program)));
  }
}
