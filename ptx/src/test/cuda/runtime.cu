// Functions of the runtime.
#include <cassert>
#include <cstdio>
extern "C" __global__ void prints(int *out, double d) {
  printf("hello %d %f %s\n", out[0], d, "text");
  printf("no arguments\n");
  int n = printf("%p %c %lld\n", out, 'x', (long long)out[1]);
  out[2] = n;
}
extern "C" __global__ void asserts(int *out) {
  assert(out[0] > 0 && "positive");
  if (out[1] == 3) __trap();
  if (out[2] == 4) asm volatile("exit;");
  out[3] = 1;
}
extern "C" __global__ void allocates(int *out, int n) {
  int *p = (int *)malloc(n * sizeof(int));
  if (!p) return;
  for (int i = 0; i < n; i++) p[i] = i;
  out[0] = p[n - 1];
  free(p);
  int *q = new int[4];
  q[out[1] & 3] = 7;
  out[2] = q[2];
  delete[] q;
}
