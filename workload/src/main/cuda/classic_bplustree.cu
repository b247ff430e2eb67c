// Searches of many keys in a B+ tree (Bayer, McCreight 1972; braided on GPUs: Fix, Wilkes, Skadron 2011). A CTA has a query
// and as many threads as a node has keys, which compare them all at once. Node 0 is the root. Keys of a node ascend and end
// with INT_MAX in places that are free; the first key of an inner node is the least there is.

// The leaf that would hold the key. All threads of a CTA get it.
static __device__ int descend(const int *keys, const int *children, int height, int key) {
  __shared__ int below;
  int node = 0;
  for (int level = 1; level < height; level++) {
    int at = node * blockDim.x + threadIdx.x;
    if (keys[at] <= key && (threadIdx.x + 1 == blockDim.x || key < keys[at + 1])) {
      below = children[at];
    }
    __syncthreads();
    node = below;
    __syncthreads();
  }
  return node;
}

// The value of each query's key; answers of keys that are not there stay as they are.
extern "C" __global__ void bplustree_find(const int *keys, const int *children, int height, const int *queries,
                                          int *answers) {
  int key = queries[blockIdx.x];
  int at = descend(keys, children, height, key) * blockDim.x + threadIdx.x;
  if (keys[at] == key) {
    answers[blockIdx.x] = children[at];
  }
}

// How many keys there are from `least` on and below `beyond`, and the rank of the first. Leaves are the last nodes, from
// `leaves` on in the keys' order, and full but for the last.
extern "C" __global__ void bplustree_range(const int *keys, const int *children, int height, int leaves,
                                           const int *least, const int *beyond, int *first, int *count) {
  int rank[2];
  for (int end = 0; end < 2; end++) {
    int key = (end == 0 ? least : beyond)[blockIdx.x];
    int leaf = descend(keys, children, height, key);
    int smaller = __syncthreads_count(keys[leaf * blockDim.x + threadIdx.x] < key);
    rank[end] = (leaf - leaves) * blockDim.x + smaller;
  }
  if (threadIdx.x == 0) {
    first[blockIdx.x] = rank[0];
    count[blockIdx.x] = rank[1] - rank[0];
  }
}
