package dev.syncopate.check.repair;

import dev.syncopate.check.scope.InstructionSite;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Edit of all instructions of a site that makes them synchronise more. */
public sealed interface ProgramEdit {
  /** The edited instructions, as they are without the edit. */
  InstructionSite site();

  /** The edit in words: what is written, and where. */
  String text();

  /**
   * A stronger order or a wider scope of an access or a fence.
   *
   * @param mnemonic without order and scope, as in {@code atom.cas}
   */
  record Strengthening(InstructionSite site, String mnemonic, MemoryOrder order, MemoryScope scope)
      implements ProgramEdit {
    /**
     * An order and a scope by their names in capitals.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static Strengthening of(
        InstructionSite site, String mnemonic, String orderName, String scopeName) {
      return new Strengthening(
          site, mnemonic, MemoryOrder.valueOf(orderName), MemoryScope.valueOf(scopeName));
    }

    /**
     * The mnemonic without order and scope of an instruction that is described; null for an
     * instruction that has no order.
     *
     * @param description as of {@link InstructionSite}
     */
    public static @Nullable String mnemonic(String description) {
      if (description.startsWith("fence.")) {
        return "fence";
      }
      if (description.endsWith("load") || description.startsWith("ld.")) {
        return "ld";
      }
      if (description.endsWith("store") || description.startsWith("st.")) {
        return "st";
      }
      boolean isAtomic = description.startsWith("atom.") || description.startsWith("red.");
      return isAtomic
          ? description.substring(0, description.indexOf('.', description.indexOf('.') + 1))
          : null;
    }

    /** The weakest strengthening of the same instruction that has what both have. */
    public Strengthening joined(Strengthening right) {
      return new Strengthening(
          site,
          mnemonic,
          joined(order, right.order),
          scope.compareTo(right.scope) >= 0 ? scope : right.scope);
    }

    private static MemoryOrder joined(MemoryOrder left, MemoryOrder right) {
      if (left == right || right == MemoryOrder.WEAK || right == MemoryOrder.RELAXED) {
        return left.compareTo(right) >= 0 ? left : right;
      }
      if (left == MemoryOrder.WEAK || left == MemoryOrder.RELAXED) {
        return right;
      }
      return left == MemoryOrder.SC || right == MemoryOrder.SC
          ? MemoryOrder.SC
          : MemoryOrder.ACQ_REL;
    }

    /** Its order in capitals. */
    public String orderName() {
      return order.name();
    }

    /** Its scope in capitals. */
    public String scopeName() {
      return scope.name();
    }

    /** The instruction that stands there then. */
    public String instruction() {
      return "%s.%s.%s".formatted(mnemonic, lower(order), lower(scope));
    }

    @Override
    public String text() {
      return "%s in place of %s".formatted(instruction(), described(site));
    }
  }

  /**
   * A fence next to an access.
   *
   * @param precedes whether it precedes the access
   */
  record AddedFence(InstructionSite site, boolean precedes, MemoryOrder order, MemoryScope scope)
      implements ProgramEdit {
    /**
     * A fence that acquires and releases at a scope, by its name in capitals.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static AddedFence acquiringAndReleasing(
        InstructionSite site, boolean precedes, String scopeName) {
      return new AddedFence(site, precedes, MemoryOrder.ACQ_REL, MemoryScope.valueOf(scopeName));
    }

    /** Its order in capitals. */
    public String orderName() {
      return order.name();
    }

    /** Its scope in capitals. */
    public String scopeName() {
      return scope.name();
    }

    /** The fence, as in {@code fence.acq_rel.gpu}. */
    public String instruction() {
      return "fence.%s.%s".formatted(lower(order), lower(scope));
    }

    @Override
    public String text() {
      return "%s %s %s".formatted(instruction(), precedes ? "before" : "after", described(site));
    }
  }

  /**
   * A barrier next to an access, for all threads that come there.
   *
   * @param precedes whether it precedes the access
   * @param ofWarp {@code __syncwarp()} of all lanes in place of {@code __syncthreads()}
   */
  record AddedBarrier(InstructionSite site, boolean precedes, boolean ofWarp)
      implements ProgramEdit {
    @Override
    public String text() {
      return "%s %s %s"
          .formatted(
              ofWarp ? "__syncwarp()" : "__syncthreads()",
              precedes ? "before" : "after",
              described(site));
    }
  }

  private static String described(InstructionSite site) {
    return "the %s at %s".formatted(site.description(), site.line());
  }

  private static String lower(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }
}
