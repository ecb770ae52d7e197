import { linkedNode, type Workflow } from '@kinora/worker/comfyui/workflow';

/** What a workflow makes, followed from its result back to where the size comes from. */
export interface Made {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** The uploaded image that the result comes from. */
  readonly image: string | undefined;
}

type Inputs = Readonly<Record<string, unknown>>;

/** Inputs through which pixels or latents pass, the first that is linked. */
const THROUGH = [
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

/** Follows a result node; the sizes of uploaded images are looked up by `sizeOf`. */
export function follow(
  workflow: Workflow,
  id: string,
  sizeOf: (image: string) => { readonly width: number; readonly height: number },
): Made {
  const node = workflow[id];
  if (!node) throw new Error(`the workflow has no node ${id}`);
  const { class_type: kind, inputs } = node;
  const number = (name: string): number => {
    const value = inputs[name];
    if (typeof value !== 'number' || !Number.isInteger(value)) throw new Error(`${id}.${name} is ${value}`);
    return value;
  };
  const before = () => follow(workflow, linkedInput(inputs, id), sizeOf);
  const sized = (made: Made, width: number, height: number): Made => ({ ...made, width, height });
  const start = { frames: 1, image: undefined };
  if (kind === 'LoadImage') return { ...start, image: String(inputs.image), ...sizeOf(String(inputs.image)) };
  if (kind === 'EmptyLTXVLatentVideo') {
    // It takes any size and silently renders on its grid.
    const floor = (side: number) => Math.floor(side / 32) * 32;
    const frames = Math.floor((number('length') - 1) / 8) * 8 + 1;
    return { ...start, frames, width: floor(number('width')), height: floor(number('height')) };
  }
  if (/^Empty.*Latent/.test(kind)) {
    const floor = (side: number) => Math.floor(side / 8) * 8;
    return { ...start, width: floor(number('width')), height: floor(number('height')) };
  }
  const made = before();
  if (kind === 'LTXVLatentUpsampler') return sized(made, made.width * 2, made.height * 2);
  if (kind === 'ImageUpscaleWithModel') return sized(made, made.width * 4, made.height * 4);
  if (kind === 'ImageScale') return sized(made, number('width'), number('height'));
  if (kind === 'ImageCrop') {
    const width = Math.min(number('width'), made.width - number('x'));
    return sized(made, width, Math.min(number('height'), made.height - number('y')));
  }
  return made;
}

function linkedInput(inputs: Inputs, id: string): string {
  const name = THROUGH.find((input) => linkedNode(inputs[input]) !== undefined);
  const node = name && linkedNode(inputs[name]);
  if (!node) throw new Error(`node ${id} comes from nowhere`);
  return node;
}

/** Nodes in an order in which each comes after those it takes from. */
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
