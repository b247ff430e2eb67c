package dev.syncopate.model.litmus;

import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.SourceText;
import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.TokenStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Reads what declarations, instructions and conditions all have: numbers, registers, places. */
public final class TermReader {
  private static final Pattern REGISTER = Pattern.compile("r[0-9]+|%[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern LABEL = Pattern.compile("LC[0-9]+");
  private static final Pattern LOCATION = Pattern.compile("_*[A-Za-z]+[A-Za-z0-9_]*");

  final TokenStream tokens;

  /** Where locations were named so far. */
  final List<Token> locations = new ArrayList<>();

  /** Takes each register that is named. */
  Set<String> registers = new TreeSet<>();

  /** Names other than {@code r0} that are registers of the thread that is read. */
  Set<String> namedRegisters = Set.of();

  /** Whether any name before a colon is a label. */
  boolean anyLabel;

  /** Whether the CPU runs the thread that is read. */
  boolean onCpu;

  TermReader(SourceText source, int start) {
    this.tokens = new TokenStream(source, LitmusLexer.cut(source, start));
  }

  /** The tokens that are read. */
  public TokenStream tokens() {
    return tokens;
  }

  /** Whether a register is next. */
  public boolean atRegister() {
    return tokens.peek().kind() == Token.Kind.NAME
        && (REGISTER.matcher(tokens.peek().text()).matches()
            || namedRegisters.contains(tokens.peek().text()));
  }

  boolean atLabel() {
    return tokens.peek().kind() == Token.Kind.NAME
        && (LABEL.matcher(tokens.peek().text()).matches()
            || (anyLabel && tokens.peekSecond().is(":")));
  }

  boolean atLocation() {
    return tokens.peek().kind() == Token.Kind.NAME
        && !atRegister()
        && !atLabel()
        && LOCATION.matcher(tokens.peek().text()).matches();
  }

  boolean atNumber() {
    return tokens.peek().kind() == Token.Kind.NUMBER || tokens.peek().is("-");
  }

  /** A register. */
  public String register() {
    if (!atRegister()) {
      throw tokens.unexpected("a register such as `r0`");
    }
    return take();
  }

  /** A register of any name, behind its thread. */
  String registerOfThread() {
    if (tokens.peek().kind() != Token.Kind.NAME) {
      throw tokens.unexpected("a register such as `r0`");
    }
    return take();
  }

  private String take() {
    String register = tokens.take().text();
    registers.add(register);
    return register;
  }

  String label() {
    if (!atLabel()) {
      throw tokens.unexpected("a label such as `LC00`");
    }
    return tokens.take().text();
  }

  /** A location. */
  public String location() {
    if (!atLocation()) {
      throw tokens.unexpected("a location such as `x`");
    }
    locations.add(tokens.peek());
    return tokens.take().text();
  }

  /** A number, decimal (maybe negative) or hexadecimal. */
  long number() {
    boolean negative = tokens.accept("-");
    Token token = tokens.expect(Token.Kind.NUMBER, "a number");
    try {
      String digits = token.text();
      if (digits.startsWith("0x")) {
        long value = Long.parseUnsignedLong(digits.substring(2), 16);
        return negative ? -value : value;
      }
      return Long.parseLong(negative ? "-" + digits : digits);
    } catch (NumberFormatException e) {
      throw tokens.source().unexpected(token.offset(), token.described(), "a number of 64 bits");
    }
  }

  /** A number of threads, blocks, GPUs. */
  public int index(String description) {
    Token token = tokens.peek();
    long value = number();
    if (value < 0 || value > 9999) {
      throw tokens
          .source()
          .unexpected(token.offset(), "`" + value + "`", description + " of 0 to 9999");
    }
    return (int) value;
  }

  /** The 1 of {@code P1}. */
  public int thread() {
    Token token = tokens.peek();
    if (token.kind() != Token.Kind.NAME || !token.text().matches("P[0-9]{1,4}")) {
      throw tokens.unexpected("a thread such as `P0`");
    }
    tokens.take();
    return Integer.parseInt(token.text(), 1, token.text().length(), 10);
  }

  /** An exception at a token. */
  public SourceException error(Token token, String problem) {
    return tokens.source().error(token.offset(), problem);
  }

  /** A location, or a register that holds one's address; with or without brackets. */
  public LitmusOperand address() {
    boolean bracketed = tokens.accept("[");
    LitmusOperand address;
    if (atRegister()) {
      address = new LitmusOperand.Register(register());
    } else if (atLocation()) {
      address = new LitmusOperand.Location(location());
    } else {
      throw tokens.unexpected("a location or a register that holds an address");
    }
    if (bracketed) {
      tokens.expect("]");
    }
    return address;
  }

  /** A register's value, a number, or the address of a location. */
  public LitmusOperand value() {
    if (atRegister()) {
      return new LitmusOperand.Register(register());
    }
    if (tokens.accept("&") || atLocation()) {
      return new LitmusOperand.Location(location());
    }
    if (!atNumber()) {
      throw tokens.unexpected("a register, a number or a location");
    }
    return new LitmusOperand.Constant(number());
  }
}
