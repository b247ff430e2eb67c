package dev.syncopate.sim.config;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why a file cannot be read or written, in words: Java's own messages are class names or paths. */
public final class FileErrors {
  private static final String UNKNOWN = "input or output failed";

  private FileErrors() {}

  /** Why it failed. */
  public static String reason(UncheckedIOException e) {
    IOException cause = e.getCause();
    return cause == null ? UNKNOWN : reason(cause);
  }

  /** Why it failed; the file is not named. */
  public static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "no such file or folder";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "it is there already";
      case NotDirectoryException _ -> "not a folder";
      case DirectoryNotEmptyException _ -> "the folder is not empty";
      case CharacterCodingException _ -> "found bytes that are not UTF-8";
      case EOFException _ -> "it ends too early";
      case FileSystemException system when system.getReason() != null -> system.getReason();
      default -> plain(e);
    };
  }

  private static String plain(IOException e) {
    String message = e.getMessage();
    Throwable cause = e.getCause();
    boolean wraps = cause != null && cause.toString().equals(message);
    return message == null || message.isBlank() || wraps ? UNKNOWN : message;
  }
}
