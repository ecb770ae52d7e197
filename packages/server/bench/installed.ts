import { spawnSync } from 'node:child_process';

/** Whether a program that this project does not install is on the machine, to be compared with. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}
