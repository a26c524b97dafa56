#!/usr/bin/env bash
# The language server in Emacs with eglot, in batch mode: emacs.sh [PROGRAM], by default bin/execre of the project.
#
# With the very configuration that the README gives to users, on a copy of a bundled problem. Debian's emacs-nox and elpa-eglot
# are installed if missing. Nothing else is kept.
set -euo pipefail
source "$(dirname "$0")/editor.sh"

need emacs emacs-nox elpa-eglot
# -Q knows nothing of Debian's packages for Emacs; later versions of Emacs have eglot themselves.
packages='(let ((default-directory "/usr/share/emacs/site-lisp/elpa/"))
  (when (file-directory-p default-directory) (normal-top-level-add-subdirs-to-load-path)))'
emacs -Q --batch --eval "$packages" --eval '(kill-emacs (if (locate-library "eglot") 0 1))' || need eglot elpa-eglot

coupon "$scratch/coupon"
export TREE=$scratch/tree
tree "$TREE"
emacs --version | head -n 1
began=$SECONDS
cd "$scratch/coupon"
tests=$project/vscode-extension/test/emacs
timeout --kill-after=5 600 emacs -Q --batch --eval "$packages" -l "$tests/execre.el" -l "$tests/test.el"
ended
echo "     $((SECONDS - began)) s"
