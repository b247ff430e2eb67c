package dev.syncopate.ptx.alu.floating;

import dev.syncopate.ptx.alu.FloatFormat;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.LanePredicate;
import dev.syncopate.ptx.alu.Mnemonic;
import org.jspecify.annotations.Nullable;

/** {@code testp}: what kind of number the first operand is. */
public final class NumberTest extends LanePredicate {
  private enum Kind {
    FINITE,
    INFINITE,
    NUMBER,
    NOTANUMBER,
    NORMAL,
    SUBNORMAL
  }

  private final Kind kind;
  private final FloatFormat format;

  private NumberTest(String mnemonic, Kind kind, FloatFormat format) {
    super(mnemonic, format == FloatFormat.F64 ? Cost.DOUBLE : Cost.FLOAT);
    this.kind = kind;
    this.format = format;
  }

  public static @Nullable NumberTest build(Mnemonic m, FloatFormat format) {
    for (Kind kind : Kind.values()) {
      String name = kind.name().toLowerCase(java.util.Locale.ROOT);
      if (m.has(name) && m.only(name)) {
        return new NumberTest(m.text, kind, format);
      }
    }
    return null;
  }

  @Override
  public boolean test(long a, long b) {
    long magnitude = format.magnitude(a);
    boolean tiny = format.magnitude(format.flush(a)) == 0;
    return switch (kind) {
      case FINITE -> magnitude < format.infinity();
      case INFINITE -> magnitude == format.infinity();
      case NUMBER -> magnitude <= format.infinity();
      case NOTANUMBER -> magnitude > format.infinity();
      case NORMAL -> magnitude < format.infinity() && !tiny;
      case SUBNORMAL -> magnitude != 0 && tiny;
    };
  }
}
