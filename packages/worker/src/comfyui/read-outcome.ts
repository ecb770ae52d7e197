import { RendererBroken, RenderFault } from '@kinora/engine/engine';
import { isBroken } from '../remote/broken-renderer.ts';
import { type HistoryEntry, type OutputFile, outputFileSchema } from './comfyui-client.ts';

/** How a prompt ended. */
export type Outcome =
  | { readonly kind: 'done'; readonly files: readonly OutputFile[] }
  | { readonly kind: 'failed'; readonly fault: RenderFault; readonly outOfMemory: boolean };

/** Nodes of different authors put their files under different names; a video of the stock node is under `images`. */
const FILE_KEYS = ['images', 'gifs', 'video', 'videos', 'audio'];

/**
 * Reads the record of a prompt that ended. The messages decide and not the status, which stays at success after some
 * failures of nodes that run in stages.
 */
export function readOutcome(entry: HistoryEntry, resultNode: string): Outcome {
  const messages = new Map(entry.status?.messages ?? []);
  const error = messages.get('execution_error');
  if (error) return failed(error);
  if (messages.has('execution_interrupted')) {
    return {
      kind: 'failed',
      fault: new RenderFault('the prompt was interrupted at ComfyUI'),
      outOfMemory: false,
    };
  }
  const files = filesOf(entry.outputs[resultNode] ?? {});
  if (files.length > 0) return { kind: 'done', files };
  const fault = new RenderFault(`ComfyUI ended the prompt without a file from node ${resultNode}`);
  return { kind: 'failed', fault, outOfMemory: false };
}

function filesOf(output: Readonly<Record<string, unknown>>): OutputFile[] {
  const items = FILE_KEYS.flatMap((key) => (Array.isArray(output[key]) ? output[key] : []));
  return items.flatMap((item) => {
    const { success, data } = outputFileSchema.safeParse(item);
    return success && data.type === 'output' ? [data] : [];
  });
}

function failed(error: Readonly<Record<string, unknown>>): Outcome {
  const type = String(error.exception_type ?? '');
  const message = String(error.exception_message ?? '').trim();
  const outOfMemory = /OutOfMemory/i.test(type) || /out of memory|Allocation on device/i.test(message);
  const where = `node ${error.node_id} (${error.node_type})`;
  const what = outOfMemory ? `the graphics card ran out of memory in ${where}` : `${where} failed`;
  const said = `${what}: ${type} ${message}`.trim().slice(0, 600);
  const fault =
    !outOfMemory && isBroken(`${type} ${message}`)
      ? new RendererBroken(`ComfyUI: ${said}`, `Restart ComfyUI, which fails until then: ${said}`)
      : new RenderFault(`ComfyUI: ${said}`);
  return { kind: 'failed', fault, outOfMemory };
}
