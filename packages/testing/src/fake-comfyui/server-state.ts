import type { NodeInfo } from '@kinora/worker/comfyui/node-info';
import type { Workflow } from '@kinora/worker/comfyui/workflow';
import type { PromptRecord, QueuedPrompt } from './prompt-queue.ts';

/** The state of the fake ComfyUI that its routes read and change. */
export interface ServerState {
  readonly folders: { readonly output: string; readonly input: string };
  readonly catalogue: ReadonlyMap<string, NodeInfo>;
  readonly isOld: boolean;
  readonly version: string;
  /** The memory of its card. */
  readonly vramGib: number;
  readonly pending: QueuedPrompt[];
  readonly running: QueuedPrompt | undefined;
  readonly history: Map<string, PromptRecord>;
  /** The node errors in the responses to the next accepted prompts. */
  readonly nodeErrors: object[];
  /** How often memory was freed. */
  freed: number;
  /** Returns the number of the prompt. */
  enqueue(id: string, workflow: Workflow, clientId: string | undefined): number;
  interrupt(): void;
}
