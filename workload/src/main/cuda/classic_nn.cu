// Nearest neighbours of a place: each thread has a record's distance, the host picks the nearest.
#include "classic/exact.cuh"

extern "C" __global__ void nn_distance(const float2 *places, float *distance, int records, float latitude,
                                       float longitude) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < records) {
    float2 place = places[i];
    float north = exact::subtract(place.x, latitude);
    float east = exact::subtract(place.y, longitude);
    distance[i] = exact::root(exact::fused(east, east, exact::multiply(north, north)));
  }
}
