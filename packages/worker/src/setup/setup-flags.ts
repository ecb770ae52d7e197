import path from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '@kinora/program/command';
import type { SaidCosts } from './margins.ts';
import { type ProbeSize, probeSizes } from './probe-tasks.ts';
import { isProfileName } from './server-profile.ts';
import { type Settings, withoutUndefined } from './settings-file.ts';

export const help = `Usage: kinora worker setup [--comfyui URL | --openai URL] [--token TOKEN] [--header "NAME: VALUE"]
                           [--image-model NAME] [--video-model NAME] [--models IDS] [--server URL]
                           [--worker-token TOKEN] [--cost-per-hour USD] [--probe SIZE] [--file FILE] [--force]

Sets this machine up as a worker: finds what renders, says which models of the catalogue it can serve and what to
download for others, writes the settings, renders a probe of each model, and prints what it earns and costs. It asks
what it does not know; each question has an option. Run it again at any time: what is the same stays unchanged.

What renders:
  --comfyui URL         a ComfyUI. Default: what responds at the usual addresses of this machine
  --openai URL          a server with the interface of OpenAI, such as https://api.example.com/v1
  --profile NAME        how that server is asked, if not as OpenAI's: a profile that comes with the worker, such as fal,
                        or a file. One of a vendor needs no --openai
  --other-hosts         fetches results from other hosts than that of the server, such as its store
  --token TOKEN         its key or token; KINORA_OPENAI_KEY in the environment is not seen by other users
  --header HEADER       another header that it needs, such as "X-Team: media"; may be repeated
  --ca FILE             certificates in PEM that are trusted besides those of the system
  --workflows DIR       workflows of your own for ComfyUI. Default: those that come with the worker

What it serves:
  --models IDS          models of the catalogue, such as image,fast. Default: all that it can render
  --serve ID=WORKFLOW   lets a workflow of ComfyUI render this model of the catalogue; may be repeated
  --image-model NAME    what the server of --openai calls its model for images; --edit-model for redrawing images,
                        --video-model for videos, --animate-model for videos from an image

Where it works:
  --server URL          the server's URL. Default: KINORA_SERVER_URL
  --worker-token TOKEN  its token, from "kinora worker-token create". Default: KINORA_WORKER_TOKEN
  --preference N        0 to 9: workers with the lowest number get jobs first, and of these the cheapest. Default: 0
  --slots N             jobs that the server of --openai renders at once. Default: 1, or 2 for a server of your own
  --file FILE           the file of settings, readable by you alone. Default: worker.env
  --force               replaces settings in the file that differ

What it earns:
  --catalogue FILE      its prices, as "kinora catalogue export" prints them. Default: those of the server now
  --cost-per-hour USD   what an hour of the machine costs, rent or power; or --cost-per-image USD and
                        --cost-per-second USD of video, for a vendor. It is kept as KINORA_WORKER_COSTS: that of an
                        hour as the probes of the default size measure it
  --probe SIZE          default: the size that most people order; smallest: of each model; no: nothing is rendered.
                        A vendor may bill probes: without this option you are asked
  --probe-slots         renders a probe for each slot at a vendor, all at once, to see whether it takes them
`;

const text = { type: 'string' } as const;
const several = { type: 'string', multiple: true } as const;
const options = {
  comfyui: text,
  openai: text,
  profile: text,
  'other-hosts': { type: 'boolean' },
  token: text,
  header: several,
  ca: text,
  workflows: text,
  models: text,
  serve: several,
  'image-model': text,
  'edit-model': text,
  'video-model': text,
  'animate-model': text,
  preference: text,
  slots: text,
  server: text,
  'worker-token': text,
  file: text,
  force: { type: 'boolean' },
  catalogue: text,
  'cost-per-hour': text,
  'cost-per-image': text,
  'cost-per-second': text,
  probe: text,
  'probe-slots': { type: 'boolean' },
} as const;

export interface Flags {
  /** The settings that flags give; those of the renderer follow from its kind. */
  readonly settings: Settings;
  readonly file: string;
  readonly isForced: boolean;
  readonly models: readonly string[] | undefined;
  /** Models by the workflow that is to render them. */
  readonly serve: ReadonlyMap<string, readonly string[]>;
  readonly catalogue: string | undefined;
  readonly costs: SaidCosts;
  readonly probe: ProbeSize | 'no' | undefined;
  /** Whether a vendor may bill a probe for each slot. */
  readonly mayProbeSlots: boolean;
}

