import path from 'node:path';
import { pino } from 'pino';
import { isPrivateHost, readEnvironment, readWorkerConfig } from '../config.ts';
import { createEngine } from '../create-engine.ts';
import { chooseAccess, tryAccess } from './choose-access.ts';
import { checkSold } from './choose-models.ts';
import { chooseProfile } from './choose-profile.ts';
import { chooseRenderer, nameOf } from './choose-renderer.ts';
import { describeCards } from './describe-cards.ts';
import type { Dialogue } from './dialogue.ts';
import { type Card, type Found, readCardsHere } from './find-renderers.ts';
import { chooseCosts, keepCosts, withCosts } from './keep-costs.ts';
import { keepSettings, managedSettings } from './keep-settings.ts';
import { measuredCosts } from './margins.ts';
import { planComfyUi, planVendor } from './plan-worker.ts';
import { quickestOf, reportSlots } from './probe-slots.ts';
import { type ProbeSize, probesOf } from './probe-tasks.ts';
import { reportProbes } from './report-probes.ts';
import { withVendor } from './server-profile.ts';
import { readSettingsFile, type Settings, withoutUndefined } from './settings-file.ts';
import type { Flags } from './setup-flags.ts';
import { shownCommand } from './shown-command.ts';
import { readCatalogue } from './sold-models.ts';

/** Finds, proposes, asks, and only then writes and renders: stopped before, it has changed nothing. */
export async function runSetup(flags: Flags, dialogue: Dialogue, signal: AbortSignal): Promise<number> {
  const before = withVendor(startSettings(flags));
  const found = await chooseRenderer(before, dialogue);
  const cards = isHere(found) ? await readCardsHere() : [];
  const card = cardOf(found, cards);
  dialogue.say(`Renderer  ${nameOf(found)} at ${found.url}`);
  const asked = await chooseProfile(before, found, dialogue);
  const profile = asked.KINORA_OPENAI_PROFILE ?? before.KINORA_OPENAI_PROFILE;
  if (profile !== undefined) dialogue.say(`Profile   ${profile}`);
  dialogue.say(`Card      ${describeCard(card)}`);
  const access = await chooseAccess(before, dialogue);
  dialogue.say(`Server    ${await tryAccess(access, signal)}`);
  const catalogue = await readCatalogue(flags.catalogue, access.KINORA_SERVER_URL);
  dialogue.say(`Prices    ${catalogue.from}`);
  const wanted = [...(flags.models ?? []), ...[...flags.serve.values()].flat()];
  checkSold(wanted, catalogue.models);
  const here: Settings = { ...before, ...access, ...namedBy(found, before), ...asked };
  const plan =
    found.kind === 'comfyui'
      ? await planComfyUi(here, flags, catalogue, card, dialogue)
      : await planVendor(here, found, flags, catalogue, dialogue);
  const costs = await chooseCosts(flags.costs, plan.settings, isVendor(found), dialogue);
  const served = catalogue.models.filter(({ id }) => plan.capabilities.some(({ model }) => model === id));
  const settings = withCosts(plan.settings, costs, served);
  const probe = await chooseProbe(flags.probe, found, dialogue);
  // What the worker would refuse is refused before it is written.
  const config = readWorkerConfig(settings);
  signal.throwIfAborted();
  const isKept = await keepSettings(flags, settings, plan.workflows, dialogue);
  if (!isKept) return 1;
  if (plan.capabilities.length === 0) {
    dialogue.say('Nothing can be rendered yet. Download what is listed above, and run this again.');
    return 1;
  }
  let status = 0;
  if (probe !== 'no') {
    const engine = await createEngine(forProbes(config.engine), QUIET);
    try {
      const probes = probesOf(catalogue.models, engine.capabilities, probe);
      const results = await reportProbes({ engine, probes, costs, dialogue, signal });
      status = results.length === 0 || results.some((result) => 'fault' in result) ? 1 : 0;
      const quickest = quickestOf(results);
      if (quickest !== undefined && (await choosesSlots(flags, found, settings, dialogue)))
        await reportSlots(engine, quickest, config.slots, dialogue, signal);
      // In the smallest sizes everything is cheaper than what people order.
      if (costs.perHour !== undefined && probe === 'default')
        await keepCosts(flags, settings, measuredCosts(results, costs), dialogue);
    } finally {
      await engine.close?.();
    }
  }
  dialogue.say(describeStart(flags.file, settings, card));
  const more = found.kind === 'comfyui' ? describeCards(cards, found.url, flags.file) : undefined;
  for (const line of more?.split('\n') ?? []) dialogue.say(line);
  return status;
}

