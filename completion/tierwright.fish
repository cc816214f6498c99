# Completion of tierwright for fish: tierwright completion fish > ~/.config/fish/completions/tierwright.fish
# fish writes each candidate for the quote that is open; the word so far is read as it would be if that quote were closed here.
function __tierwright_candidates
    set -l given (commandline -opc)
    set -l typed (commandline -ct)
    set typed (string unescape -- "$typed"; or echo "$typed")
    set -l program $given[1]
    set -e given[1]
    set -l fresh
    if test -z "$typed"
        set fresh --new-word
    else
        set -a given $typed
    end
    for line in (command $program completion candidates $fresh -- $given 2>/dev/null)
        switch $line
            case ':files*'
                __fish_complete_path (string replace -r -- '^--[^=]+=' '' "$typed")
            case ':folders*'
                __fish_complete_directories (string replace -r -- '^--[^=]+=' '' "$typed") ''
            case '*'
                echo $line
        end
    end
end
complete -c tierwright -f -a '(__tierwright_candidates)'
