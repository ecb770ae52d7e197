import type { CustomerCommand, Option } from './customer-command.ts';

/** Scripts that complete the customer commands in each shell. */

/**
 * What lists the values that the service has. bash expands the words of a list, so that an id is offered only if it has
 * nothing that a shell reads.
 */
const listed = (command: string): string =>
  `kinora ${command} 2>/dev/null | cut -f 1 | grep -xE "[A-Za-z0-9][A-Za-z0-9._-]*"`;
const MODELS = listed('models');

export type Completed = Pick<CustomerCommand, 'name' | 'options'> & { readonly summary: string };

export function bashCompletion(commands: readonly Completed[]): string {
  const options = commands.map(
    ({ name, options }) => `    ${name}) words="${Object.keys(options).map(dashed).join(' ')} --help" ;;`,
  );
  const values = commands.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(([key, option]) => {
      const pattern = [dashed(key), option.short === undefined ? '' : `-${option.short}`].filter(Boolean);
      const action = bashValues(option);
      return action === undefined ? [] : pattern.map((flag) => `    ${name}:${flag}) ${action}; return ;;`);
    }),
  );
  return `# kinora completion for bash
_kinora() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} completion" -- "$cur"))
    return
  fi
  case "$command:$prev" in
${values.join('\n')}
  esac
  case "$command" in
${options.join('\n')}
    completion) words="bash zsh fish" ;;
  esac
  case "$command:$COMP_CWORD" in
    quote:2) words="image video $words" ;;
    models:2) words="$(${MODELS}) $words" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o filenames -F _kinora kinora
`;
}

function bashValues({ choices, listedBy, isFile, value }: Option): string | undefined {
  if (listedBy !== undefined) return `COMPREPLY=($(compgen -W "$(${listed(listedBy)})" -- "$cur"))`;
  if (choices !== undefined) return `COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$cur"))`;
  if (isFile === true) return 'local IFS=$\'\\n\'; COMPREPLY=($(compgen -f -- "$cur"))';
  return value === undefined ? undefined : ':';
}

export function zshCompletion(commands: readonly Completed[]): string {
  const cases = commands.map(({ name, options }) => {
    const specs = Object.entries(options).map(([key, option]) => `        ${zshOption(key, option)}`);
    const values = name === 'quote' ? 'image video' : name === 'models' ? `$(${MODELS})` : undefined;
    const first = values === undefined ? [] : [`        ${quoted(`1: :(${values})`)}`];
    return `      ${name})\n        _arguments \\\n${[...first, ...specs, "        '--help[show the options]'"].join(' \\\n')} ;;`;
  });
  return `#compdef kinora
# kinora completion for zsh
_kinora() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
    'completion:Print a completion script for your shell.'
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT -= 1 ))
  case "$command" in
${cases.join('\n')}
      completion)
        _arguments '1:shell:(bash zsh fish)' ;;
  esac
}
compdef _kinora kinora
`;
}

function zshOption(key: string, option: Option): string {
  const { short, value, about } = option;
  const text = `[${about.replaceAll(/[[\]:]/g, ' ')}]`;
  const action = zshValues(option);
  const argument = value === undefined ? '' : `:${value}:${action}`;
  const long = quoted(`--${key}${text}${argument}`);
  return short === undefined ? long : `${long} \\\n        ${quoted(`-${short}${text}${argument}`)}`;
}

function zshValues({ choices, listedBy, isFile }: Option): string {
  if (listedBy !== undefined) return `($(${listed(listedBy)}))`;
  if (choices !== undefined) return `(${choices.join(' ')})`;
  return isFile === true ? '_files' : ' ';
}

export function fishCompletion(commands: readonly Completed[]): string {
  const names = commands.map(
    ({ name, summary }) => `complete -c kinora -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
  );
  const options = commands.flatMap(({ name, options }) =>
    Object.entries(options).map(([key, { short, value, about, choices, listedBy, isFile }]) =>
      [
        `complete -c kinora -n '__fish_seen_subcommand_from ${name}' -l ${key}`,
        short === undefined ? '' : `-s ${short}`,
        value === undefined ? '' : '-r',
        isFile === true ? '-F' : '-f',
        choices === undefined ? '' : `-a '${choices.join(' ')}'`,
        listedBy === undefined ? '' : `-a ${quoted(`(${listed(listedBy)})`)}`,
        `-d ${quoted(about)}`,
      ]
        .filter(Boolean)
        .join(' '),
    ),
  );
  return `# kinora completion for fish
complete -c kinora -f
${names.join('\n')}
complete -c kinora -n __fish_use_subcommand -f -a completion -d 'Print a completion script for your shell.'
complete -c kinora -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'
complete -c kinora -n '__fish_seen_subcommand_from quote' -f -a 'image video'
complete -c kinora -n '__fish_seen_subcommand_from models' -f -a ${quoted(`(${MODELS})`)}
${options.join('\n')}
`;
}

const dashed = (name: string): string => `--${name}`;

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
