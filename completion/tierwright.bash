# Completion of tierwright for bash. In ~/.bashrc: eval "$(tierwright completion bash)"
# Reads the line itself: COMP_WORDS is divided at '=' and ':'. readline inserts a candidate as it is given here, so each one is written for
# the quote that is open, and one that this quote cannot carry is not offered.
_tierwright() {
  local program=$1 line=${COMP_LINE:0:COMP_POINT} quote= word= fixed= odd= begun= c i about
  local -a words=() fresh=()
  for ((i = 0; i < ${#line}; i++)); do
    c=${line:i:1}
    case $quote in
      "'") if [[ $c == "'" ]]; then quote= odd=yes; else word+=$c; fi ;;
      '"')
        if [[ $c == '"' ]]; then quote= odd=yes
        elif [[ $c == [\$\`] ]]; then odd=yes word+=$c
        elif [[ $c == \\ && ${line:i+1:1} == [\\\"\$\`] ]]; then i=$((i + 1)) word+=${line:i:1}
        else word+=$c; fi ;;
      *)
        case $c in
          [$' \t\n']) [[ $begun ]] && words+=("$word"); word= fixed= odd= begun=; continue ;;
          \\) i=$((i + 1)) word+=${line:i:1}; [[ ${line:i:1} ]] || odd=yes ;;
          [\'\"]) quote=$c fixed=$word ;;
          [\$\`\;\&\|\<\>\(\)\{\}\*\?\[]) odd=yes word+=$c ;;
          @) [[ $COMP_WORDBREAKS == *@* ]] && fixed=$word; word+=$c ;; # readline takes this one along
          *) word+=$c; [[ $COMP_WORDBREAKS == *"$c"* ]] && fixed=$word ;;
        esac ;;
    esac
    begun=yes
  done
  COMPREPLY=()
  if [[ $odd ]]; then compopt -o bashdefault -o default 2>/dev/null; return; fi
  if [[ $begun ]]; then words+=("$word"); [[ $word ]] || fresh=(--new-word); else fresh=(--new-word); fi
  [[ $begun && ! $word ]] && unset "words[${#words[@]}-1]"
  [[ $program == "~"* ]] && program=$HOME${program:1}
  while IFS=$'\t' read -r line about; do
    case $line in
      :files) compopt -o default 2>/dev/null; continue ;;
      :folders) compopt -o dirnames 2>/dev/null; continue ;;
      "$fixed"*) line=${line:${#fixed}} ;;
      *) continue ;;
    esac
    case $quote in
      "'") [[ $line == *\'* ]] && continue ;;
      '"') [[ $line == *[\\\"\$\`!]* ]] && continue ;;
      *) line=$(printf '%q' "$line") ;;
    esac
    COMPREPLY+=("$line")
  done < <("$program" completion candidates ${fresh[@]+"${fresh[@]}"} -- "${words[@]:1}" 2>/dev/null)
}
if type compopt >/dev/null 2>&1; then complete -F _tierwright tierwright
else complete -o bashdefault -o default -F _tierwright tierwright; fi # bash 3.2 (macOS) has no compopt
