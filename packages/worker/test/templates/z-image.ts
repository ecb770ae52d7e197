import { blocks, type Layout, linear, norm, under } from './layout.ts';
import { QWEN_SIZE } from './text-encoders.ts';

/** Z-Image's transformer, in the dimensions that `small_models.py` registers. */
const SIZE = 256;
const HEAD = 128;
const FEED_FORWARD = 768;
const TIME = 256;
/** Patches of two by two pixels with 16 latent channels. */
const PATCH = 2 * 2 * 16;

export function zImage(): Layout {
  const modulation = linear('adaLN_modulation.0', SIZE * 4, SIZE);
  return under(
    '',
    linear('x_embedder', SIZE, PATCH),
    linear('t_embedder.mlp.0', SIZE, TIME),
    linear('t_embedder.mlp.2', TIME, SIZE),
    norm('cap_embedder.0', QWEN_SIZE, false),
    linear('cap_embedder.1', SIZE, QWEN_SIZE),
    blocks('noise_refiner.', 2, under('', transformerBlock(), modulation)),
    blocks('context_refiner.', 2, transformerBlock()),
    blocks('layers.', 2, under('', transformerBlock(), modulation)),
    linear('final_layer.linear', PATCH, SIZE),
    linear('final_layer.adaLN_modulation.1', SIZE, SIZE),
    { x_pad_token: [1, SIZE], cap_pad_token: [1, SIZE] },
  );
}

function transformerBlock(): Layout {
  return under(
    '',
    linear('attention.qkv', SIZE * 3, SIZE, false),
    linear('attention.out', SIZE, SIZE, false),
    norm('attention.q_norm', HEAD, false),
    norm('attention.k_norm', HEAD, false),
    linear('feed_forward.w1', FEED_FORWARD, SIZE, false),
    linear('feed_forward.w2', SIZE, FEED_FORWARD, false),
    linear('feed_forward.w3', FEED_FORWARD, SIZE, false),
    norm('attention_norm1', SIZE, false),
    norm('attention_norm2', SIZE, false),
    norm('ffn_norm1', SIZE, false),
    norm('ffn_norm2', SIZE, false),
  );
}
