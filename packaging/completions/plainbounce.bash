# Completion of plainbounce for bash(1): commands, options, codes and rules, languages, files.
#
# What there is to complete comes from the program itself ("--help", "codes"), so that it is always
# what this version knows.

# The commands below "plainbounce [COMMAND]", one a line.
_plainbounce_commands() {
  "$@" --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'
}

# The options of a command, one a line.
_plainbounce_options() {
  "$@" --help 2>/dev/null | sed -n 's/^  \(-[^ {]*\).*/\1/p' | tr ',' '\n'
}

# OPTION COMMAND...: what the option's value is called in the command's help: INI, FILE, L. Nothing
# where it takes none.
_plainbounce_value() {
  local option=$1
  shift
  "$@" --help 2>/dev/null | sed -n "s/^  \(-[^ ]*,\)\{0,1\}$option\(,[^ ]*\)\{0,1\} \([A-Z|]\{1,\}\) .*/\3/p"
}

# The names of all codes and rules.
_plainbounce_codes() {
  "$1" codes --json 2>/dev/null | sed -n 's/^{"\(code\|rule\)": *"\([^"]*\)".*/\2/p'
}

# CURRENT WORDS: those of the words that begin with what is there.
_plainbounce_among() {
  mapfile -t COMPREPLY < <(compgen -W "$2" -- "$1")
}

# The ids of all causes that a code or rule has.
_plainbounce_causes() {
  "$1" codes --json 2>/dev/null | sed -n 's/.*"cause": *"\([^"]*\)".*/\1/p' | sort -u
}

_plainbounce_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

_plainbounce() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} word
  local command=("${COMP_WORDS[0]}") # the program and the commands that are there already
  COMPREPLY=()
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    _plainbounce_commands "${command[@]}" | grep -qx -e "$word" || break
    command+=("$word")
  done

  case $previous in
    -*)
      case $(_plainbounce_value "$previous" "${command[@]}") in
        '') ;;
        L) _plainbounce_among "$current" 'en de'; return ;;
        ID) _plainbounce_among "$current" "$(_plainbounce_causes "${command[0]}")"; return ;;
        INI | FILE | DIR) _plainbounce_files "$current"; return ;;
        *) return ;;
      esac
      ;;
  esac
  if [[ $current == -* ]]; then
    _plainbounce_among "$current" "$(_plainbounce_options "${command[@]}")"
  elif [[ -n $(_plainbounce_commands "${command[@]}") ]]; then
    _plainbounce_among "$current" "$(_plainbounce_commands "${command[@]}")"
  else
    case ${command[1]} in
      explain) _plainbounce_among "$current" "$(_plainbounce_codes "${command[0]}")" ;;
      setup) _plainbounce_among "$current" 'postfix sendmail' ;;
      *) ! "${command[@]}" --help 2>/dev/null | grep -q '^Positionals:' || _plainbounce_files "$current" ;;
    esac
  fi
}

complete -F _plainbounce plainbounce
