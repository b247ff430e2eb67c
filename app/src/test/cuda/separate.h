// What the two objects of a program with separate compilation (nvcc -rdc=true) share.
#include <cstring>

#include "check.h"

template <class T>
struct Box {
  T value;
  __device__ T next() const;
};
template <class T>
__device__ __noinline__ T Box<T>::next() const {
  return value + 1;
}

// A kernel that both objects have, with shared memory of its own.
template <class T>
__global__ void fill(T* out, T value) {
  __shared__ T all[32];
  all[threadIdx.x] = value;
  __syncthreads();
  Box<T> box{all[31 - threadIdx.x]};
  out[threadIdx.x] = box.next();
}

struct Shape {
  int size;
  __device__ virtual int area(int of) const;
};

extern __managed__ int visits;
extern __constant__ float coefficients[4];
extern __device__ int* cursor;
typedef int (*Function)(int);
extern __device__ Function chosen;
__device__ int weighted(int x);

void other(int* out);
void launching(int* out);
