# The offers of zsh for the line $1: what compadd is called with, in a zsh behind a terminal.
zmodload zsh/zpty
: > offers
zpty offered zsh -f -i
zpty -w offered 'PROMPT= RPROMPT= PS2=; unsetopt zle_bracketed_paste 2>/dev/null; unset zle_bracketed_paste'
zpty -w offered 'autoload -Uz compinit && compinit -C -d ~/.compdump && source ./completion.zsh'
zpty -w offered 'compadd() { local -a hits; if [[ " ${@[1,(i)(-|--)]} " == *" -"[OAD]* ]]; then builtin compadd "$@"; return; fi; builtin compadd -A hits "$@"; print -rl -- $hits >> offers; builtin compadd "$@" }'
zpty -w offered 'bindkey "^I" complete-word; finish() { print done > ended }; zle -N finish; bindkey "^O" finish; unsetopt auto_menu; LISTMAX=1000'
zpty -w -n offered "$1"$'\t'$'\x0f'
for i in {1..100}; do
    [[ -e ended ]] && break
    zpty -r -t offered ignored
    sleep 0.05
done
rm -f ended
zpty -d offered
cat offers
