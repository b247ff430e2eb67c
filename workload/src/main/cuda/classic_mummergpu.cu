// Exact matches of short reads in a genome (Schatz et al. 2007, "MUMmerGPU"): a thread has a read and, for each of its bases but
// the last `least` - 1, walks down the genome's suffix tree from the root as far as bases agree. A node is its four children, and
// the part of the genome on the edge that leads to it.
struct Node {
  int child[4];  // 0 for none: the root is nobody's child
  int begin;     // of the edge's bases
  int end;
  int suffix;    // where a suffix begins that goes through here
  int unused;
};

extern "C" __global__ void mummergpu_match(const Node *tree, const unsigned char *genome, const unsigned char *reads,
                                           int *length, int *place, int count, int bases, int least) {
  int read = blockIdx.x * blockDim.x + threadIdx.x;
  if (read >= count) {
    return;
  }
  const unsigned char *own = reads + read * bases;
  for (int from = 0; from + least <= bases; from++) {
    int node = 0;
    int depth = 0;
    bool goes_on = true;
    while (goes_on && from + depth < bases) {
      int next = tree[node].child[own[from + depth]];
      if (next == 0) {
        break;
      }
      node = next;
      int end = tree[node].end;
      for (int at = tree[node].begin; at < end; at++) {
        if (from + depth >= bases || genome[at] != own[from + depth]) {
          goes_on = false;
          break;
        }
        depth++;
      }
    }
    length[from * count + read] = depth;
    place[from * count + read] = tree[node].suffix;
  }
}
