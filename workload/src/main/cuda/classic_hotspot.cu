// Temperatures of a chip by its power (Huang et al. 2006, "HotSpot"): a network of thermal resistances and capacities, one
// explicit step a launch. A CTA has a tile of TILE x TILE places and its neighbours in shared memory. Beyond its border the
// chip goes on as at its border.
#include "classic/exact.cuh"

using exact::add;
using exact::fused;
using exact::subtract;

static const int TILE = 16;

extern "C" __global__ void hotspot_step(const float *from, const float *power, float *to, int rows, int columns,
                                        float across, float down, float sink, float per_power, float ambient) {
  __shared__ float tile[TILE + 2][TILE + 2];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  int tx = threadIdx.x + 1;
  int ty = threadIdx.y + 1;
  int near_x = min(x, columns - 1);
  int near_y = min(y, rows - 1);
  tile[ty][tx] = from[near_y * columns + near_x];
  if (threadIdx.x == 0) {
    tile[ty][0] = from[near_y * columns + max(near_x - 1, 0)];
  }
  if (threadIdx.x == TILE - 1) {
    tile[ty][TILE + 1] = from[near_y * columns + min(near_x + 1, columns - 1)];
  }
  if (threadIdx.y == 0) {
    tile[0][tx] = from[max(near_y - 1, 0) * columns + near_x];
  }
  if (threadIdx.y == TILE - 1) {
    tile[TILE + 1][tx] = from[min(near_y + 1, rows - 1) * columns + near_x];
  }
  __syncthreads();
  if (x < columns && y < rows) {
    float here = tile[ty][tx];
    float vertical = fused(-2.0f, here, add(tile[ty - 1][tx], tile[ty + 1][tx]));
    float horizontal = fused(-2.0f, here, add(tile[ty][tx - 1], tile[ty][tx + 1]));
    float change = fused(per_power, power[y * columns + x], 0.0f);
    change = fused(down, vertical, change);
    change = fused(across, horizontal, change);
    change = fused(sink, subtract(ambient, here), change);
    to[y * columns + x] = add(here, change);
  }
}
