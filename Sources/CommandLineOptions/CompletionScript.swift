/// What a shell runs to complete the command line of a program: it asks the program itself.
package enum CompletionScript: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The first word of the command line by which a program is asked; the words that are typed follow.
    package static let request = "__complete"
    /// Answered instead of candidates where the names of files are meant.
    package static let files = ":files"

    package func text(for program: String) -> String {
        switch self {
        case .bash: Self.bashText(program)
        case .zsh: Self.zshText(program)
        case .fish: Self.fishText(program)
        }
    }

    private static func bashText(_ program: String) -> String {
        """
        # bash completion of \(program):  source <(\(program) completion bash)
        _\(program)_complete() {
            local word help
            COMPREPLY=()
            while IFS=$'\\t' read -r word help; do
                if [[ $word == '\(files)' ]]; then
                    compopt -o default 2>/dev/null
                    return
                fi
                COMPREPLY+=("$word")
            done < <("${COMP_WORDS[0]}" \(request) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
        }
        complete -F _\(program)_complete \(program)

        """
    }

    private static func zshText(_ program: String) -> String {
        """
        #compdef \(program)
        # zsh completion of \(program):  source <(\(program) completion zsh), after compinit
        _\(program)_complete() {
            local line
            local -a candidates
            for line in "${(@f)$("${words[1]}" \(request) "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
                if [[ $line == '\(files)' ]]; then
                    _files
                    return
                fi
                [[ -n $line ]] && candidates+=("${line%%$'\\t'*}")
            done
            compadd -a candidates
        }
        compdef _\(program)_complete \(program)

        """
    }

    private static func fishText(_ program: String) -> String {
        """
        # fish completion of \(program):  \(program) completion fish | source
        function __\(program)_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -l found ($words[1] \(request) $words[2..-1] "$current" 2>/dev/null)
            if test "$found[1]" = '\(files)'
                __fish_complete_path "$current"
            else
                printf '%s\\n' $found
            end
        end
        complete -c \(program) -f -a '(__\(program)_complete)'

        """
    }
}
