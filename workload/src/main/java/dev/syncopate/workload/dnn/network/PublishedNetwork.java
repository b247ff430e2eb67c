package dev.syncopate.workload.dnn.network;

import dev.syncopate.workload.dnn.layer.TensorShape;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The networks that lab Table III trains, with the sides of its images. */
public enum PublishedNetwork {
  /**
   * Krizhevsky, Sutskever, Hinton, "ImageNet classification with deep convolutional neural
   * networks", NIPS 2012, section 3.5; without local response normalisation and dropout.
   */
  ALEXNET(227) {
    @Override
    void layers(NetworkBuilder net) {
      net.convolution(96, 11, 4, 0).relu().maximum(3, 2, 0);
      net.convolution(256, 5, 1, 2, 2, true).relu().maximum(3, 2, 0);
      net.convolution(384, 3, 1, 1).relu();
      net.convolution(384, 3, 1, 1, 2, true).relu();
      net.convolution(256, 3, 1, 1, 2, true).relu().maximum(3, 2, 0);
      net.connect(4096).relu().connect(4096).relu().connect(1000).lose();
    }
  },

  /**
   * Simonyan, Zisserman, "Very deep convolutional networks for large-scale image recognition", ICLR
   * 2015, table 1, column E; without dropout.
   */
  VGG19(112) {
    @Override
    void layers(NetworkBuilder net) {
      int[][] blocks = {{64, 2}, {128, 2}, {256, 4}, {512, 4}, {512, 4}};
      for (int[] block : blocks) {
        for (int i = 0; i < block[1]; i++) {
          net.convolution(block[0], 3, 1, 1).relu();
        }
        net.maximum(2, 2, 0);
      }
      net.connect(4096).relu().connect(4096).relu().connect(1000).lose();
    }
  },

  /**
   * Iandola et al., "SqueezeNet: AlexNet-level accuracy with 50x fewer parameters",
   * arXiv:1602.07360, table 1; without dropout.
   */
  SQUEEZENET(224) {
    @Override
    void layers(NetworkBuilder net) {
      net.convolution(96, 7, 2, 0).relu().maximum(3, 2, 0);
      fires(net, 16, 16, 32);
      net.maximum(3, 2, 0);
      fires(net, 32, 48, 48, 64);
      net.maximum(3, 2, 0);
      fires(net, 64);
      net.convolution(1000, 1, 1, 0).relu().average().lose();
    }

    private void fires(NetworkBuilder net, int... squeezed) {
      for (int filters : squeezed) {
        net.convolution(filters, 1, 1, 0).relu().expand(4 * filters).relu();
      }
    }
  },

  /**
   * Redmon, Farhadi, "YOLO9000: better, faster, stronger", CVPR 2017, and the small network of its
   * project, for 20 classes: five boxes of 25 values a place. Its loss, a sum of squares, is
   * replaced by the softmax loss of all values of an image.
   */
  TINY_YOLO(416) {
    @Override
    void layers(NetworkBuilder net) {
      for (int filters : new int[] {16, 32, 64, 128, 256}) {
        normalised(net, filters).maximum(2, 2, 0);
      }
      normalised(net, 512).maximumOfEach(2);
      normalised(net, 1024);
      normalised(net, 1024);
      net.convolution(125, 1, 1, 0).lose();
    }

    private NetworkBuilder normalised(NetworkBuilder net, int filters) {
      return net.convolution(filters, 3, 1, 1, 1, false).normalise().leaky(0.1f);
    }
  },

  /**
   * He, Zhang, Ren, Sun, "Deep residual learning for image recognition", CVPR 2016, table 1, 50
   * layers, shortcuts of option B.
   */
  RESNET(256) {
    private static final int WIDER = 4;

    @Override
    void layers(NetworkBuilder net) {
      net.convolution(64, 7, 2, 3, 1, false).normalise().relu().maximum(3, 2, 1);
      int[][] stages = {{64, 3, 1}, {128, 4, 2}, {256, 6, 2}, {512, 3, 2}};
      for (int[] stage : stages) {
        for (int i = 0; i < stage[1]; i++) {
          block(net, stage[0], i == 0 ? stage[2] : 1, i == 0);
        }
      }
      net.average().connect(1000).lose();
    }

    private void block(NetworkBuilder net, int filters, int stride, boolean projects) {
      int start = net.here();
      int shortcut = start;
      if (projects) {
        net.convolution(WIDER * filters, 1, stride, 0, 1, false).normalise();
        shortcut = net.here();
      }
      net.from(start).convolution(filters, 1, stride, 0, 1, false).normalise().relu();
      net.convolution(filters, 3, 1, 1, 1, false).normalise().relu();
      net.convolution(WIDER * filters, 1, 1, 0, 1, false).normalise();
      net.plus(shortcut).relu();
    }
  };

  /** Images of lab Table III's batch. */
  public static final int BATCH = 16;

  private static final int COLOURS = 3;

  /** Sides below would leave nothing for the last layers. */
  private static final int LEAST_SIDE = 32;

  private final int side;

  PublishedNetwork(int side) {
    this.side = side;
  }

  abstract void layers(NetworkBuilder net);

  /** What people type, for example {@code tiny-yolo}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All labels. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(PublishedNetwork::label).toList();
  }

  /** The network of that label. */
  public static PublishedNetwork of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /**
   * The layers.
   *
   * @param images of the batch
   * @param shrink what divides channels, rounded up to even, and the images' sides, which stay at
   *     least 32; 1 for the network as published
   */
  public NeuralNetwork network(int images, int shrink) {
    int shrunk = Math.max(LEAST_SIDE, Math.ceilDiv(side, shrink));
    NetworkBuilder net =
        new NetworkBuilder(new TensorShape(images, COLOURS, shrunk, shrunk), shrink);
    layers(net);
    return net.build();
  }
}
