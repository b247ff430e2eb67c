package dev.syncopate.study.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A file of a file system that locks no files; nothing else of it works. */
final class LocklessChannel extends FileChannel {
  private final IOException refusal;

  /** With what the file system says of a lock. */
  LocklessChannel(IOException refusal) {
    this.refusal = refusal;
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) throws IOException {
    throw refusal;
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) throws IOException {
    throw refusal;
  }

  private static UnsupportedOperationException unused() {
    return new UnsupportedOperationException("only locks are asked for");
  }

  @Override
  public int read(ByteBuffer target) {
    throw unused();
  }

  @Override
  public long read(ByteBuffer[] target, int offset, int length) {
    throw unused();
  }

  @Override
  public int read(ByteBuffer target, long position) {
    throw unused();
  }

  @Override
  public int write(ByteBuffer source) {
    throw unused();
  }

  @Override
  public long write(ByteBuffer[] source, int offset, int length) {
    throw unused();
  }

  @Override
  public int write(ByteBuffer source, long position) {
    throw unused();
  }

  @Override
  public long position() {
    throw unused();
  }

  @Override
  public FileChannel position(long position) {
    throw unused();
  }

  @Override
  public long size() {
    throw unused();
  }

  @Override
  public FileChannel truncate(long size) {
    throw unused();
  }

  @Override
  public void force(boolean metadata) {
    throw unused();
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) {
    throw unused();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count) {
    throw unused();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) {
    throw unused();
  }

  @Override
  protected void implCloseChannel() {}
}
