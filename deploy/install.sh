#!/bin/sh
# Installs Pola below a folder, or updates it there: sh install.sh SOURCE FOLDER [VERSION]
# SOURCE is the address or folder of the repository; without VERSION the newest program is installed. Run it as the
# account that will run Pola; it needs no root. Each release has a folder of its own, and FOLDER/app is a link to the
# last one: a running server is not touched, and uses the new program after its next start.
set -eu
# Other accounts may read the program, such as Prometheus its alarms. Only this one reads the data.
umask 022

NPM_VERSION=11.19.1
NPM_INTEGRITY=sha512-ztsxKxt/kkIaAs+2i0GU6I+DRmUdrNasxTZKJe9TCdSjKxlhah/4r/hl5ygMD6XAg1qZ9c2TNomR4qgOydp10g==
REGISTRY=https://registry.npmjs.org
# A download that is slower than 1,000 bytes a second for a minute has failed.
SLOWEST=1000
SLOW_SECONDS=60

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  echo 'Usage: sh install.sh SOURCE FOLDER [VERSION]' >&2
  exit 2
fi
source=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
version=${3:-}
app=$folder/app
repository=$folder/repository

fail() {
  echo "$1" >&2
  echo 'Nothing was changed.' >&2
  exit 1
}

for program in curl flock git tar; do
  command -v "$program" > /dev/null ||
    fail "$program is missing. On Debian, as root: apt-get install -y --no-install-recommends ca-certificates curl git libatomic1"
done
exec 9> "$folder/.installing"
flock --nonblock 9 || fail "Another installation in $folder is at work."
(umask 077 && mkdir -p "$folder/data")
if [ ! -L "$app" ] && [ -e "$app/data/pola.db" ]; then
  fail "The data folder is inside the program: $app/data. Stop the server, move that folder's files to $folder/data, start the server with DATA_DIR=$folder/data, and run this again."
fi

echo 'Fetching the sources ...'
[ -d "$repository" ] || git init --quiet --bare "$repository"
git -C "$repository" -c "http.lowSpeedLimit=$SLOWEST" -c "http.lowSpeedTime=$SLOW_SECONDS" \
  fetch --quiet --force "$source" HEAD:refs/heads/latest '+refs/tags/*:refs/tags/*' ||
  fail "The repository cannot be fetched from $source."

# A release has a tag, or it is the commit that wrote its version into package.json.
commit=refs/heads/latest
if [ -n "$version" ]; then
  commit=refs/tags/v$version
  git -C "$repository" rev-parse --quiet --verify "$commit^{commit}" > /dev/null ||
    commit=$(git -C "$repository" log --format=%H -S"\"version\": \"$version\"" refs/heads/latest -- package.json | tail -n 1)
  [ -n "$commit" ] || fail "There is no release $version. Releases: $(
    git -C "$repository" show refs/heads/latest:CHANGELOG.md | sed -n 's/^## \([0-9.]*\) .*/\1/p' | tr '\n' ' '
  )"
fi
commit=$(git -C "$repository" rev-parse --verify "$commit^{commit}")
found=$(git -C "$repository" show "$commit:package.json" | sed -n 's/^  "version": "\(.*\)",*$/\1/p')
name=app-$found-$(echo "$commit" | cut -c 1-8)
new=$folder/$name
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT

# Downloads an archive of the registry, compares it with its checksum in the form of npm, and unpacks it.
fetch_package() {
  curl --fail --silent --show-error --location --retry 3 --connect-timeout 20 --speed-limit "$SLOWEST" \
    --speed-time "$SLOW_SECONDS" --output "$tools/package.tgz" "$1" || fail "$1 cannot be downloaded."
  wanted=$(printf %s "${2#sha512-}" | base64 --decode | od -An -v -tx1 | tr -d ' \n')
  [ "$(sha512sum "$tools/package.tgz" | cut -d ' ' -f 1)" = "$wanted" ] ||
    fail "$1 is not the file that was pinned: its checksum differs."
  mkdir -p "$3"
  tar -xzf "$tools/package.tgz" -C "$3" --strip-components=1 --no-same-owner --no-same-permissions
}

