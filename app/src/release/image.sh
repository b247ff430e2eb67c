#!/bin/sh
# Makes an OCI image of a release archive, without a daemon, a registry or root's rights.
#   image.sh ARCHIVE    ./syncopate release --image calls it; the image is beside the archive
# The lower layer is what the launcher and the run-time need of a system: the C library and busybox, from Debian's
# packages. The upper layer is the archive. The same archive and packages give the same bytes.
set -eu
export LC_ALL=C
archive=$1
time=2026-01-01T00:00:00Z
# What the launcher calls, and what one looks around with.
applets='sh cat cp cut dirname env find grep head ls mkdir mv printf readlink rm sed sort stty tail tr uname wc'

for tool in apt-get dpkg-deb sha256sum; do
  if ! command -v $tool >/dev/null; then
    echo "error: an image is made of Debian's packages, which needs $tool" >&2
    exit 1
  fi
done
case $(dpkg --print-architecture) in
  amd64) architecture=amd64 linker=lib64/ld-linux-x86-64.so.2 ;;
  arm64) architecture=arm64 linker=lib/ld-linux-aarch64.so.1 ;;
  *)
    echo "error: there is no image for $(dpkg --print-architecture)" >&2
    exit 1 ;;
esac

image=${archive%.tar.gz}-image.tar
work=$(mktemp -d "${archive%/*}/image.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/packages" "$work/all" "$work/base/bin" "$work/base/dev" "$work/base/proc" "$work/base/sys" "$work/base/tmp" "$work/base/work" "$work/base/usr/share/doc" \
  "$work/base/usr/lib/locale" "$work/top/opt" "$work/oci/blobs/sha256"

(cd "$work/packages" && apt-get -q download busybox-static libc6 libc-bin >"$work/log" 2>&1) || {
  cat "$work/log" >&2
  exit 1
}
for package in "$work"/packages/*.deb; do
  dpkg-deb -x "$package" "$work/all"
done
cd "$work/all"
libraries=$(find lib usr/lib -name 'ld-linux*.so.*' -o -name 'libc.so.6' -o -name 'libm.so.6' -o -name 'libdl.so.2' \
  -o -name 'libpthread.so.0' -o -name 'librt.so.1')
# shellcheck disable=SC2086 # libraries are words
cp -a --parents $libraries "$linker" bin/busybox usr/lib/locale/C.utf8 usr/share/doc/busybox-static/copyright \
  usr/share/doc/libc6/copyright "$work/base"
for applet in $applets; do
  ln -s busybox "$work/base/bin/$applet"
done
chmod 1777 "$work/base/tmp" "$work/base/work"
tar xzf "$archive" -C "$work/top/opt"
mv "$work"/top/opt/* "$work/top/opt/syncopate"

# Puts a file among the blobs and prints its digest.
blob() {
  digest=$(sha256sum <"$1" | cut -d ' ' -f 1)
  mv "$1" "$work/oci/blobs/sha256/$digest"
  echo "$digest"
}

# Packs a folder as a layer: the digest of the tar in $plain, of the blob in $packed, and its size in $size.
layer() {
  find "$1" -exec touch -h -d "$time" {} +
  tar --sort=name --format=ustar --owner=0 --group=0 --numeric-owner -C "$1" -cf "$work/layer" .
  plain=$(sha256sum <"$work/layer" | cut -d ' ' -f 1)
  gzip -n -9 "$work/layer"
  size=$(wc -c <"$work/layer.gz")
  packed=$(blob "$work/layer.gz")
}

gzipped=application/vnd.oci.image.layer.v1.tar+gzip
layer "$work/base"
layers="{\"mediaType\":\"$gzipped\",\"digest\":\"sha256:$packed\",\"size\":$size}"
plains="\"sha256:$plain\""
layer "$work/top"
layers="$layers,{\"mediaType\":\"$gzipped\",\"digest\":\"sha256:$packed\",\"size\":$size}"
plains="$plains,\"sha256:$plain\""
version=$(basename "$archive" | sed 's/^syncopate-\(.*\)-[a-z]*-[^-]*\.tar\.gz$/\1/')

cat >"$work/config" <<END
{"created":"$time","architecture":"$architecture","os":"linux","config":{"Env":["PATH=/opt/syncopate/bin:/bin","LC_ALL=C.UTF-8"],"Entrypoint":["/opt/syncopate/bin/syncopate"],"Cmd":["--help"],"WorkingDir":"/work","Labels":{"org.opencontainers.image.title":"syncopate","org.opencontainers.image.version":"$version","org.opencontainers.image.licenses":"Apache-2.0"}},"rootfs":{"type":"layers","diff_ids":[$plains]},"history":[{"created":"$time","created_by":"C library and busybox of Debian"},{"created":"$time","created_by":"syncopate release"}]}
END
size=$(wc -c <"$work/config")
config=$(blob "$work/config")
cat >"$work/manifest" <<END
{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{"mediaType":"application/vnd.oci.image.config.v1+json","digest":"sha256:$config","size":$size},"layers":[$layers]}
END
size=$(wc -c <"$work/manifest")
manifest=$(blob "$work/manifest")
cat >"$work/oci/index.json" <<END
{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[{"mediaType":"application/vnd.oci.image.manifest.v1+json","digest":"sha256:$manifest","size":$size,"platform":{"architecture":"$architecture","os":"linux"},"annotations":{"org.opencontainers.image.ref.name":"syncopate:$version"}}]}
END
printf '{"imageLayoutVersion":"1.0.0"}' >"$work/oci/oci-layout"
chmod -R u=rwX,go=rX "$work/oci"
find "$work/oci" -exec touch -d "$time" {} +
tar --sort=name --format=ustar --owner=0 --group=0 --numeric-owner -C "$work/oci" -cf "$image" blobs index.json oci-layout
echo "$image: $(wc -c <"$image") bytes"
