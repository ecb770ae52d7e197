import { UsageError } from '@kinora/program/command';
import { bashCompletion, type Completed, fishCompletion, zshCompletion } from '../completion-scripts.ts';
import { type CustomerCommand, requireArgument } from '../customer-command.ts';
import { exitStatus } from '../exit-status.ts';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** The scripts are made from the options that the commands parse. */
export function completion(commands: readonly Completed[]): CustomerCommand {
  return {
    name: 'completion',
    parameters: 'bash|zsh|fish',
    about: `Prints a script that completes commands and options.

  bash   source <(kinora completion bash)             in ~/.bashrc
  zsh    source <(kinora completion zsh)              in ~/.zshrc, after compinit
  fish   kinora completion fish | source              in ~/.config/fish/config.fish`,
    options: {},
    async run(line) {
      const shell = requireArgument(line, 0, 'the shell: bash, zsh or fish');
      if (!Object.hasOwn(SCRIPTS, shell))
        throw new UsageError(`the shell must be bash, zsh or fish, not "${shell}"`);
      process.stdout.write(SCRIPTS[shell as keyof typeof SCRIPTS](commands));
      return exitStatus.done;
    },
  };
}
