// Clusters of a stream of points (O'Callaghan et al. 2002): what opening a centre at one of the points would gain. Each thread has
// a point: whether the candidate is nearer than the point's centre, and what that saves or, for those that would follow if the
// point's centre were closed, how much farther it is. Each point has a row of `slots` sums, one a centre, and one for itself.
#include "classic/exact.cuh"

using exact::fused;
using exact::multiply;
using exact::subtract;

extern "C" __global__ void streamcluster_gain(const float *coordinates, const float *weight, const float *cost,
                                              const int *slot, float *sums, unsigned char *moves, int points,
                                              int dimensions, int candidate, int slots) {
  int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= points) {
    return;
  }
  float distance = 0.0f;
  for (int i = 0; i < dimensions; i++) {
    float d = subtract(coordinates[i * points + point], coordinates[i * points + candidate]);
    distance = fused(d, d, distance);
  }
  float there = multiply(weight[point], distance);
  float now = cost[point];
  if (there < now) {
    moves[point] = 1;
    sums[point * slots + slots - 1] = subtract(there, now);
  } else {
    moves[point] = 0;
    sums[point * slots + slot[point]] = subtract(now, there);
  }
}
