// The cheapest way through a grid from its first row to its last, a step straight or diagonally down: dynamic programming
// by rows. A CTA does several rows at once on its columns and a ghost zone on either side (Meng, Skadron 2009), which
// loses a column for each row.
static const int BLOCK = 256;

extern "C" __global__ void pathfinder_rows(const int *wall, const int *from, int *to, int columns, int first, int rows,
                                           int ghost) {
  __shared__ int cost[BLOCK];
  int t = threadIdx.x;
  int column = blockIdx.x * (BLOCK - 2 * ghost) - ghost + t;
  bool inside = column >= 0 && column < columns;
  cost[t] = inside ? from[column] : 0x7fffffff;
  __syncthreads();
  for (int row = 0; row < rows; row++) {
    bool known = inside && t > row && t < BLOCK - 1 - row;
    int next = 0;
    if (known) {
      int best = min(cost[t], min(cost[t - 1], cost[t + 1]));
      next = best + wall[(first + row) * columns + column];
    }
    __syncthreads();
    if (known) {
      cost[t] = next;
    }
    __syncthreads();
  }
  if (inside && t >= ghost && t < BLOCK - ghost) {
    to[column] = cost[t];
  }
}
