import { blocks, type Layout, linear, norm, under } from './layout.ts';

/** LTX-2.3's transformer for video and sound, with one block. ComfyUI reads the dimensions from the metadata. */

const VIDEO = { heads: 2, head: 16, size: 32 };
const SOUND = { heads: 2, head: 8, size: 16 };
/** Set by the latents of the two VAEs. */
const LATENT_CHANNELS = 128;
/** The scales, shifts and gates of a block with adaptive cross-attention. */
const BLOCK_TABLE = 9;

export const transformerConfig = {
  num_layers: 1,
  num_attention_heads: VIDEO.heads,
  attention_head_dim: VIDEO.head,
  cross_attention_dim: VIDEO.size,
  audio_num_attention_heads: SOUND.heads,
  audio_attention_head_dim: SOUND.head,
  audio_cross_attention_dim: SOUND.size,
  caption_channels: VIDEO.size,
  caption_proj_before_connector: true,
  caption_projection_first_linear: false,
  cross_attention_adaln: true,
  apply_gated_attention: true,
  connector_apply_gated_attention: true,
  connector_num_layers: 1,
  connector_num_attention_heads: VIDEO.heads,
  connector_attention_head_dim: VIDEO.head,
  audio_connector_num_attention_heads: SOUND.heads,
  audio_connector_attention_head_dim: SOUND.head,
  rope_type: 'split',
  frequencies_precision: 'float64',
  use_middle_indices_grid: true,
  causal_temporal_positioning: true,
  timestep_scale_multiplier: 1000,
  av_ca_timestep_scale_multiplier: 1000,
};

/** The text encoder's hidden states of all layers at once become the conditioning of both streams. */
export function textProjection(textSize: number): Layout {
  return under(
    'text_embedding_projection.',
    linear('video_aggregate_embed', VIDEO.size, textSize),
    linear('audio_aggregate_embed', SOUND.size, textSize),
  );
}

export function ltxTransformer(): Layout {
  return under(
    'model.diffusion_model.',
    linear('patchify_proj', VIDEO.size, LATENT_CHANNELS),
    linear('audio_patchify_proj', SOUND.size, LATENT_CHANNELS),
    modulation('adaln_single', VIDEO.size, BLOCK_TABLE),
    modulation('audio_adaln_single', SOUND.size, BLOCK_TABLE),
    modulation('prompt_adaln_single', VIDEO.size, 2),
    modulation('audio_prompt_adaln_single', SOUND.size, 2),
    modulation('av_ca_video_scale_shift_adaln_single', VIDEO.size, 4),
    modulation('av_ca_audio_scale_shift_adaln_single', SOUND.size, 4),
    modulation('av_ca_a2v_gate_adaln_single', VIDEO.size, 1),
    modulation('av_ca_v2a_gate_adaln_single', SOUND.size, 1),
    connector('video_embeddings_connector.', VIDEO),
    connector('audio_embeddings_connector.', SOUND),
    blocks('transformer_blocks.', 1, transformerBlock()),
    { scale_shift_table: [2, VIDEO.size], audio_scale_shift_table: [2, SOUND.size] },
    linear('proj_out', LATENT_CHANNELS, VIDEO.size),
    linear('audio_proj_out', LATENT_CHANNELS, SOUND.size),
  );
}

/** Low-rank changes of the two attentions of the video, under the names of published LoRA files. */
export function distilledLora(): Layout {
  const rank = 4;
  const layers = ['attn1', 'attn2'].flatMap((attention) =>
    ['to_q', 'to_k', 'to_v', 'to_out.0'].map(
      (layer): Layout => ({
        [`${attention}.${layer}.lora_A.weight`]: [rank, VIDEO.size],
        [`${attention}.${layer}.lora_B.weight`]: [VIDEO.size, rank],
      }),
    ),
  );
  return under('diffusion_model.transformer_blocks.0.', ...layers);
}

function transformerBlock(): Layout {
  return under(
    '',
    attention('attn1.', VIDEO, VIDEO.size, VIDEO.size),
    attention('attn2.', VIDEO, VIDEO.size, VIDEO.size),
    attention('audio_attn1.', SOUND, SOUND.size, SOUND.size),
    attention('audio_attn2.', SOUND, SOUND.size, SOUND.size),
    attention('audio_to_video_attn.', SOUND, VIDEO.size, SOUND.size),
    attention('video_to_audio_attn.', SOUND, SOUND.size, VIDEO.size),
    feedForward('ff.', VIDEO.size),
    feedForward('audio_ff.', SOUND.size),
    {
      scale_shift_table: [BLOCK_TABLE, VIDEO.size],
      audio_scale_shift_table: [BLOCK_TABLE, SOUND.size],
      prompt_scale_shift_table: [2, VIDEO.size],
      audio_prompt_scale_shift_table: [2, SOUND.size],
      scale_shift_table_a2v_ca_video: [5, VIDEO.size],
      scale_shift_table_a2v_ca_audio: [5, SOUND.size],
    },
  );
}

function attention(
  prefix: string,
  { heads, size }: { readonly heads: number; readonly size: number },
  query: number,
  context: number,
): Layout {
  return under(
    prefix,
    norm('q_norm', size, false),
    norm('k_norm', size, false),
    linear('to_q', size, query),
    linear('to_k', size, context),
    linear('to_v', size, context),
    linear('to_gate_logits', heads, query),
    linear('to_out.0', query, size),
  );
}

function feedForward(prefix: string, size: number): Layout {
  return under(prefix, linear('net.0.proj', size * 4, size), linear('net.2', size, size * 4));
}

/** Turns the time step into `tables` scales and shifts. */
function modulation(name: string, size: number, tables: number): Layout {
  return under(
    `${name}.`,
    linear('emb.timestep_embedder.linear_1', size, 256),
    linear('emb.timestep_embedder.linear_2', size, size),
    linear('linear', size * tables, size),
  );
}

function connector(prefix: string, stream: typeof VIDEO): Layout {
  return under(
    prefix,
    { learnable_registers: [128, stream.size] },
    attention('transformer_1d_blocks.0.attn1.', stream, stream.size, stream.size),
    feedForward('transformer_1d_blocks.0.ff.', stream.size),
  );
}
