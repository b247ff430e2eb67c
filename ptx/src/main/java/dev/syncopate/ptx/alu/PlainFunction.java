package dev.syncopate.ptx.alu;

/** A function given by an expression: for what is not hot enough to deserve a class. */
public final class PlainFunction extends LaneFunction {
  /** Operation of one lane. */
  public interface Operation {
    long apply(long a, long b, long c);
  }

  private final Operation operation;

  public PlainFunction(String mnemonic, int arity, Cost cost, Operation operation) {
    super(mnemonic, arity, cost);
    this.operation = operation;
  }

  /** The expression. */
  public Operation operation() {
    return operation;
  }

  @Override
  public long apply(long a, long b, long c) {
    return operation.apply(a, b, c);
  }
}
