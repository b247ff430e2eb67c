#!/bin/sh
# Builds the archive of this platform from a built jar, in target/release of the source tree.
#   release.sh ROOT JAR [JAVA OPTION...]    ./syncopate release calls it; JAVA_HOME is the JDK
# The same jar and JDK give the same bytes: every file has one fixed time, tar sorts the entries, and gzip stores no name.
# A class archive records the time of the jar and of the run-time's modules, so times are fixed before it is made, and tar
# keeps them.
set -eu
export LC_ALL=C
root=$1
jar=$2
shift 2
out=$root/target/release
time=2026-01-01T00:00:00Z

if ! tar --version 2>/dev/null | grep -q GNU; then
  echo "error: release needs GNU tar, for an archive of sorted entries" >&2
  exit 1
fi

version=$("$JAVA_HOME/bin/java" -jar "$jar" --version | cut -d ' ' -f 2)
name=syncopate-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
rm -rf "$out"
mkdir -p "$out/$name/bin" "$out/$name/lib"
cd "$out/$name"

# Only the modules that the jar names; the compiler is for ./syncopate java.
modules=$("$JAVA_HOME/bin/jdeps" --ignore-missing-deps --multi-release 25 --print-module-deps "$jar")
"$JAVA_HOME/bin/jlink" --add-modules "$modules,jdk.compiler" --strip-debug --no-header-files --no-man-pages \
  --compress zip-6 --output runtime

cp "$jar" lib/syncopate.jar
cp "$root/syncopate" bin/syncopate
ln -s bin/syncopate syncopate
# The pages, and the files that pages link to.
(cd "$root" && tar --exclude=__pycache__ -cf - README.md LICENSE NOTICE CHANGELOG.md CITATION.cff CONTRIBUTING.md \
  SECURITY.md Containerfile action.yml docs examples python memory/src/main/java/dev/syncopate/memory/mechanism/*/page.md \
  workload/src/main/cuda/pannotia/readings.cuh workload/src/main/cuda/work_stealing.cuh \
  workload/src/test/resources/dev/syncopate/workload/runtime/api.txt) | tar -xf -
runtime/bin/java -cp lib/syncopate.jar dev.syncopate.app.cli.ManualPages share
runtime/bin/java -cp lib/syncopate.jar dev.syncopate.app.cli.BillOfMaterials "$root/app/target/bom.json" \
  components.cdx.json
find . -type d -exec chmod 755 {} +
find . -type f ! -perm -u+x -exec chmod 644 {} +
find . -type f -perm -u+x -exec chmod 755 {} +
find . -exec touch -h -d "$time" {} +

# Classes parsed and verified: the JDK's own list, and the program's. What a run loads differs from run to run.
{
  cat runtime/lib/classlist
  "$JAVA_HOME/bin/jar" tf lib/syncopate.jar | sed -n 's/^\(dev\/syncopate\/.*\|picocli\/.*\)\.class$/\1/p' | sort
} >"$out/classes"
runtime/bin/java "$@" -Xshare:dump -Xlog:disable -XX:SharedClassListFile="$out/classes" \
  -XX:SharedArchiveFile=lib/syncopate.jsa -cp lib/syncopate.jar
chmod 644 lib/syncopate.jsa
find . -exec touch -h -d "$time" {} +

cd "$out"
tar --sort=name --format=ustar --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -n -9 >"$name.tar.gz"
rm -rf classes "$name"
echo "$out/$name.tar.gz: $(wc -c <"$name.tar.gz") bytes"
