// Breadth-first search by levels (Harish, Narayanan 2007): a thread has a vertex, and arrays of flags say which
// vertices the frontier has. Several threads may store the same value in one place.
typedef unsigned char flag;

// Whoever is in the frontier leaves it and puts its unvisited neighbours into the next one.
extern "C" __global__ void bfs_expand(const int *offsets, const int *targets, flag *frontier, flag *next,
                                      const flag *visited, int *level, int vertices) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < vertices && frontier[v]) {
    frontier[v] = 0;
    int beyond = level[v] + 1;
    int end = offsets[v + 1];
    for (int arc = offsets[v]; arc < end; arc++) {
      int w = targets[arc];
      if (!visited[w]) {
        level[w] = beyond;
        next[w] = 1;
      }
    }
  }
}

// The next frontier becomes this one; whether it has anybody is for the host.
extern "C" __global__ void bfs_advance(flag *frontier, flag *next, flag *visited, int *more, int vertices) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < vertices && next[v]) {
    frontier[v] = 1;
    visited[v] = 1;
    next[v] = 0;
    *more = 1;
  }
}
