package dev.syncopate.app.cli;

/** The program's entry. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.out.println("Syncopate");
  }
}
