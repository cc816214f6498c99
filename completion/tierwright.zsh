#compdef tierwright
# Completion of tierwright for zsh. In ~/.zshrc after compinit: source <(tierwright completion zsh)
_tierwright() {
  local line word
  local -a given fresh found
  given=("${(@Q)words[2,CURRENT]}")
  if [[ -z $words[CURRENT] ]]; then
    given=("${(@Q)words[2,CURRENT-1]}")
    fresh=(--new-word)
  fi
  for line in "${(@f)$("${(Q)words[1]}" completion candidates $fresh -- $given 2>/dev/null)}"; do
    word=${line%%$'\t'*}
    case $word in
      '') ;;
      :files) _files && return ;;
      :folders) _files -/ && return ;;
      *) found+=("${word//:/\\:}:${line#*$'\t'}") ;;
    esac
  done
  _describe -t tierwright tierwright found
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _tierwright "$@"; else compdef _tierwright tierwright; fi
