// Tracks points of a heart's wall in pictures (Szafaryn, Skadron, Saucerman 2009): a CTA has a point. Its threads compare the
// point's template with the picture at all places of a window around the last place, by normalised correlation, and the best
// place is the next. Of equally good ones the first.
#include "classic/exact.cuh"

using exact::divide;
using exact::multiply;

static const int EDGE = 25;     // of a template
static const int REACH = 10;    // of the window, to each side
static const int PLACES = (2 * REACH + 1) * (2 * REACH + 1);
static const int THREADS = 256;

extern "C" __global__ void heartwall_track(const unsigned char *picture, const unsigned char *templates, int2 *point, float *score,
                                           int edge) {
  __shared__ unsigned char wanted[EDGE * EDGE];
  __shared__ float best[THREADS];
  __shared__ int best_place[THREADS];
  int t = threadIdx.x;
  int2 at = point[blockIdx.x];
  for (int i = t; i < EDGE * EDGE; i += THREADS) {
    wanted[i] = templates[blockIdx.x * EDGE * EDGE + i];
  }
  __syncthreads();
  float most = -1.0f;
  int most_place = PLACES;
  for (int place = t; place < PLACES; place += THREADS) {
    int left = at.x - REACH + place % (2 * REACH + 1) - EDGE / 2;
    int top = at.y - REACH + place / (2 * REACH + 1) - EDGE / 2;
    int product = 0;
    int square = 1;  // never nothing, so that it divides
    for (int y = 0; y < EDGE; y++) {
      int row = min(max(top + y, 0), edge - 1) * edge;
      for (int x = 0; x < EDGE; x++) {
        int pixel = picture[row + min(max(left + x, 0), edge - 1)];
        product += pixel * wanted[y * EDGE + x];
        square += pixel * pixel;
      }
    }
    float correlation = divide(multiply((float)product, (float)product), (float)square);
    if (correlation > most) {
      most = correlation;
      most_place = place;
    }
  }
  best[t] = most;
  best_place[t] = most_place;
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (t < half) {
      float other = best[t + half];
      if (other > best[t] || (other == best[t] && best_place[t + half] < best_place[t])) {
        best[t] = other;
        best_place[t] = best_place[t + half];
      }
    }
    __syncthreads();
  }
  if (t == 0) {
    int place = best_place[0];
    point[blockIdx.x] =
        make_int2(at.x - REACH + place % (2 * REACH + 1), at.y - REACH + place / (2 * REACH + 1));
    score[blockIdx.x] = best[0];
  }
}
