# loop.sh COUNT INPUT OUTPUT PROGRAM…: what a stress test in bash does.
count=$1 in=$2 out=$3
shift 3
begin=$EPOCHREALTIME
for ((i = 0; i < count; i++)); do "$@" <"$in" >"$out" || exit 1; done
end=$EPOCHREALTIME
micros=$((${end/[.,]/} - ${begin/[.,]/}))
printf '%d.%06d\n' $((micros / 1000000)) $((micros % 1000000))
