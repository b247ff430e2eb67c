package dev.syncopate.workload.dnn.layer;

/**
 * Extents of a batch of images, stored in this order, columns fastest.
 *
 * @param images of the batch
 * @param channels of an image
 * @param height rows of a channel
 * @param width columns of a channel
 */
public record TensorShape(int images, int channels, int height, int width) {
  /** Elements; a tensor has at most {@link Tensor#MOST}. */
  public long elements() {
    return (long) images * channels * height * width;
  }

  /** Elements of a channel. */
  public int area() {
    return height * width;
  }

  /** The same batch with other images. */
  public TensorShape with(int otherChannels, int otherHeight, int otherWidth) {
    return new TensorShape(images, otherChannels, otherHeight, otherWidth);
  }

  @Override
  public String toString() {
    return images + "," + channels + "," + height + "," + width;
  }
}
