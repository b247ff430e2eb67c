// Functions that call themselves, directly, through others and through pointers.
extern "C" {
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

__device__ int odd(int n);
__device__ __noinline__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ __noinline__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }

__device__ __noinline__ void quicksort(int *a, int low, int high) {
  if (low >= high) return;
  int pivot = a[(low + high) / 2], i = low, j = high;
  while (i <= j) {
    while (a[i] < pivot) i++;
    while (a[j] > pivot) j--;
    if (i <= j) {
      int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
  quicksort(a, low, j);
  quicksort(a, i, high);
}

// An array on the stack of each activation, of which the callee writes the caller's.
__device__ __noinline__ int digits(int n, int *callers, int at) {
  int mine[4];
  for (int i = 0; i < 4; i++) mine[i] = n + i;
  callers[at & 3] += n;
  int below = n > 0 ? digits(n - 1, mine, n) : 0;
  return below + mine[n & 3] + mine[(n + 1) & 3];
}

__device__ double power(double x, int n) {
  if (n == 0) return 1.0;
  double half = power(x, n / 2);
  return n & 1 ? half * half * x : half * half;
}

typedef int (*step)(int n, int kind);
__device__ int up(int n, int kind);
__device__ int down(int n, int kind);
__device__ step steps[2] = {up, down};
__device__ __noinline__ int up(int n, int kind) { return n <= 0 ? 1 : n + steps[kind >> n & 1](n - 1, kind); }
__device__ __noinline__ int down(int n, int kind) { return n <= 0 ? 2 : 3 * n - steps[~kind >> n & 1](n - 2, kind); }

__global__ void fibonaccis(int *out) { out[threadIdx.x] = fibonacci(threadIdx.x % 13); }
__global__ void ackermanns(unsigned *out) { out[threadIdx.x] = ackermann(threadIdx.x % 3, threadIdx.x % 5); }
__global__ void parities(int *out) { out[threadIdx.x] = even(threadIdx.x); }
__global__ void sorts(int *a, int n) { quicksort(a + threadIdx.x * n, 0, n - 1); }
__global__ void arrays(int *out) {
  int mine[4] = {1, 2, 3, 4};
  int sum = digits(threadIdx.x % 7, mine, threadIdx.x);
  out[threadIdx.x] = sum + 1000 * mine[threadIdx.x & 3];
}
__global__ void powers(double *out) { out[threadIdx.x] = power(1.0 + threadIdx.x, threadIdx.x % 9); }
__global__ void pointers(int *out) { out[threadIdx.x] = steps[threadIdx.x & 1](threadIdx.x % 11, threadIdx.x * 37); }
}
