#compdef tierwright
# Completion of tierwright for zsh. In ~/.zshrc after compinit: source <(tierwright completion zsh)
# compadd writes each candidate for the quote that is open; PREFIX is the word without that quote.
_tierwright() {
  local line word about typed=$PREFIX
  local -a given fresh plain told shown
  case $compstate[quote] in
    '') typed=${(Q)PREFIX} ;;
    '"') typed=${(Q):-\"$PREFIX\"} ;;
  esac
  given=("${(@Q)words[2,CURRENT-1]}")
  if [[ -z $typed ]]; then fresh=(--new-word); else given+=("$typed"); fi
  for line in "${(@f)$("${(Q)words[1]}" completion candidates $fresh -- "${given[@]}" 2>/dev/null)}"; do
    word=${line%%$'\t'*} about=
    [[ $line == *$'\t'* ]] && about=${line#*$'\t'}
    case $word in
      '') ;;
      :files) compset -P 1 '--*='; _files && return ;;
      :folders) compset -P 1 '--*='; _files -/ && return ;;
      *) if [[ -n $about ]]; then told+=("$word") shown+=("$word  -- $about"); else plain+=("$word"); fi ;;
    esac
  done
  (( $#plain )) && compadd -a plain
  (( $#told )) && compadd -l -d shown -a told
  # zsh rings where nothing was found
  (( $#plain + $#told ))
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _tierwright "$@"; else compdef _tierwright tierwright; fi
