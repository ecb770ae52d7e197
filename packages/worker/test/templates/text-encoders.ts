import { blocks, type Layout, linear, norm, under } from './layout.ts';

/** The language models that read prompts, in the dimensions that `small_models.py` registers. */

/** ComfyUI recognizes Qwen3 4B by this width, and its tokenizer, which comes with ComfyUI, has these words. */
export const QWEN_SIZE = 2560;
const QWEN_TOKENS = 151_936;

export function qwen3(): Layout {
  return languageModel({
    size: QWEN_SIZE,
    tokens: QWEN_TOKENS,
    layers: 3,
    queries: 64,
    keys: 32,
    head: 32,
    feedForward: 64,
    norms: ['input_layernorm', 'post_attention_layernorm'],
  });
}

/** ComfyUI recognizes Gemma 3 12B by its 48 layers; the tokenizer is part of the file. */
const GEMMA = { size: 64, tokens: 512, layers: 48 };

/** The hidden states of all layers and the embedding, one after another. */
export const GEMMA_STATES = GEMMA.size * (GEMMA.layers + 1);

export function gemma3(): Layout {
  return languageModel({
    ...GEMMA,
    queries: 64,
    keys: 32,
    head: 32,
    feedForward: 128,
    norms: [
      'input_layernorm',
      'post_attention_layernorm',
      'pre_feedforward_layernorm',
      'post_feedforward_layernorm',
    ],
  });
}

interface LanguageModel {
  readonly size: number;
  readonly tokens: number;
  readonly layers: number;
  /** The widths of all heads together. */
  readonly queries: number;
  readonly keys: number;
  readonly head: number;
  readonly feedForward: number;
  readonly norms: readonly string[];
}

function languageModel(model: LanguageModel): Layout {
  const { size, queries, keys, head, feedForward } = model;
  const layer = under(
    '',
    ...model.norms.map((name) => norm(name, size, false)),
    linear('self_attn.q_proj', queries, size, false),
    linear('self_attn.k_proj', keys, size, false),
    linear('self_attn.v_proj', keys, size, false),
    linear('self_attn.o_proj', size, queries, false),
    norm('self_attn.q_norm', head, false),
    norm('self_attn.k_norm', head, false),
    linear('mlp.gate_proj', feedForward, size, false),
    linear('mlp.up_proj', feedForward, size, false),
    linear('mlp.down_proj', size, feedForward, false),
  );
  return under(
    'model.',
    { 'embed_tokens.weight': [model.tokens, size] },
    blocks('layers.', model.layers, layer),
    norm('norm', size, false),
  );
}
