// LU decomposition without pivoting in blocks of BLOCK x BLOCK, right-looking (Golub, Van Loan): the block on the diagonal,
// those right of it and below it, then all the others. An element is updated by one column after the other, so that it is
// rounded as in the textbook's three loops. The matrix is row-major, of whole blocks.
#include "classic/exact.cuh"

static const int BLOCK = 16;

static __device__ __forceinline__ float less(float element, float left, float above) {
  return exact::fused(-left, above, element);
}

// A CTA of BLOCK x BLOCK threads.
extern "C" __global__ void lud_diagonal(float *matrix, int pitch, int step) {
  __shared__ float tile[BLOCK][BLOCK];
  int x = threadIdx.x;
  int y = threadIdx.y;
  float *at = matrix + (step * BLOCK + y) * pitch + step * BLOCK + x;
  tile[y][x] = *at;
  __syncthreads();
  for (int k = 0; k < BLOCK - 1; k++) {
    if (y > k && x == k) {
      tile[y][k] = exact::divide(tile[y][k], tile[k][k]);
    }
    __syncthreads();
    if (y > k && x > k) {
      tile[y][x] = less(tile[y][x], tile[y][k], tile[k][x]);
    }
    __syncthreads();
  }
  *at = tile[y][x];
}

// CTAs with an even number have a block right of the diagonal, the others one below it.
extern "C" __global__ void lud_perimeter(float *matrix, int pitch, int step) {
  __shared__ float diagonal[BLOCK][BLOCK];
  __shared__ float tile[BLOCK][BLOCK];
  int x = threadIdx.x;
  int y = threadIdx.y;
  int other = step + 1 + blockIdx.x / 2;
  bool right = blockIdx.x % 2 == 0;
  int row = (right ? step : other) * BLOCK + y;
  int column = (right ? other : step) * BLOCK + x;
  diagonal[y][x] = matrix[(step * BLOCK + y) * pitch + step * BLOCK + x];
  tile[y][x] = matrix[row * pitch + column];
  __syncthreads();
  for (int k = 0; k < BLOCK; k++) {
    if (!right && x == k) {
      tile[y][k] = exact::divide(tile[y][k], diagonal[k][k]);
    }
    __syncthreads();
    if (right && y > k) {
      tile[y][x] = less(tile[y][x], diagonal[y][k], tile[k][x]);
    }
    if (!right && x > k) {
      tile[y][x] = less(tile[y][x], tile[y][k], diagonal[k][x]);
    }
    __syncthreads();
  }
  matrix[row * pitch + column] = tile[y][x];
}

// All blocks right of and below the diagonal one.
extern "C" __global__ void lud_internal(float *matrix, int pitch, int step) {
  __shared__ float left[BLOCK][BLOCK];
  __shared__ float above[BLOCK][BLOCK];
  int x = threadIdx.x;
  int y = threadIdx.y;
  int row = (step + 1 + blockIdx.y) * BLOCK + y;
  int column = (step + 1 + blockIdx.x) * BLOCK + x;
  left[y][x] = matrix[row * pitch + step * BLOCK + x];
  above[y][x] = matrix[(step * BLOCK + y) * pitch + column];
  __syncthreads();
  float element = matrix[row * pitch + column];
  for (int k = 0; k < BLOCK; k++) {
    element = less(element, left[y][k], above[k][x]);
  }
  matrix[row * pitch + column] = element;
}
