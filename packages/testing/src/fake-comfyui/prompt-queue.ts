import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Workflow } from '@kinora/worker/comfyui/workflow';
import sharp from 'sharp';
import { executionOrder, follow, type WorkflowOutput } from './graph.ts';
import { makeMp4, makePng } from './media.ts';

/** How a prompt fails at its last sampler, or which defect its file has. */
export type PromptFate =
  | 'out_of_memory'
  | 'error'
  | 'cuda_error'
  | 'interrupted'
  | 'no_file'
  | 'damaged_file';

export interface QueuedPrompt {
  readonly number: number;
  readonly id: string;
  readonly workflow: Workflow;
  readonly clientId: string | undefined;
  readonly fate: PromptFate | undefined;
  /** From another client; it runs until the test ends it. */
  readonly isForeign: boolean;
}

type Send = (type: string, data: object, clientId: string | undefined) => void;

interface FakeServer {
  readonly folders: { readonly output: string; readonly input: string };
  readonly stepMs: () => number;
  /** Resolves unless prompts are paused; awaited before every step. */
  readonly gate: () => Promise<void>;
  readonly isInterrupted: () => boolean;
  readonly send: Send;
  readonly sendPreview: (clientId: string | undefined) => void;
  /** Nodes whose result is in the cache. */
  readonly cached: (workflow: Workflow) => string[];
  /** The key under which a video is listed. */
  readonly videoKey: () => string;
  /** What a prompt saves, instead of a drawing made for it. */
  readonly media: ((output: WorkflowOutput) => Uint8Array) | undefined;
}

export interface PromptRecord {
  readonly prompt: unknown[];
  readonly outputs: Record<string, object>;
  readonly status: { status_str: string; completed: boolean; messages: [string, object][] };
  readonly meta: object;
}

const SAMPLER_STEPS = 4;
const SAMPLERS = /^(KSampler|SamplerCustomAdvanced)$/;

/** The steps of all samplers of a workflow. */
export function stepsOf(workflow: Workflow): number {
  return SAMPLER_STEPS * Object.values(workflow).filter(({ class_type: kind }) => SAMPLERS.test(kind)).length;
}

/** Runs one prompt as ComfyUI's worker thread does and returns its record. */
export async function execute(prompt: QueuedPrompt, server: FakeServer): Promise<PromptRecord> {
  const { id, workflow, clientId } = prompt;
  const messages: [string, object][] = [];
  const record = (type: string, more: object = {}) => {
    const data = { prompt_id: id, timestamp: Date.now(), ...more };
    messages.push([type, data]);
    server.send(type, data, clientId);
  };
  const outputs: Record<string, object> = {};
  let ending: string | undefined;
  record('execution_start');
  const cached = server.cached(workflow);
  record('execution_cached', { nodes: cached });
  for (const node of executionOrder(workflow).filter((each) => !cached.includes(each))) {
    const kind = workflow[node]?.class_type ?? '';
    server.send('executing', { node, display_node: node, prompt_id: id }, clientId);
    await server.gate();
    if (SAMPLERS.test(kind)) ending = await sample(prompt, node, server, record);
    if (server.isInterrupted() && !ending) {
      record('execution_interrupted', { node_id: node, node_type: kind, executed: [] });
      ending = 'error';
    }
    if (ending) break;
    if (kind.startsWith('Save')) {
      outputs[node] = await save(prompt, node, server);
      server.send('executed', { node, display_node: node, output: outputs[node], prompt_id: id }, clientId);
    }
  }
  if (!ending) record('execution_success');
  const extra = { client_id: clientId, create_time: Date.now() };
  return {
    prompt: [prompt.number, id, workflow, extra, []],
    outputs,
    status: { status_str: ending ?? 'success', completed: !ending, messages },
    meta: {},
  };
}

async function sample(
  { id, clientId, fate }: QueuedPrompt,
  node: string,
  server: FakeServer,
  record: (type: string, more: object) => void,
): Promise<string | undefined> {
  for (let value = 1; value <= SAMPLER_STEPS; value++) {
    if (server.stepMs() > 0) await setTimeout(server.stepMs());
    await server.gate();
    if (server.isInterrupted()) return undefined;
    const step = { value, max: SAMPLER_STEPS, prompt_id: id, node };
    server.send('progress', step, clientId);
    // The newer message repeats the step; it omits nodes that have not started.
    const state = { ...step, state: 'running', node_id: node, display_node_id: node };
    server.send('progress_state', { prompt_id: id, nodes: { [node]: state } }, clientId);
    server.sendPreview(clientId);
  }
  if (fate === 'out_of_memory' || fate === 'error' || fate === 'cuda_error') {
    const [type, message] =
      fate === 'error'
        ? ['RuntimeError', 'mat1 and mat2 shapes cannot be multiplied']
        : fate === 'cuda_error'
          ? ['torch.AcceleratorError', 'CUDA error: an illegal memory access was encountered']
          : ['torch.OutOfMemoryError', 'Allocation on device 0 would exceed allowed memory. (out of memory)'];
    const error = { node_id: node, node_type: 'KSampler', exception_type: type, exception_message: message };
    record('execution_error', { ...error, executed: [], traceback: [] });
    return 'error';
  }
  if (fate === 'interrupted') {
    record('execution_interrupted', { node_id: node, executed: [] });
    return 'error';
  }
  return undefined;
}

async function save({ workflow, fate }: QueuedPrompt, node: string, server: FakeServer): Promise<object> {
  const { output, input } = server.folders;
  const sizes = new Map<string, { width: number; height: number }>();
  for (const { class_type: kind, inputs } of Object.values(workflow)) {
    if (kind !== 'LoadImage') continue;
    const { width, height } = await sharp(path.join(input, String(inputs.image))).metadata();
    sizes.set(String(inputs.image), { width, height });
  }
  const rendered = follow(workflow, node, (image) => sizes.get(image) ?? { width: 0, height: 0 });
  const isVideo = workflow[node]?.class_type === 'SaveVideo';
  const inputs = modelInputs(workflow);
  const image = rendered.image === undefined ? undefined : await readFile(path.join(input, rendered.image));
  const hasSound = Object.values(workflow).some(({ inputs }) => 'audio' in inputs);
  const draw = () => (isVideo ? makeMp4(rendered, inputs, hasSound) : makePng(rendered, inputs, image));
  const bytes = server.media?.(rendered) ?? (await draw());
  const prefix = String(workflow[node]?.inputs.filename_prefix);
  const subfolder = path.dirname(prefix);
  const filename = `${path.basename(prefix)}_00001_.${isVideo ? 'mp4' : 'png'}`;
  await mkdir(path.join(output, subfolder), { recursive: true });
  await writeFile(
    path.join(output, subfolder, filename),
    fate === 'damaged_file' ? bytes.subarray(0, bytes.length / 2) : bytes,
  );
  if (fate === 'no_file') return {};
  const temporary = { filename: 'preview.png', subfolder: '', type: 'temp' };
  const files = [temporary, { filename, subfolder, type: 'output', media_type: 'anything' }];
  return isVideo ? { [server.videoKey()]: files, animated: [true] } : { images: files };
}

/** The prompts and seeds of the workflow, as JSON. */
function modelInputs(workflow: Workflow): string {
  const values = Object.values(workflow).flatMap(({ inputs }) => [
    inputs.text,
    inputs.seed,
    inputs.noise_seed,
  ]);
  return JSON.stringify(values.filter((value) => value !== undefined));
}
