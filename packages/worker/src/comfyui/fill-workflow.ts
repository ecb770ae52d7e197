import type { RenderTask, VideoTask } from '@kinora/engine/engine';
import { framesAtRate } from '@kinora/engine/frames-at-rate';
import type { InputName, Template } from './manifest.ts';
import { parsePlace, type Workflow } from './workflow.ts';

export interface Filling {
  /** The prefix of the names of ComfyUI's files: a folder, a slash, a name. */
  readonly filenamePrefix: string;
  /** ComfyUI's name of the uploaded image; needed by the operations that start from one. */
  readonly image: string | undefined;
}

/** The size the workflow renders for a size to deliver: rounded up to its grid. */
export function renderedSize({ manifest }: Template, { width, height }: { width: number; height: number }) {
  const up = (side: number) => Math.ceil(side / manifest.grid) * manifest.grid;
  return { width: up(width), height: up(height) };
}

/** The frames and the rate that the workflow renders for a length to deliver. */
function renderedFrames({ manifest }: Template, task: VideoTask) {
  const { frameRate: framesPerSecond = task.framesPerSecond, frameStep: step = 1 } = manifest;
  return { frames: framesAtRate(task, { rate: framesPerSecond, step }), framesPerSecond };
}

/** What the order and the manifest want to avoid: the words of the manifest are about quality, which an order does not replace. */
function avoidedBy({ negativePrompt: always }: Template['manifest'], { negativePrompt: asked }: RenderTask) {
  return asked !== undefined && always !== undefined ? `${asked}, ${always}` : (asked ?? always);
}

/** The workflow with a task's values in the inputs that its manifest names. */
export function fillWorkflow(template: Template, task: RenderTask, filling: Filling): Workflow {
  const { manifest } = template;
  const rendered = renderedSize(template, task);
  const values: Record<InputName, unknown> = {
    prompt: task.prompt,
    negativePrompt: avoidedBy(manifest, task),
    seed: task.seed,
    width: rendered.width,
    height: rendered.height,
    halfWidth: rendered.width / 2,
    halfHeight: rendered.height / 2,
    deliveredWidth: task.width,
    deliveredHeight: task.height,
    cropLeft: Math.floor((rendered.width - task.width) / 2),
    cropTop: Math.floor((rendered.height - task.height) / 2),
    ...('frames' in task
      ? renderedFrames(template, task)
      : { frames: undefined, framesPerSecond: undefined }),
    image: filling.image,
    filenamePrefix: filling.filenamePrefix,
  };
  const filled = structuredClone(template.workflow);
  for (const [name, places] of Object.entries(manifest.inputs) as [InputName, string[] | undefined][]) {
    if (values[name] === undefined) continue;
    for (const { node, input } of (places ?? []).map(parsePlace)) {
      const target = filled[node];
      if (target) target.inputs[input] = values[name];
    }
  }
  return filled;
}
