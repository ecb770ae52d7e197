import { linkedNode, type Workflow } from './workflow.ts';

/** The progress of a prompt, from the messages of the progress socket about its nodes. */
export interface ProgressGauge {
  /** These nodes were not run: ComfyUI had their results in its cache. */
  cached(nodes: readonly string[]): void;
  /** This node began. */
  began(node: string): void;
  ended(node: string): void;
  /** This node is at `value` of `max` steps. */
  reached(node: string, value: number, max: number): void;
  /** From 0 to 1, never decreasing. */
  fraction(): number;
  stage(): 'loading' | 'drawing' | 'finishing';
}

/** Loading models and reading the prompt come before the first step, decoding and saving after the last. */
const BEFORE = 0.05;
const STEPS = 0.85;

/**
 * A gauge weighted by sampler steps, which take nearly all of the time. A workflow without samplers is weighted
 * by its nodes.
 */
export function createProgressGauge(workflow: Workflow): ProgressGauge {
  const steps = samplerSteps(workflow);
  const weights = new Map(steps.size > 0 ? steps : Object.keys(workflow).map((id) => [id, 1]));
  const shares = new Map<string, number>();
  let skipped = 0;
  let highest = 0;
  let last = '';

  const total = () => [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const done = () =>
    [...weights].reduce((sum, [node, weight]) => sum + weight * (shares.get(node) ?? 0), 0) - skipped;
  const left = () => total() - skipped;
  const raise = (node: string, share: number) => {
    if (!weights.has(node)) return;
    shares.set(node, Math.max(shares.get(node) ?? 0, Math.min(1, share)));
    const now = left() > 0 ? BEFORE + STEPS * (done() / left()) : BEFORE + STEPS;
    highest = Math.max(highest, now);
  };

  return {
    cached(nodes) {
      for (const node of nodes) {
        const weight = weights.get(node);
        if (weight === undefined || shares.has(node)) continue;
        skipped += weight;
        shares.set(node, 1);
      }
    },
    began(node) {
      if (last !== '' && last !== node) raise(last, 1);
      last = node;
    },
    ended: (node) => raise(node, 1),
    reached(node, value, max) {
      // Where the workflow has no number of steps, ComfyUI sends it.
      if (weights.get(node) === 0 && max > 0) weights.set(node, max);
      if (max > 0) raise(node, value / max);
    },
    fraction: () => highest,
    stage: () => (highest === 0 ? 'loading' : highest >= BEFORE + STEPS - 1e-9 ? 'finishing' : 'drawing'),
  };
}

/** Steps by sampler node; 0 where the workflow does not have them. */
function samplerSteps(workflow: Workflow): Map<string, number> {
  const samplers = Object.entries(workflow).filter(([, { class_type, inputs }]) => {
    // Nodes that choose a sampling method have similar names, but only a node that samples has latents as input.
    return /sampler/i.test(class_type) && ('latent_image' in inputs || 'latent' in inputs);
  });
  return new Map(samplers.map(([id, { inputs }]) => [id, stepsOf(workflow, inputs)]));
}

function stepsOf(workflow: Workflow, inputs: Readonly<Record<string, unknown>>): number {
  if (typeof inputs.steps === 'number') return inputs.steps;
  const sigmas = workflow[linkedNode(inputs.sigmas) ?? '']?.inputs;
  if (typeof sigmas?.steps === 'number') return sigmas.steps;
  if (typeof sigmas?.sigmas === 'string') {
    const values = sigmas.sigmas.split(/[\s,]+/).filter((value) => value !== '');
    return Math.max(0, values.length - 1);
  }
  return 0;
}
