import path from 'node:path';
import type { EngineCapability } from '@kinora/engine/engine';
import { UsageError } from '@kinora/program/command';
import { pino } from 'pino';
import { readWorkerConfig } from '../config.ts';
import { createEngine } from '../create-engine.ts';
import { chooseServed, chooseSlots, chooseVendorModels } from './choose-models.ts';
import { addressOf } from './choose-renderer.ts';
import { inspectComfyUi, SHIPPED_WORKFLOWS, type Workflow } from './comfyui-models.ts';
import { describeDownloads, describeServed, describeTooLarge } from './describe-proposal.ts';
import type { Dialogue } from './dialogue.ts';
import type { Card, Found } from './find-renderers.ts';
import { profileOf } from './server-profile.ts';
import type { Settings } from './settings-file.ts';
import type { Flags } from './setup-flags.ts';
import type { Catalogue } from './sold-models.ts';
import { type ServesOf, selectWorkflows, type WorkflowFiles } from './write-workflows.ts';

/** What a worker is to serve, and the settings for that. */
export interface Plan {
  readonly settings: Settings;
  readonly capabilities: readonly EngineCapability[];
  /** The folder of workflows to write, and what is in it. */
  readonly workflows: { readonly folder: string; readonly files: WorkflowFiles } | undefined;
}

export async function planComfyUi(
  here: Settings,
  flags: Flags,
  { models }: Catalogue,
  card: Card | undefined,
  dialogue: Dialogue,
): Promise<Plan> {
  const address = addressOf('comfyui', here, here.KINORA_COMFYUI_URL ?? '');
  const chosen = folderBeside(flags.file);
  const named = here.KINORA_COMFYUI_WORKFLOWS;
  const source = named === undefined || named === chosen ? SHIPPED_WORKFLOWS : named;
  const isSelected = flags.models !== undefined || flags.serve.size > 0;
  const selected: ServesOf = (workflow, usual) =>
    flags.serve.get(workflow) ??
    (isSelected ? usual.filter((id) => flags.models?.includes(id) ?? true) : usual);
  const folder = isSelected ? source : (named ?? SHIPPED_WORKFLOWS);
  const all = await inspectComfyUi(address, folder, selected);
  checkWorkflows([...flags.serve.keys()], all.all);
  // What somebody has selected is served also by a card that may be too small for it.
  const left = isSelected || named !== undefined ? [] : all.usable.filter(({ tooLarge }) => tooLarge);
  const isLeft = (name: string) => left.some((each) => each.name === name);
  const servesOf: ServesOf = (workflow, usual) => (isLeft(workflow) ? [] : selected(workflow, usual));
  const has = left.length === 0 ? all : await inspectComfyUi(address, folder, servesOf);
  dialogue.say(`\n${describeServed(models, has.capabilities)}`);
  if (!isSelected && named === chosen)
    dialogue.say(`--models serves others: those of ${path.basename(chosen)} were selected before.`);
  for (const { name, instead } of has.usable)
    if (instead.length > 0) dialogue.say(`  ${name} uses ${instead.join(', ')}`);
  // Each line alone, because a terminal gets a paragraph in lines of its width.
  const sayLines = (text: string) => {
    for (const line of text.split('\n')) dialogue.say(line);
  };
  for (const each of describeTooLarge(has.usable)) sayLines(`WARNING: ${each}`);
  // What lacks and has a smaller file is among the downloads.
  sayTooLarge([...left, ...has.lacking.filter(({ tooLarge }) => !tooLarge?.instead)], card, dialogue);
  const downloads = describeDownloads(has, card);
  if (downloads !== undefined) sayLines(`\n${downloads}`);
  const settings = without(here, /^KINORA_(OPENAI_|WORKER_MODELS$)/);
  const { capabilities } = has;
  if (!isSelected && left.length === 0) return { settings, capabilities, workflows: undefined };
  const files = selectWorkflows(source, [...has.usable, ...has.lacking], servesOf);
  return {
    settings: { ...settings, KINORA_COMFYUI_WORKFLOWS: chosen },
    capabilities,
    workflows: { folder: chosen, files },
  };
}

/** A folder of its own for each file of settings, as each card has one. */
function folderBeside(file: string): string {
  const name = path.basename(file, path.extname(file));
  return path.join(path.dirname(file), name === 'worker' ? 'workflows' : `${name}-workflows`);
}

const without = (settings: Settings, names: RegExp): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !names.test(name)));

function checkWorkflows(wanted: readonly string[], known: readonly string[]): void {
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--serve names the workflow ${unknown}; there are ${known.join(', ')}`);
}

function sayTooLarge(workflows: readonly Workflow[], card: Card | undefined, dialogue: Dialogue): void {
  const sentences = describeTooLarge(workflows);
  if (sentences.length === 0) return;
  const memory = card?.gib === undefined ? '' : ` of ${Math.round(card.gib)} GB`;
  dialogue.say(`\nNot proposed for this card${memory} (--models serves what is installed anyway):`);
  for (const line of sentences.flatMap((each) => each.split('\n'))) dialogue.say(`  ${line}`);
}

export async function planVendor(
  here: Settings,
  found: Extract<Found, { kind: 'openai' }>,
  flags: Flags,
  { models }: Catalogue,
  dialogue: Dialogue,
): Promise<Plan> {
  const rendering = { ...here, ...(await chooseVendorModels(here, found.models, dialogue)) };
  const served = await chooseServed(rendering, flags.models, models, dialogue);
  const unused = /^KINORA_(COMFYUI_|OPENAI_VIDEO_MODES$)/;
  const usual = without({ ...rendering, KINORA_WORKER_MODELS: served }, unused);
  const settings = { ...usual, ...(await chooseSlots(usual, readWorkerConfig(usual).slots, dialogue)) };
  // What is wrong with the names of its models is said before they are written.
  const write = (line: string) => dialogue.say(`WARNING: ${JSON.parse(line).msg}`);
  const logger = pino({ level: 'warn' }, { write });
  const { capabilities } = await createEngine(readWorkerConfig(settings).engine, logger);
  dialogue.say(`\n${describeServed(models, capabilities)}`);
  const { operations } = profileOf(settings);
  const more = [
    ...(operations.i2i && !settings.KINORA_OPENAI_EDIT_MODEL ? ['--edit-model for image-to-image'] : []),
    ...(operations.i2v && !settings.KINORA_OPENAI_ANIMATE_MODEL
      ? ['--animate-model for image-to-video']
      : []),
  ];
  if (more.length > 0) dialogue.say(`If it can do more, name the model with ${more.join(', ')}.`);
  return { settings, capabilities, workflows: undefined };
}
