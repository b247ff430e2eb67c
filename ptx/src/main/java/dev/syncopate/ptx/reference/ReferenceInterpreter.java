package dev.syncopate.ptx.reference;

import dev.syncopate.ptx.syntax.FunctionSyntax;
import dev.syncopate.ptx.syntax.ModuleSyntax;
import dev.syncopate.ptx.syntax.Parser;
import dev.syncopate.ptx.syntax.source.PtxSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a kernel one thread at a time. CTAs run one after the other, so that one that waits for
 * another ends in an error. It knows integers, predicates and memory; exchanges within a warp,
 * barriers, transactions, and calls: no floating point, no asynchronous copies.
 */
public final class ReferenceInterpreter {
  private final ModuleSyntax module;
  private final FunctionSyntax kernel;

  private ReferenceInterpreter(ModuleSyntax module, FunctionSyntax kernel) {
    this.module = module;
    this.kernel = kernel;
  }

  /**
   * The first kernel of a PTX text.
   *
   * @param file its name, for messages
   * @throws dev.syncopate.ptx.syntax.source.PtxException where the text is not PTX
   * @throws ReferenceException if it has no kernel whose parameters are all of 64 bits
   */
  public static ReferenceInterpreter of(String file, String text) {
    ModuleSyntax module = Parser.parse(new PtxSource(file, text));
    FunctionSyntax kernel =
        module.functions().stream()
            .filter(FunctionSyntax::kernel)
            .findFirst()
            .orElseThrow(() -> new ReferenceException(file + " has no kernel"));
    if (kernel.parameters().stream().anyMatch(parameter -> parameter.bytes() != Long.BYTES)) {
      throw new ReferenceException(
          "%s: every parameter of %s must be a pointer".formatted(file, kernel.name()));
    }
    return new ReferenceInterpreter(module, kernel);
  }

  /** The kernel's name. */
  public String kernel() {
    return kernel.name();
  }

  /** How many pointers the kernel takes. */
  public int parameters() {
    return kernel.parameters().size();
  }

  /**
   * Runs the kernel; what it stores to is in the buffers afterwards.
   *
   * @param buffers what its parameters point to, in order
   * @param backwards whether the last CTA and the last thread of each run first: a kernel whose
   *     result depends on it has a race
   * @throws ReferenceException if it does something without a defined result, such as waiting for
   *     threads that never come, or something that is not known here
   */
  public void run(ReferenceShape shape, byte[][] buffers, boolean backwards) {
    MemoryImage image = new MemoryImage(module, buffers);
    for (int i = 0; i < shape.ctas(); i++) {
      cta(image, shape, backwards ? shape.ctas() - 1 - i : i).run(backwards);
    }
  }

  private ReferenceCta cta(MemoryImage image, ReferenceShape shape, int number) {
    byte[] shared = new byte[image.sharedBytes];
    List<Lane> threads = new ArrayList<>();
    for (int i = 0; i < shape.threads(); i++) {
      Lane lane = new Lane(i, number, shape, new ReferenceSpaces(image, shared));
      FunctionFrame frame = new FunctionFrame(kernel, List.of(), 0);
      for (int p = 0; p < kernel.parameters().size(); p++) {
        LittleEndianBytes.write(
            frame.parameter(kernel.parameters().get(p)), 0, 8, image.global.get(p).address());
      }
      ControlFlow.enter(lane, frame);
      threads.add(lane);
    }
    return new ReferenceCta(module.source(), image, threads);
  }
}
