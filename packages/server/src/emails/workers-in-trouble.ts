import { timeInWords } from '../kernel/time-in-words.ts';
import type { EmailKind } from './letter.ts';

/** For operators: workers that take no jobs. */
export interface WorkersInTrouble {
  readonly workers: readonly {
    readonly name: string;
    /** What its renderer says. */
    readonly sentence: string;
    /** ISO time. */
    readonly since: string;
  }[];
  /** How many more there are. */
  readonly more: number;
}

export const workersInTrouble: EmailKind<WorkersInTrouble> = {
  write: ({ workers, more }) => ({
    subject:
      workers.length + more === 1
        ? `The worker ${workers[0]?.name} takes no jobs`
        : `${workers.length + more} workers take no jobs`,
    body: [
      'Their renderers say why. Jobs wait, or go to other workers, and nothing is charged for what is not rendered.',
      {
        facts: workers.map(
          ({ name, sentence, since }) => [name, `${sentence} (since ${timeInWords(since)})`] as const,
        ),
      },
      'Each worker takes jobs again by itself once its renderer works. You get no other email about it until it has worked for an hour.',
      { button: 'See the workers', path: '/operator/workers' },
    ],
  }),
  sample: {
    workers: [
      {
        name: 'vendor-1',
        sentence:
          'The account at the server of KINORA_OPENAI_URL has no credit left (402). The response: {"error":{"message":"Insufficient credits"}}',
        since: '2026-11-22T22:47:51Z',
      },
      {
        name: 'gpu-2',
        sentence:
          'Restart ComfyUI, which fails until then: node 8 (KSampler) failed: RuntimeError CUDA error: an illegal memory access was encountered',
        since: '2026-11-22T22:41:07Z',
      },
    ],
    more: 0,
  },
};
