// Global alignment of two sequences (Needleman, Wunsch 1970), linear gaps: tiles of TILE x TILE scores along an
// anti-diagonal at once, one CTA of TILE threads each, and within a tile anti-diagonals of scores in shared memory. `score`
// has a row and a column more than there are symbols; those are filled in before.
static const int TILE = 32;

extern "C" __global__ void nw_tiles(int *score, const unsigned char *across, const unsigned char *down, int columns,
                                    int rows, int diagonal, int first, int match, int mismatch, int gap) {
  __shared__ int tile[TILE + 1][TILE + 1];
  __shared__ unsigned char symbols[TILE];
  int t = threadIdx.x;
  int tile_x = first + blockIdx.x;
  int left = tile_x * TILE;
  int top = (diagonal - tile_x) * TILE;
  int pitch = columns + 1;
  bool has_column = left + t < columns;
  bool has_row = top + t < rows;
  if (t == 0) {
    tile[0][0] = score[top * pitch + left];
  }
  if (has_column) {
    tile[0][t + 1] = score[top * pitch + left + t + 1];
    symbols[t] = across[left + t];
  }
  unsigned char own = 0;
  if (has_row) {
    tile[t + 1][0] = score[(top + t + 1) * pitch + left];
    own = down[top + t];
  }
  __syncthreads();
  for (int step = 0; step < 2 * TILE - 1; step++) {
    int x = step - t;
    if (has_row && x >= 0 && x < TILE && left + x < columns) {
      int best = tile[t][x] + (symbols[x] == own ? match : mismatch);
      best = max(best, tile[t][x + 1] - gap);
      tile[t + 1][x + 1] = max(best, tile[t + 1][x] - gap);
    }
    __syncthreads();
  }
  if (has_column) {
    for (int y = 0; y < TILE && top + y < rows; y++) {
      score[(top + y + 1) * pitch + left + t + 1] = tile[y + 1][t + 1];
    }
  }
}