/** The environment, then the file of an earlier run, then the flags. */
function startSettings(flags: Flags): Settings {
  const environment = withoutUndefined(readEnvironment());
  const all = { ...environment, ...readSettingsFile(flags.file), ...flags.settings };
  return Object.fromEntries(Object.entries(all).filter(([name]) => managedSettings(name)));
}

const isHere = ({ url }: Found): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

function cardOf(found: Found, [largest]: readonly Card[]): Card | undefined {
  const named = found.kind === 'comfyui' ? found.card : undefined;
  return named?.gib === undefined ? (largest ?? named) : named;
}

function describeCard(card: Card | undefined): string {
  if (card === undefined) return 'not known';
  return card.gib === undefined ? card.name : `${card.name}, ${Math.round(card.gib)} GB`;
}

/** The renderer as the settings name it. A login in its address stays there. */
function namedBy({ kind, url }: Found, before: Settings): Settings {
  return kind === 'comfyui'
    ? { KINORA_ENGINE: kind, KINORA_COMFYUI_URL: before.KINORA_COMFYUI_URL ?? url }
    : { KINORA_ENGINE: kind, KINORA_OPENAI_URL: before.KINORA_OPENAI_URL ?? url };
}

/** The setup says itself what the log of a worker says. */
const QUIET = pino({ level: 'silent' });

const isVendor = ({ kind, url }: Found): boolean =>
  kind === 'openai' && !isPrivateHost(new URL(url).hostname);

/** Nobody is billed for a probe without being asked. */
export async function chooseProbe(
  chosen: Flags['probe'],
  found: Found,
  dialogue: Dialogue,
): Promise<ProbeSize | 'no'> {
  if (chosen !== undefined) return chosen;
  if (!isVendor(found)) return 'default';
  const isAgreed = await dialogue.agree(
    `${new URL(found.url).hostname} may bill a probe of each model. Render them?`,
    'give --probe default, --probe smallest or --probe no',
  );
  return isAgreed ? 'default' : 'no';
}

/** Several at once are tried if their number was said, at a vendor only with a yes of its own. */
export async function choosesSlots(
  { mayProbeSlots }: Pick<Flags, 'mayProbeSlots'>,
  found: Found,
  { KINORA_WORKER_SLOTS: slots = '1' }: Settings,
  dialogue: Dialogue,
): Promise<boolean> {
  if (Number(slots) < 2) return false;
  if (mayProbeSlots || !isVendor(found)) return true;
  const question = `Render ${slots} probes at once, to see whether ${new URL(found.url).hostname} takes them? It may bill them.`;
  return dialogue.isTerminal && dialogue.agree(question, 'give --probe-slots');
}

/** Beside a worker that runs: at its start an engine cancels what is left under its id. */
function forProbes(engine: ReturnType<typeof readWorkerConfig>['engine']) {
  return engine.name === 'comfyui'
    ? { ...engine, settings: { ...engine.settings, clientId: 'kinora-setup' } }
    : engine;
}

function describeStart(file: string, settings: Settings, card: Card | undefined): string {
  const label = card?.name
    .replace(/nvidia|geforce/gi, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const shown = path.relative('', file).startsWith('..') ? file : path.relative('', file);
  const start = `${shownCommand()} --settings ${shown}${label ? ` --gpu ${label}` : ''}`;
  const missing = [
    ...(settings.KINORA_SERVER_URL === undefined ? ['--server URL'] : []),
    ...(settings.KINORA_WORKER_TOKEN === undefined
      ? ['--worker-token TOKEN, from "kinora worker-token create" on the server']
      : []),
  ];
  return missing.length === 0
    ? `\nStart the worker:\n  ${start}`
    : `\nRun this again with ${missing.join(' and ')}. Then start the worker:\n  ${start}`;
}
