package dev.syncopate.app.cuda.server;

/** Work that a program puts into a stream. */
enum StreamWork {
  LAUNCH(0, "a launch"),
  COPY(1, "a copy"),
  FILL(2, "a memset");

  final int number;

  /** Name in findings. */
  final String text;

  StreamWork(int number, String text) {
    this.number = number;
    this.text = text;
  }

  static StreamWork of(long number) {
    for (StreamWork work : values()) {
      if (work.number == number) {
        return work;
      }
    }
    throw new IllegalArgumentException("no work of a stream has the number " + number);
  }
}