if [ -e "$new/.installed" ]; then
  echo "$found (commit $(echo "$commit" | cut -c 1-8)) is installed already."
else
  trap 'rm -rf "$tools" "$new"' EXIT
  trap 'exit 1' HUP INT TERM
  rm -rf "$new"
  mkdir "$new"
  git -C "$repository" archive "$commit" | tar -x -C "$new" --no-same-permissions || fail "The sources cannot be written to $new."
  cd "$new"
  echo 'Installing the packages ...'
  arch=$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
  entry=$(sed -n "/^    \"node_modules\/node-linux-$arch\": {/,/^    }/p" package-lock.json)
  address=$(echo "$entry" | sed -n 's/^ *"resolved": "\(.*\)".*/\1/p')
  [ -n "$address" ] || fail "There is no Node for this machine ($arch) in package-lock.json."
  fetch_package "$address" "$(echo "$entry" | sed -n 's/^ *"integrity": "\(.*\)".*/\1/p')" "$tools/node"
  fetch_package "$REGISTRY/npm/-/npm-$NPM_VERSION.tgz" "$NPM_INTEGRITY" "$tools/npm"
  mkdir "$tools/bin"
  ln -s ../npm/bin/npm-cli.js "$tools/bin/npm"
  chmod +x "$tools/node/bin/node" "$tools/npm/bin/npm-cli.js"
  PATH=$tools/node/bin:$tools/bin:$PATH
  hash -r
  node --version > "$tools/output" 2>&1 || fail "Node does not start. On Debian, as root: apt-get install -y libatomic1"
  npm ci --no-audit --no-fund > "$tools/output" 2>&1 || fail "$(cat "$tools/output")"
  echo 'Building the program ...'
  npm run --silent build > "$tools/output" 2>&1 || fail "$(cat "$tools/output")"
  # Commands need npm, which brings 340 packages of its own where Debian installs it.
  mv "$tools/npm" .npm
  mkdir .bin
  ln -s ../node_modules/.bin/node .bin/node
  cat > .bin/npm <<'END'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
PATH=$here:$PATH exec "$here/../.npm/bin/npm-cli.js" "$@"
END
  chmod +x .bin/npm
  : > .installed
  trap 'rm -rf "$tools"' EXIT
fi

# An earlier installer made app a folder. It is renamed, and not moved to another one, so that this works without rights
# on its files.
last=
if [ -L "$app" ]; then
  last=$(basename "$(readlink "$app")")
elif [ -d "$app" ]; then
  last=app-before-$(date +%Y%m%d%H%M%S)
  mv "$app" "$folder/$last"
fi
ln -sfn "$name" "$folder/.app"
mv -fT "$folder/.app" "$app"

# The last program stays to go back to, and so does each one that runs.
for old in "$folder"/app-*; do
  case $(basename "$old") in "$name" | "$last") continue ;; esac
  for process in /proc/[0-9]*; do
    case $(readlink "$process/exe" "$process/cwd" 2> /dev/null) in *"$old/"* | *"$old") continue 2 ;; esac
  done
  rm -rf "$old" || echo "$old could not be deleted." >&2
done

# Copies outside the program are the owner's, so an update does not replace them.
say_difference() {
  [ -r "$1" ] && ! sed "s#/srv/pola#$folder#g" "$2" | cmp -s - "$1" &&
    echo "$1 is not that of this release. Compare it with $2." || true
}
say_difference /etc/systemd/system/pola.service "$app/deploy/pola.service"
for copy in "$folder"/install.sh "$folder"/alerts.yml "$folder"/dashboard.json; do
  say_difference "$copy" "$app/deploy/$(basename "$copy")"
done
echo "Installed Pola $found (commit $(echo "$commit" | cut -c 1-8)) in $app."
if [ -n "$last" ] && [ "$last" != "$name" ]; then
  cat <<END
The program before is $folder/$last. Restart the server now. To go back, before the new program has started:

    ln -sfn $last $folder/app
END
elif [ -z "$last" ]; then
  cat <<END
Start it by hand with

    cd $app && DATA_DIR=$folder/data .bin/npm start

or as a service: docs/operating.md, As a service.
END
fi
