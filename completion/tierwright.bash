# Completion of tierwright for bash. In ~/.bashrc: source <(tierwright completion bash)
# "=" divides words here: --format=js arrives as three words, and what follows it is completed. A candidate is quoted: a tool row holds spaces.
_tierwright() {
  local program=$1 typed=${COMP_WORDS[COMP_CWORD]} quoted= word line about
  local -a words=() fresh=()
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do # as they were typed: without the shell's own quotes
    word=${word#[\"\']} word=${word%[\"\']}
    words+=("${word//\\/}")
  done
  [[ $typed == [\"\']* ]] && quoted=yes
  typed=${typed#[\"\']} typed=${typed//\\/}
  [[ $program == "~"* ]] && program=$HOME${program:1}
  if [[ -z $typed || $typed == "=" ]]; then
    [[ $typed == "=" ]] && words+=("=")
    typed=
    fresh=(--new-word)
  else
    words+=("$typed")
  fi
  COMPREPLY=()
  while IFS=$'\t' read -r line about; do
    case $line in
      :files) compopt -o filenames 2>/dev/null; while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$typed") ;;
      :folders) compopt -o filenames 2>/dev/null; while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$typed") ;;
      *) if [[ $quoted ]]; then COMPREPLY+=("$line"); else COMPREPLY+=("$(printf '%q' "$line")"); fi ;;
    esac
  done < <("$program" completion candidates ${fresh[@]+"${fresh[@]}"} -- "${words[@]}" 2>/dev/null)
}
complete -F _tierwright tierwright
