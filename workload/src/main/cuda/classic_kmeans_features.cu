// Clusters by k-means (Lloyd 1982): each point goes to the nearest of the centres, which the host moves afterwards. Points
// come a row each; the first kernel turns them so that threads side by side read words side by side.
#include "classic/exact.cuh"

using exact::fused;
using exact::subtract;

extern "C" __global__ void kmeans_turn(const float *rows, float *columns, int points, int features) {
  int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point < points) {
    for (int feature = 0; feature < features; feature++) {
      columns[feature * points + point] = rows[point * features + feature];
    }
  }
}

extern "C" __global__ void kmeans_assign(const float *columns, const float *centres, int *member, int points, int features,
                                         int clusters) {
  int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= points) {
    return;
  }
  int nearest = 0;
  float least = 3.4e38f;
  for (int cluster = 0; cluster < clusters; cluster++) {
    float distance = 0.0f;
    for (int feature = 0; feature < features; feature++) {
      float d = subtract(columns[feature * points + point], centres[cluster * features + feature]);
      distance = fused(d, d, distance);
    }
    if (distance < least) {
      least = distance;
      nearest = cluster;
    }
  }
  member[point] = nearest;
}
