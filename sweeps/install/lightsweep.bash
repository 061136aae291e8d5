# bash completion for lightsweep. Verbs, options and names come from the program itself.

_lightsweep_options() {
    "$1" ${2:+"$2"} --help 2>/dev/null | grep -oE '^  (-[a-zA-Z],)?--[a-z-]+' | grep -oE -- '--[a-z-]+'
}

_lightsweep_verbs() {
    "$1" --help 2>/dev/null | awk '/^Subcommands:/ { on = 1; next } on && /^  [a-z]/ { print $1 }'
}

_lightsweep() {
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=""
    COMPREPLY=()
    [ "$COMP_CWORD" -gt 1 ] && verb=${COMP_WORDS[1]}
    if [ -z "$verb" ] && [[ $word != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_lightsweep_verbs "$program")" -- "$word")
    elif [ "$verb" = list ] && [[ $word != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "schedulers collectives topologies technologies studies" -- "$word")
    elif [ "$verb" = schedule ] && [[ $before =~ ^--(scheduler|collective|topology)$ ]]; then
        local kind=${before#--}s
        mapfile -t COMPREPLY < <(compgen -W "$("$program" list "${kind/topologys/topologies}" 2>/dev/null | awk '/^  [a-z]/ { print $1 }')" -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_lightsweep_options "$program" "$verb")" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}

complete -o filenames -F _lightsweep lightsweep
