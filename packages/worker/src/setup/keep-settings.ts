import { UsageError } from '@kinora/program/command';
import type { Dialogue } from './dialogue.ts';
import {
  changeSettings,
  closeToOthers,
  readText,
  type Settings,
  writeSettingsFile,
} from './settings-file.ts';
import { differingFiles, type WorkflowFiles, writeWorkflows } from './write-workflows.ts';

/** Whether a setting is one of those that a worker is set up with. */
export const managedSettings = (name: string): boolean =>
  /^KINORA_(COMFYUI_|OPENAI_|ENGINE$|SERVER_URL$|WORKER_|ALLOWED_CONTENT$|(IMAGE|VIDEO)_LIMIT_SECONDS$)/.test(
    name,
  );

interface Kept {
  readonly file: string;
  readonly isForced: boolean;
}

/** Writes what differs, once the operator agrees. Returns false if not. */
export async function keepSettings(
  { file, isForced }: Kept,
  settings: Settings,
  workflows: { readonly folder: string; readonly files: WorkflowFiles } | undefined,
  dialogue: Dialogue,
): Promise<boolean> {
  const before = readText(file);
  const change = changeSettings(before, settings, managedSettings);
  const differing = workflows === undefined ? [] : differingFiles(workflows.folder, workflows.files);
  // The values may be secrets.
  const replaced = [
    ...(change.changed.length === 0 ? [] : [`${file} has other values of ${change.changed.join(', ')}`]),
    ...(differing.length === 0 ? [] : [`${workflows?.folder} has other ${differing.join(', ')}`]),
  ].join('; ');
  if (replaced !== '' && !isForced) {
    if (!dialogue.isTerminal)
      throw new UsageError(`${replaced}: give --force to replace them, or another --file`);
    if (!(await dialogue.agree(`${replaced}. Replace them?`, 'give --force'))) {
      dialogue.say('Nothing was written.');
      return false;
    }
  }
  const written = workflows === undefined ? 0 : writeWorkflows(workflows.folder, workflows.files);
  const state = before === undefined ? 'written' : change.text === before ? 'unchanged' : 'changed';
  if (state !== 'unchanged') writeSettingsFile(file, change.text);
  const closed = closeToOthers(file) ? '; it was readable by others, which it is no more' : '';
  dialogue.say(`\nSettings  ${file}: ${state}${closed}`);
  if (workflows !== undefined)
    dialogue.say(
      `Workflows ${workflows.folder}: ${written === 0 ? 'unchanged' : `${written} files written`}`,
    );
  return true;
}