export function readFlags(argv: readonly string[]): Flags {
  const { values } = parseArgs({ args: [...argv], options, strict: true });
  if (values.comfyui !== undefined && (values.openai ?? values.profile) !== undefined)
    throw new UsageError(
      'a worker has one renderer: give --comfyui or --openai, and set up another for the other',
    );
  const usd = (name: 'cost-per-hour' | 'cost-per-image' | 'cost-per-second') => readUsd(name, values[name]);
  return {
    settings: settingsOf(values),
    file: path.resolve(values.file ?? 'worker.env'),
    isForced: values.force === true,
    models: values.models?.split(/[\s,]+/).filter((id) => id !== ''),
    serve: readServe(values.serve ?? []),
    catalogue: values.catalogue,
    costs: {
      perHour: usd('cost-per-hour'),
      perImage: usd('cost-per-image'),
      perSecond: usd('cost-per-second'),
    },
    probe: readProbe(values.probe),
    mayProbeSlots: values['probe-slots'] === true,
  };
}

type Switch = 'force' | 'other-hosts' | 'probe-slots';
type Values = Partial<Record<Exclude<keyof typeof options, 'header' | 'serve' | Switch>, string>> &
  Partial<Record<Switch, boolean>> & {
    readonly header?: string[] | undefined;
  };

function settingsOf(values: Values): Settings {
  const isOpenAi = values.openai !== undefined || values.profile !== undefined;
  const engine = values.comfyui !== undefined ? 'comfyui' : isOpenAi ? 'openai' : undefined;
  return withoutUndefined({
    KINORA_ENGINE: engine,
    KINORA_COMFYUI_URL: values.comfyui,
    KINORA_OPENAI_URL: values.openai,
    KINORA_COMFYUI_WORKFLOWS: values.workflows === undefined ? undefined : path.resolve(values.workflows),
    KINORA_OPENAI_PROFILE: pathOf(values.profile),
    KINORA_OPENAI_OTHER_HOSTS: values['other-hosts'] === true ? 'on' : undefined,
    KINORA_OPENAI_IMAGE_MODEL: values['image-model'],
    KINORA_OPENAI_EDIT_MODEL: values['edit-model'],
    KINORA_OPENAI_VIDEO_MODEL: values['video-model'],
    KINORA_OPENAI_ANIMATE_MODEL: values['animate-model'],
    KINORA_WORKER_PREFERENCE: values.preference,
    KINORA_WORKER_SLOTS: values.slots,
    KINORA_SERVER_URL: values.server,
    KINORA_WORKER_TOKEN: values['worker-token'],
    ...accessOf('KINORA_COMFYUI_', values),
    ...accessOf('KINORA_OPENAI_', values),
  });
}

/** A worker may start in another folder. */
const pathOf = (profile: string | undefined): string | undefined =>
  profile === undefined || isProfileName(profile) ? profile : path.resolve(profile);

/** ComfyUI has no setting for a key: what asks for one before it gets a header. */
function accessOf(prefix: 'KINORA_COMFYUI_' | 'KINORA_OPENAI_', { header = [], token, ca }: Values) {
  const isOpenAi = prefix === 'KINORA_OPENAI_';
  const bearer = token === undefined || isOpenAi ? [] : [['Authorization', `Bearer ${token}`]];
  const headers = [...bearer, ...header.map(readHeader)];
  return {
    [`${prefix}HEADERS`]: headers.length === 0 ? undefined : JSON.stringify(Object.fromEntries(headers)),
    [`${prefix}CA`]: ca === undefined ? undefined : path.resolve(ca),
    ...(isOpenAi && { KINORA_OPENAI_KEY: token }),
  };
}

function readHeader(header: string): [string, string] {
  const [, name, value] = /^\s*([^\s:]+)\s*:\s*(.+?)\s*$/.exec(header) ?? [];
  // The value may be a secret, so it is not repeated.
  if (name === undefined || value === undefined) throw new UsageError('--header must be "Name: value"');
  return [name, value];
}

function readServe(items: readonly string[]): Map<string, string[]> {
  const served = new Map<string, string[]>();
  for (const item of items) {
    const [, id, workflow] = /^([^=\s]+)=(\S+)$/.exec(item) ?? [];
    if (id === undefined || workflow === undefined)
      throw new UsageError(`--serve must be MODEL=WORKFLOW, such as sketch=sdxl, not "${item}"`);
    served.set(workflow, [...(served.get(workflow) ?? []), id]);
  }
  return served;
}

export function readUsd(flag: string, value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const usd = Number(value.replace(/^\$/, ''));
  if (Number.isFinite(usd) && usd >= 0) return usd;
  throw new UsageError(`--${flag} must be an amount in US dollars, such as 0.45, not "${value}"`);
}

function readProbe(value: string | undefined): Flags['probe'] {
  if (value === undefined) return undefined;
  const choice = ([...probeSizes, 'no'] as const).find((each) => each === value);
  if (choice === undefined)
    throw new UsageError(`--probe must be ${probeSizes.join(', ')} or no, not "${value}"`);
  return choice;
}
