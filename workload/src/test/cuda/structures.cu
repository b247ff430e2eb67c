// Kernels whose parameters are structures passed by value, for tests of argument layout.
struct Inner {
  char tag;
  double weight;
};

struct Task {
  const unsigned *in;
  short step;
  int count;
  float scale;
  Inner inner;
  unsigned char flag;
};

// One value of each member, so that a member at a wrong place is seen by itself.
extern "C" __global__ void unpack(Task task, double *out) {
  out[0] = task.in[1];
  out[1] = task.step;
  out[2] = task.count;
  out[3] = task.scale;
  out[4] = task.inner.tag;
  out[5] = task.inner.weight;
  out[6] = task.flag;
}

extern "C" __global__ void scaled(int n, float4 factor, float *out) {
  int i = threadIdx.x;
  if (i < n) {
    out[i] = i * factor.x + factor.w;
  }
}
