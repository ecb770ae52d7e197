import { conv, type Layout, norm, under } from './layout.ts';

/**
 * The autoencoder of Stable Diffusion and Flux: 8 times smaller in each direction. ComfyUI reads the decoder's width from
 * the file; the encoder's is fixed.
 */
const ENCODER_CHANNELS = 128;
const DECODER_CHANNELS = 32;
const MULTIPLES = [1, 2, 4, 4];
const SQUARE = [3, 3];

export function imageVae(latentChannels: number): Layout {
  return under('', encoder(latentChannels), decoder(latentChannels));
}

/** Only Stable Diffusion's has these two layers around the latent. */
export function quantization(latentChannels: number): Layout {
  const both = latentChannels * 2;
  return under(
    '',
    conv('quant_conv', both, both, [1, 1]),
    conv('post_quant_conv', latentChannels, latentChannels, [1, 1]),
  );
}

function encoder(latentChannels: number): Layout {
  const levels = MULTIPLES.map((multiple, at) => {
    const channels = ENCODER_CHANNELS * multiple;
    const before = ENCODER_CHANNELS * (MULTIPLES[at - 1] ?? 1);
    const isLast = at === MULTIPLES.length - 1;
    return under(
      `down.${at}.`,
      residual('block.0.', before, channels),
      residual('block.1.', channels, channels),
      isLast ? {} : conv('downsample.conv', channels, channels, SQUARE),
    );
  });
  const deepest = ENCODER_CHANNELS * 4;
  return under(
    'encoder.',
    conv('conv_in', ENCODER_CHANNELS, 3, SQUARE),
    ...levels,
    middle(deepest),
    norm('norm_out', deepest),
    conv('conv_out', latentChannels * 2, deepest, SQUARE),
  );
}

function decoder(latentChannels: number): Layout {
  const levels = MULTIPLES.map((multiple, at) => {
    const channels = DECODER_CHANNELS * multiple;
    const before = DECODER_CHANNELS * (MULTIPLES[at + 1] ?? multiple);
    return under(
      `up.${at}.`,
      residual('block.0.', before, channels),
      residual('block.1.', channels, channels),
      residual('block.2.', channels, channels),
      at === 0 ? {} : conv('upsample.conv', channels, channels, SQUARE),
    );
  });
  const deepest = DECODER_CHANNELS * 4;
  return under(
    'decoder.',
    conv('conv_in', deepest, latentChannels, SQUARE),
    middle(deepest),
    ...levels,
    norm('norm_out', DECODER_CHANNELS),
    conv('conv_out', 3, DECODER_CHANNELS, SQUARE),
  );
}

function residual(prefix: string, inputs: number, outputs: number): Layout {
  return under(
    prefix,
    norm('norm1', inputs),
    conv('conv1', outputs, inputs, SQUARE),
    norm('norm2', outputs),
    conv('conv2', outputs, outputs, SQUARE),
    inputs === outputs ? {} : conv('nin_shortcut', outputs, inputs, [1, 1]),
  );
}

function middle(channels: number): Layout {
  const layers = ['q', 'k', 'v', 'proj_out'].map((name) => conv(name, channels, channels, [1, 1]));
  return under(
    'mid.',
    residual('block_1.', channels, channels),
    under('attn_1.', norm('norm', channels), ...layers),
    residual('block_2.', channels, channels),
  );
}
