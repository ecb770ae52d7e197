import { linkedNode, type Workflow } from '@kinora/worker/comfyui/workflow';

/** The output of a workflow, found by following its links from the result node back to the node that sets the size. */
export interface WorkflowOutput {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly fps: number;
  /** The uploaded image that the result comes from. */
  readonly image: string | undefined;
}

type Inputs = Readonly<Record<string, unknown>>;

/** Inputs through which pixels or latents pass, the first that is linked. */
const THROUGH = [
  'input',
  'latent',
  'images',
  'image',
  'video',
  'pixels',
  'samples',
  'latent_image',
  'video_latent',
  'av_latent',
];

/** The nodes that begin a video, of LTX and of Wan. */
const VIDEO_GRIDS: Readonly<Record<string, { readonly side: number; readonly frames: number }>> = {
  EmptyLTXVLatentVideo: { side: 32, frames: 8 },
  EmptyHunyuanLatentVideo: { side: 16, frames: 4 },
};

/** Follows a result node; the sizes of uploaded images are looked up by `sizeOf`. */
export function follow(
  workflow: Workflow,
  id: string,
  sizeOf: (image: string) => { readonly width: number; readonly height: number },
): WorkflowOutput {
  const node = workflow[id];
  if (!node) throw new Error(`the workflow has no node ${id}`);
  const { class_type: kind, inputs } = node;
  const number = (name: string): number => {
    const value = inputs[name];
    if (typeof value !== 'number' || !Number.isInteger(value)) throw new Error(`${id}.${name} is ${value}`);
    return value;
  };
  const source = () => follow(workflow, linkedInput(inputs, id), sizeOf);
  const resized = (output: WorkflowOutput, width: number, height: number): WorkflowOutput => ({
    ...output,
    width,
    height,
  });
  const start = { frames: 1, fps: 24, image: undefined };
  if (kind === 'LoadImage') return { ...start, image: String(inputs.image), ...sizeOf(String(inputs.image)) };
  const grid = VIDEO_GRIDS[kind];
  if (grid !== undefined) {
    // The node accepts any size and silently rounds it down to its grid.
    const floor = (side: number) => Math.floor(side / grid.side) * grid.side;
    const frames = Math.floor((number('length') - 1) / grid.frames) * grid.frames + 1;
    return { ...start, frames, width: floor(number('width')), height: floor(number('height')) };
  }
  if (/^Empty.*Latent/.test(kind)) {
    const floor = (side: number) => Math.floor(side / 8) * 8;
    return { ...start, width: floor(number('width')), height: floor(number('height')) };
  }
  const output = source();
  if (kind === 'LTXVLatentUpsampler') return resized(output, output.width * 2, output.height * 2);
  if (kind === 'ImageUpscaleWithModel') return resized(output, output.width * 4, output.height * 4);
  if (kind === 'ImageScale') return resized(output, number('width'), number('height'));
  if (kind === 'CreateVideo') return { ...output, fps: number('fps') };
  if (kind === 'ResizeImageMaskNode') return resize(output, inputs, number);
  return output;
}

function resize(output: WorkflowOutput, inputs: Inputs, number: (name: string) => number): WorkflowOutput {
  if (inputs.resize_type === 'scale dimensions') {
    return { ...output, width: number('resize_type.width'), height: number('resize_type.height') };
  }
  if (inputs.resize_type !== 'scale longer dimension')
    throw new Error(`resize_type is ${inputs.resize_type}`);
  const scale = number('resize_type.longer_size') / Math.max(output.width, output.height);
  return { ...output, width: Math.round(output.width * scale), height: Math.round(output.height * scale) };
}

function linkedInput(inputs: Inputs, id: string): string {
  const name = THROUGH.find((input) => linkedNode(inputs[input]) !== undefined);
  const node = name && linkedNode(inputs[name]);
  if (!node) throw new Error(`node ${id} is not in the workflow`);
  return node;
}

/** The nodes in topological order: each after the nodes it has links from. */
export function executionOrder(workflow: Workflow): string[] {
  const order: string[] = [];
  const visit = (id: string) => {
    if (order.includes(id)) return;
    for (const value of Object.values(workflow[id]?.inputs ?? {})) {
      const from = linkedNode(value);
      if (from) visit(from);
    }
    order.push(id);
  };
  for (const id of Object.keys(workflow)) visit(id);
  return order;
}
