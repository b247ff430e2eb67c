// Templates, lambdas, and an open-addressing hash table.
template <class K, class V> struct Table {
  K *keys; V *values; unsigned mask;
  template <class F> __device__ bool update(K key, F f) {
    for (unsigned slot = (key * 2654435761u) & mask, tries = 0; tries <= mask; slot = (slot + 1) & mask, tries++) {
      K old = atomicCAS(&keys[slot], (K)0, key);
      if (old == 0 || old == key) { f(&values[slot]); return true; }
    }
    return false;
  }
  __device__ V find(K key) const {
    for (unsigned slot = (key * 2654435761u) & mask; keys[slot]; slot = (slot + 1) & mask)
      if (keys[slot] == key) return values[slot];
    return V(0);
  }
};
template <class K, class V> __global__ void insert(Table<K, V> t, const K *k, const V *v, int n, int *failed) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    V x = v[i];
    if (!t.update(k[i], [x](V *p) { atomicAdd(p, x); })) atomicAdd(failed, 1);
  }
}
template <class K, class V> __global__ void look(Table<K, V> t, const K *k, V *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = t.find(k[i]);
}
template __global__ void insert(Table<unsigned, float>, const unsigned *, const float *, int, int *);
template __global__ void insert(Table<unsigned long long, double>, const unsigned long long *, const double *, int, int *);
template __global__ void look(Table<unsigned, float>, const unsigned *, float *, int);
extern "C" __global__ void bfs(const int *rows, const int *columns, int *level, const int *frontier, int *next, int *count, int size, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  int v = frontier[i];
  for (int e = rows[v]; e < rows[v + 1]; e++) {
    int w = columns[e];
    if (level[w] == -1 && atomicCAS(&level[w], -1, depth) == -1) next[atomicAdd(count, 1)] = w;
  }
}
