#!/usr/bin/env bash
# Runs the text_attention example as a user would: text_attention.test.sh PROGRAM
# Every wrong input must give exit code 2 and one line on the standard error, and leave no file behind.
set -u

program=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# refuses WORDS-OF-THE-ERROR ARGUMENT...
refuses() {
  local expected=$1
  shift
  "$program" "$@" >out 2>err </dev/null
  local code=$?
  [ $code -eq 2 ] || fail "$* exits with $code, not 2"
  [ "$(wc -l <err)" -eq 1 ] || fail "$* does not print one line: $(cat err)"
  grep -q -- "$expected" err || fail "$* does not say '$expected': $(cat err)"
  [ -e attention.png ] && fail "$* leaves a picture"
  rm -f out err attention.png
}

# accepts ARGUMENT...; leaves the output in ./out
accepts() {
  "$program" "$@" >out 2>err || fail "$* exits with $?: $(cat err)"
  [ -s err ] && fail "$* prints an error: $(cat err)"
}

# is_png FILE: has the first bytes and the last chunk of a PNG
is_png() {
  [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "$1 is not a PNG"
  tail -c 12 "$1" | grep -q IEND || fail "$1 is cut short"
}

accepts --help
grep -q -- --output out || fail "--help does not list --output"

refuses "'missing.txt' cannot be read: No such file" missing.txt
refuses "'README.md' cannot be read: No such file"
refuses "is a directory" .
: >empty.txt
refuses "'empty.txt' is empty" empty.txt
printf 'words \0 and bytes' >binary.txt
refuses "'binary.txt' is a binary file: byte 6 is 0" binary.txt
refuses "is a binary file" "$program"
printf 'caf\351 au lait' >latin1.txt
refuses "'latin1.txt' is not UTF-8 text: wrong byte at offset 3" latin1.txt
printf ' ... \n - !\n' >punctuation.txt
refuses "contains no words" punctuation.txt

echo "The cat sat on the mat; the cats' mats were flat." >tiny.txt
refuses "cannot be written" tiny.txt --output missing/attention.png
refuses "is a directory" tiny.txt --output .
refuses "its name is empty" tiny.txt --output ""
refuses "is not a regular file" tiny.txt --output /dev/null
refuses "words" tiny.txt --words 0
refuses "words" tiny.txt --words many
refuses "head" tiny.txt --head 8
refuses "shown" tiny.txt --shown 41
refuses "--nonsense" tiny.txt --nonsense
refuses "does not contain the word 'dog'" tiny.txt --around dog
[ -c /dev/null ] || fail "/dev/null is gone"

accepts tiny.txt
grep -q "^tiny.txt: 11 words" out || fail "tiny.txt has 11 words: $(head -1 out)"
grep -q "^  cats .*itself .* cat " out || fail "cats does not attend to cat"
grep -q "GFLOP/s" out || fail "no GFLOP/s"
grep -q "plain loops" out || fail "no check against plain loops"
is_png attention.png

# A picture that is there is replaced, whole, and nothing else is left.
echo old >picture.png
accepts tiny.txt -o picture.png --head 3 --around mat --words 9 --shown 4
is_png picture.png
[ -z "$(find . -name 'picture.png.*')" ] || fail "a temporary file is left"

# One word; other scripts; the standard input; a text longer than what is read.
printf 'alone' >one.txt
accepts one.txt
grep -q "^one.txt: 1 word as" out || fail "one.txt: $(head -1 out)"
printf '\357\273\277Ein Übermaß, naïve Übermaße — 東京 … Привет привет' >other.txt
accepts other.txt
grep -q "^other.txt: 8 words" out || fail "other.txt: $(head -1 out)"
seq 1 3000 >numbers.txt
accepts - --words 700 --check 100 <numbers.txt
grep -q "^-: 700 words" out || fail "standard input: $(head -1 out)"

[ $failures -eq 0 ] && echo "text_attention: all passed"
[ $failures -eq 0 ]
