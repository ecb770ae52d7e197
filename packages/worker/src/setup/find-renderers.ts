import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cleanText } from '@kinora/program/outside-text';
import { createRemote } from '../remote/remote.ts';
import type { RemoteAddress } from '../remote/remote-address.ts';
import { listAt, type Profile, profileOf } from './server-profile.ts';

/** A program that renders, as it was found at its address. */
export type Found =
  | {
      readonly kind: 'comfyui';
      readonly url: string;
      readonly version: string;
      readonly card: Card | undefined;
    }
  | { readonly kind: 'openai'; readonly url: string; readonly models: readonly string[] | undefined };

export interface Card {
  readonly name: string;
  readonly gib: number | undefined;
}

/** Where ComfyUI (8188; 8000 as a desktop program), vLLM, LocalAI, SGLang, LiteLLM and others listen by default. */
export const USUAL_ADDRESSES = [8188, 8000, 8080, 8091, 30_000, 4000, 9000, 5000].map(
  (port) => `http://127.0.0.1:${port}`,
);

const CALL_MS = 5_000;
const CONNECT_MS = 2_000;

/** What is at an address, or why it is nothing that renders. A server that the operator names is asked as its profile says. */
export async function lookAt(
  address: RemoteAddress,
  kinds: readonly Found['kind'][],
  named?: Profile,
): Promise<Found | string> {
  let said = 'nothing responds';
  for (const kind of kinds) {
    const look = kind === 'comfyui' ? lookForComfyUi(address) : lookForOpenAi(address, named);
    const found = await look.catch((error: Error) => error.message);
    if (typeof found !== 'string') return found;
    said = found;
  }
  return said;
}

interface Stats {
  readonly system?: { readonly comfyui_version?: unknown };
  readonly devices?: readonly { readonly name?: unknown; readonly vram_total?: unknown }[];
}

async function lookForComfyUi(address: RemoteAddress): Promise<Found | string> {
  const { status, json } = await getJson(address, '/system_stats', 'KINORA_COMFYUI_');
  const { system, devices } = (json ?? {}) as Stats;
  if (typeof system !== 'object') return describeAnswer(status, '/system_stats', 'ComfyUI');
  const device = devices?.[0];
  const name = cardName(String(device?.name ?? ''));
  const gib = typeof device?.vram_total === 'number' ? device.vram_total / 2 ** 30 : undefined;
  const version = cleanText(String(system.comfyui_version ?? 'of unknown version'));
  return { kind: 'comfyui', url: address.url, version, card: name === '' ? undefined : { name, gib } };
}

async function lookForOpenAi(address: RemoteAddress, named: Profile | undefined): Promise<Found | string> {
  const { url, path } = listAt(address.url, named ?? profileOf());
  const { status, json } = await getJson({ ...address, url }, path ?? '/', 'KINORA_OPENAI_');
  const list = (json as { data?: unknown } | undefined)?.data;
  const found = { kind: 'openai', url: address.url } as const;
  if (path === undefined) return { ...found, models: undefined };
  if (Array.isArray(list)) return { ...found, models: namesIn(list) };
  // Some that are named by an operator render and list nothing.
  if (named !== undefined && !LOGIN.includes(status)) return { ...found, models: undefined };
  return describeAnswer(status, path, 'a server with the interface of OpenAI');
}

function namesIn(list: readonly unknown[]): string[] {
  return list.flatMap((each) => {
    const { id } = (each ?? {}) as { id?: unknown };
    return typeof id === 'string' ? [cleanText(id)] : [];
  });
}

const LOGIN = [401, 403, 407];

function describeAnswer(status: number, path: string, program: string): string {
  return LOGIN.includes(status)
    ? `it asks for a login (${status}): give its key with --token, or a header with --header`
    : `${path} returned ${status}, which is not that of ${program}`;
}

async function getJson(address: RemoteAddress, path: string, setting: string) {
  const remote = createRemote(address, { setting, connectMs: CONNECT_MS });
  try {
    const { status, bytes } = await remote.call(path, { method: 'GET', timeoutMs: CALL_MS });
    return { status, json: status === 200 ? parsed(new TextDecoder().decode(bytes)) : undefined };
  } finally {
    await remote.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `cuda:0 NVIDIA GeForce RTX 4090 : cudaMallocAsync` is how PyTorch calls a card. */
function cardName(device: string): string {
  return cleanText(device.replace(/^\w+:\d+ +/, '').replace(/ : .*$/, ''));
}

/** The cards of this machine, as NVIDIA's driver says, the largest first. */
export async function readCardsHere(): Promise<Card[]> {
  const query = ['--query-gpu=name,memory.total', '--format=csv,noheader,nounits'];
  const output = await promisify(execFile)('nvidia-smi', query, { timeout: CALL_MS }).catch(() => undefined);
  const cards = (output?.stdout ?? '').split('\n').flatMap((line) => {
    const [, name, mib] = /^(.+), *(\d+)$/.exec(line.trim()) ?? [];
    return name === undefined ? [] : [{ name: cleanText(name), gib: Number(mib) / 1024 }];
  });
  return cards.sort((a, b) => b.gib - a.gib);
}
