// Gaussian elimination without pivoting, a column at a time: the multipliers of the rows below, then these rows. The host
// substitutes back. The matrix is row-major; multipliers are kept for other right-hand sides.
#include "classic/exact.cuh"

extern "C" __global__ void gaussian_multipliers(const float *matrix, float *multiplier, int n, int column) {
  int row = column + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    multiplier[row * n + column] = exact::divide(matrix[row * n + column], matrix[column * n + column]);
  }
}

extern "C" __global__ void gaussian_update(float *matrix, float *right, const float *multiplier, int n, int column) {
  int x = column + blockIdx.x * blockDim.x + threadIdx.x;
  int row = column + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && row < n) {
    float factor = -multiplier[row * n + column];
    matrix[row * n + x] = exact::fused(factor, matrix[column * n + x], matrix[row * n + x]);
    if (x == column) {
      right[row] = exact::fused(factor, right[column], right[row]);
    }
  }
}
