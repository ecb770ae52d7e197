import { blocks, conv, type Layout, linear, norm, under } from './layout.ts';

/** SDXL's U-Net and its two text encoders, in the dimensions that `small_models.py` registers. */

const CHANNELS = 32;
const EMBEDDING = CHANNELS * 4;
const LEVELS = [1, 2, 4];
/** The shape of each text encoder; both widths together are the context. */
const TEXT = { size: 64, layers: 3, tokens: 49_408, positions: 77 };
const CONTEXT = TEXT.size * 2;
/** The pooled text, and six numbers of the size and crop with 256 values each. */
const CONDITION = TEXT.size + 6 * 256;
const SQUARE = [3, 3];

export function sdxlUnet(): Layout {
  // Channels of the blocks on the way down, for the skips on the way up.
  const skips = [CHANNELS];
  const down: Layout[] = [under('input_blocks.0.', conv('0', CHANNELS, 4, SQUARE))];
  let channels = CHANNELS;
  for (const [level, multiple] of LEVELS.entries()) {
    for (let layer = 0; layer < 2; layer++) {
      const next = CHANNELS * multiple;
      down.push(under(`input_blocks.${down.length}.`, resnet('0.', channels, next), attend(level, next)));
      channels = next;
      skips.push(channels);
    }
    if (level === LEVELS.length - 1) continue;
    down.push(under(`input_blocks.${down.length}.`, conv('0.op', channels, channels, SQUARE)));
    skips.push(channels);
  }
  const middle = under(
    'middle_block.',
    resnet('0.', channels, channels),
    spatialTransformer('1.', channels),
    resnet('2.', channels, channels),
  );
  const up: Layout[] = [];
  for (const [level, multiple] of [...LEVELS.entries()].reverse()) {
    for (let layer = 0; layer < 3; layer++) {
      const next = CHANNELS * multiple;
      const isLast = layer === 2 && level > 0;
      const enlarge = isLast ? conv(`${level > 0 ? 2 : 1}.conv`, next, next, SQUARE) : {};
      const inputs = channels + (skips.pop() ?? 0);
      up.push(under(`output_blocks.${up.length}.`, resnet('0.', inputs, next), attend(level, next), enlarge));
      channels = next;
    }
  }
  return under(
    'model.diffusion_model.',
    linear('time_embed.0', EMBEDDING, CHANNELS),
    linear('time_embed.2', EMBEDDING, EMBEDDING),
    linear('label_emb.0.0', EMBEDDING, CONDITION),
    linear('label_emb.0.2', EMBEDDING, EMBEDDING),
    ...down,
    middle,
    ...up,
    norm('out.0', CHANNELS),
    conv('out.2', 4, CHANNELS, SQUARE),
  );
}

function resnet(prefix: string, inputs: number, outputs: number): Layout {
  return under(
    prefix,
    norm('in_layers.0', inputs),
    conv('in_layers.2', outputs, inputs, SQUARE),
    linear('emb_layers.1', outputs, EMBEDDING),
    norm('out_layers.0', outputs),
    conv('out_layers.3', outputs, outputs, SQUARE),
    inputs === outputs ? {} : conv('skip_connection', outputs, inputs, [1, 1]),
  );
}

/** The first level has no attention. */
function attend(level: number, channels: number): Layout {
  return level === 0 ? {} : spatialTransformer('1.', channels);
}

function spatialTransformer(prefix: string, channels: number): Layout {
  return under(
    prefix,
    norm('norm', channels),
    linear('proj_in', channels, channels),
    under(
      'transformer_blocks.0.',
      attention('attn1.', channels, channels),
      attention('attn2.', channels, CONTEXT),
      linear('ff.net.0.proj', channels * 8, channels),
      linear('ff.net.2', channels, channels * 4),
      norm('norm1', channels),
      norm('norm2', channels),
      norm('norm3', channels),
    ),
    linear('proj_out', channels, channels),
  );
}

function attention(prefix: string, channels: number, context: number): Layout {
  return under(
    prefix,
    linear('to_q', channels, channels, false),
    linear('to_k', channels, context, false),
    linear('to_v', channels, context, false),
    linear('to_out.0', channels, channels),
  );
}

/** The layers of the first have the names of Hugging Face's library, those of the second OpenAI's. */
export function sdxlTextEncoders(): Layout {
  return under(
    'conditioner.embedders.',
    under('0.transformer.text_model.', huggingFaceNames()),
    under('1.model.', openAiNames()),
  );
}

function huggingFaceNames(): Layout {
  const layer = under(
    '',
    ...['q_proj', 'k_proj', 'v_proj', 'out_proj'].map((name) =>
      linear(`self_attn.${name}`, TEXT.size, TEXT.size),
    ),
    norm('layer_norm1', TEXT.size),
    norm('layer_norm2', TEXT.size),
    linear('mlp.fc1', TEXT.size * 4, TEXT.size),
    linear('mlp.fc2', TEXT.size, TEXT.size * 4),
  );
  return under(
    '',
    {
      'embeddings.token_embedding.weight': [TEXT.tokens, TEXT.size],
      'embeddings.position_embedding.weight': [TEXT.positions, TEXT.size],
    },
    blocks('encoder.layers.', TEXT.layers, layer),
    norm('final_layer_norm', TEXT.size),
  );
}

function openAiNames(): Layout {
  const layer = under(
    '',
    { 'attn.in_proj_weight': [TEXT.size * 3, TEXT.size], 'attn.in_proj_bias': [TEXT.size * 3] },
    linear('attn.out_proj', TEXT.size, TEXT.size),
    norm('ln_1', TEXT.size),
    norm('ln_2', TEXT.size),
    linear('mlp.c_fc', TEXT.size * 4, TEXT.size),
    linear('mlp.c_proj', TEXT.size, TEXT.size * 4),
  );
  return under(
    '',
    {
      'token_embedding.weight': [TEXT.tokens, TEXT.size],
      positional_embedding: [TEXT.positions, TEXT.size],
      text_projection: [TEXT.size, TEXT.size],
    },
    blocks('transformer.resblocks.', TEXT.layers, layer),
    norm('ln_final', TEXT.size),
  );
}
