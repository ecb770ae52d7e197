import { catalogueIdSchema, renderOperations } from '@kinora/contract';
import { z } from 'zod';
import { placeSchema, type Workflow } from './workflow.ts';

/** A workflow file and its manifest: what it renders, and which inputs receive a task's values. */
export interface Template {
  /** The name of its folder. */
  readonly name: string;
  readonly manifest: Manifest;
  readonly workflow: Workflow;
  /** The files of the alternatives that are used. */
  readonly instead?: readonly string[];
}

const fileName = z.string().min(1);

/** Files that serve instead of a model file: with its loader, or with what else of the workflow they change. */
const alternativeSchema = z.union([
  fileName.transform((file): Alternative => ({ files: [file] })),
  z.strictObject({
    /** The most preferred first. */
    files: z.array(fileName).min(1),
    /** What the workflow changes for them, as a JSON merge patch (RFC 7396): another loader, other links. */
    patch: z.record(z.string(), z.unknown()).optional(),
    /** The input that names the file then, if it is another one. */
    place: placeSchema.optional(),
    /** How `models` changes, in the same form. */
    models: z.record(placeSchema, z.string().min(1).nullable()).optional(),
    /** Which of the models that the workflow serves they are good enough for; all if absent. */
    serves: z.array(catalogueIdSchema).min(1).optional(),
    longestSide: z.int().min(64).max(16_384).optional(),
  }),
]);

export interface Alternative {
  readonly files: readonly string[];
  readonly patch?: Readonly<Record<string, unknown>> | undefined;
  readonly place?: string | undefined;
  readonly models?: Readonly<Record<string, string | null>> | undefined;
  readonly serves?: readonly string[] | undefined;
  readonly longestSide?: number | undefined;
}

const places = z.union([placeSchema, z.array(placeSchema).min(1)]).transform((value) => [value].flat());

const inputsSchema = z.strictObject({
  prompt: places.optional(),
  negativePrompt: places.optional(),
  /** Every node that creates noise; if one is missing, a seed does not reproduce its image. */
  seed: places.optional(),
  /** The size to render: the requested one rounded up to the grid. */
  width: places.optional(),
  height: places.optional(),
  /** Half the size to render, for workflows whose first stage is half as large. */
  halfWidth: places.optional(),
  halfHeight: places.optional(),
  /** The size to deliver, and where it is cut from the middle of what was rendered. */
  deliveredWidth: places.optional(),
  deliveredHeight: places.optional(),
  cropLeft: places.optional(),
  cropTop: places.optional(),
  /** How many to render: those of the task, or more where the manifest has a rate or step of its own. */
  frames: places.optional(),
  /** The rate to render at: that of the task, or the manifest's own. */
  framesPerSecond: places.optional(),
  /** The file name of the uploaded image. */
  image: places.optional(),
  filenamePrefix: places,
});

export const manifestSchema = z.strictObject({
  title: z.string().min(1).max(200),
  operations: z.array(z.enum(renderOperations)).min(1),
  /** The ids of the models of the catalogue that it serves; `image` if absent, for a workflow of images. */
  serves: z.array(catalogueIdSchema).min(1).optional(),
  /** What `serves` was called while there were three models for videos and one for images. */
  modes: z.array(catalogueIdSchema).min(1).optional(),
  /** The rate of `inputs.frames`, if it is neither set by `inputs.framesPerSecond` nor the `fps` of a node. */
  frameRate: z.int().min(1).max(120).optional(),
  /** The model renders n times so many frames, and one, if the catalogue allows lengths between them. */
  frameStep: z.int().min(1).max(64).optional(),
  /** The usable template with the highest preference is used. */
  preference: z.int(),
  longestSide: z.int().min(64).max(16_384),
  grid: z.int().min(1).max(256),
  inputs: inputsSchema,
  negativePrompt: z.string().max(2000).optional(),
  /** The node that saves the result, and for videos whether it saves sound. */
  result: z.strictObject({ node: z.string().min(1), sound: z.boolean().optional() }),
  /** Which inputs name model files, and the folder below `models/` where ComfyUI looks for them. */
  models: z.record(placeSchema, z.string().min(1)),
  /** Other model files that also serve, such as older or quantised ones, for inputs in `models`, the most preferred first. */
  alternatives: z.record(placeSchema, z.array(alternativeSchema).min(1)).default({}),
});

export type ParsedManifest = z.infer<typeof manifestSchema>;
export type Manifest = Omit<ParsedManifest, 'modes' | 'serves' | 'frameRate'> & {
  readonly serves: readonly string[];
  /** The rate at which the workflow renders; undefined if it is that of the task. */
  readonly frameRate: number | undefined;
};
export type InputName = keyof z.infer<typeof inputsSchema>;
