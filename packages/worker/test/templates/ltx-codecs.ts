import { blocks, conv, type Layout, norm, under } from './layout.ts';

/** What LTX-2.3 decodes with: the VAEs of video and sound, the vocoder, and the upscaler between the two stages. */

const LATENT_CHANNELS = 128;
const CUBE = [3, 3, 3];
const SQUARE = [3, 3];

/** 32 times smaller in each direction, of which 4 by patches, and 8 times in time. */
export const videoVaeConfig = {
  _class_name: 'CausalVideoAutoencoder',
  dims: 3,
  in_channels: 3,
  out_channels: 3,
  latent_channels: LATENT_CHANNELS,
  patch_size: 4,
  norm_layer: 'pixel_norm',
  latent_log_var: 'uniform',
  causal_decoder: false,
  timestep_conditioning: false,
  spatial_padding_mode: 'zeros',
  encoder_base_channels: 8,
  decoder_base_channels: 8,
  encoder_blocks: [
    ['res_x', { num_layers: 1 }],
    ['compress_space_res', { multiplier: 2 }],
    ['compress_time_res', { multiplier: 2 }],
    ['compress_all_res', { multiplier: 2 }],
    ['compress_all_res', { multiplier: 2 }],
  ],
  // From the image to the latent; the file has them in the order of decoding.
  decoder_blocks: [
    ['compress_all', { residual: true, multiplier: 2 }],
    ['compress_all', { residual: true, multiplier: 2 }],
    ['compress_all', { residual: true, multiplier: 2 }],
    ['res_x', { num_layers: 1 }],
  ],
};

export function videoVae(): Layout {
  const pixels = 3 * videoVaeConfig.patch_size ** 2;
  const residual = (prefix: string, channels: number) =>
    under(
      `${prefix}res_blocks.0.`,
      conv('conv1.conv', channels, channels, CUBE),
      conv('conv2.conv', channels, channels, CUBE),
    );
  return under(
    'vae.',
    statistics(),
    conv('encoder.conv_in.conv', 8, pixels, CUBE),
    residual('encoder.down_blocks.0.', 8),
    // What is left after a convolution is moved from space and time into channels.
    conv('encoder.down_blocks.1.conv.conv', 16 / 4, 8, CUBE),
    conv('encoder.down_blocks.2.conv.conv', 32 / 2, 16, CUBE),
    conv('encoder.down_blocks.3.conv.conv', 64 / 8, 32, CUBE),
    conv('encoder.down_blocks.4.conv.conv', 128 / 8, 64, CUBE),
    conv('encoder.conv_out.conv', LATENT_CHANNELS + 1, 128, CUBE),
    conv('decoder.conv_in.conv', 64, LATENT_CHANNELS, CUBE),
    residual('decoder.up_blocks.0.', 64),
    conv('decoder.up_blocks.1.conv.conv', 32 * 8, 64, CUBE),
    conv('decoder.up_blocks.2.conv.conv', 16 * 8, 32, CUBE),
    conv('decoder.up_blocks.3.conv.conv', 8 * 8, 16, CUBE),
    conv('decoder.conv_out.conv', pixels, 8, CUBE),
  );
}

/** Spectrograms of 64 bands in two channels, 4 times smaller in time and in pitch. */
export const soundVaeConfig = {
  model: {
    params: {
      sampling_rate: 16_000,
      ddconfig: {
        double_z: true,
        mel_bins: 64,
        z_channels: 8,
        resolution: 256,
        in_channels: 2,
        out_ch: 2,
        ch: 8,
        ch_mult: [1, 2, 4],
        num_res_blocks: 1,
        attn_resolutions: [],
        mid_block_add_attention: false,
        norm_type: 'pixel',
        causality_axis: 'height',
      },
    },
  },
  preprocessing: { stft: { filter_length: 1024, hop_length: 160 } },
};

export function soundVae(): Layout {
  const square = (name: string, outputs: number, inputs: number) => conv(name, outputs, inputs, SQUARE);
  const residual = (prefix: string, inputs: number, outputs: number) =>
    under(
      prefix,
      square('conv1.conv', outputs, inputs),
      square('conv2.conv', outputs, outputs),
      inputs === outputs ? {} : conv('nin_shortcut.conv', outputs, inputs, [1, 1]),
    );
  const middle = under('mid.', residual('block_1.', 32, 32), residual('block_2.', 32, 32));
  return under(
    'audio_vae.',
    statistics(),
    under(
      'encoder.',
      square('conv_in.conv', 8, 2),
      residual('down.0.block.0.', 8, 8),
      square('down.0.downsample.conv', 8, 8),
      residual('down.1.block.0.', 8, 16),
      square('down.1.downsample.conv', 16, 16),
      residual('down.2.block.0.', 16, 32),
      middle,
      square('conv_out.conv', 16, 32),
    ),
    under(
      'decoder.',
      square('conv_in.conv', 32, 8),
      middle,
      blocks('up.2.block.', 2, residual('', 32, 32)),
      square('up.2.upsample.conv.conv', 32, 32),
      residual('up.1.block.0.', 32, 16),
      residual('up.1.block.1.', 16, 16),
      square('up.1.upsample.conv.conv', 16, 16),
      residual('up.0.block.0.', 16, 8),
      residual('up.0.block.1.', 8, 8),
      square('conv_out.conv', 2, 8),
    ),
  );
}

const generator = {
  resblock: '1',
  resblock_kernel_sizes: [3],
  resblock_dilation_sizes: [[1, 3, 5]],
  stereo: true,
};
const STFT = { samples: 512, frequencies: 257, bands: 64 };

/** From spectrograms to 16 kHz, and from those to 48 kHz. The rates' products are the samples of one column. */
export const vocoderConfig = {
  vocoder: {
    ...generator,
    upsample_initial_channel: 16,
    upsample_rates: [10, 16],
    upsample_kernel_sizes: [20, 32],
  },
  bwe: {
    ...generator,
    upsample_initial_channel: 16,
    upsample_rates: [15, 16],
    upsample_kernel_sizes: [31, 32],
    input_sampling_rate: 16_000,
    output_sampling_rate: 48_000,
    hop_length: 80,
    n_fft: STFT.samples,
    num_mels: STFT.bands,
  },
};

export function vocoder(): Layout {
  return under(
    'vocoder.',
    waveGenerator('vocoder.', vocoderConfig.vocoder.upsample_kernel_sizes),
    waveGenerator('bwe_generator.', vocoderConfig.bwe.upsample_kernel_sizes),
    {
      'mel_stft.mel_basis': [STFT.bands, STFT.frequencies],
      'mel_stft.stft_fn.forward_basis': [2 * STFT.frequencies, 1, STFT.samples],
      'mel_stft.stft_fn.inverse_basis': [2 * STFT.frequencies, 1, STFT.samples],
    },
  );
}

function waveGenerator(prefix: string, kernels: readonly number[]): Layout {
  const stages = kernels.map((kernel, at) => {
    const channels = 8 / 2 ** at;
    return under(
      '',
      // A transposed convolution has its inputs first.
      { [`ups.${at}.weight`]: [channels * 2, channels, kernel], [`ups.${at}.bias`]: [channels] },
      ...[0, 1, 2].flatMap((layer) => [
        conv(`resblocks.${at}.convs1.${layer}`, channels, channels, [3]),
        conv(`resblocks.${at}.convs2.${layer}`, channels, channels, [3]),
      ]),
    );
  });
  return under(prefix, conv('conv_pre', 16, 2 * STFT.bands, [7]), ...stages, conv('conv_post', 2, 4, [7]));
}

export const upscalerConfig = {
  _class_name: 'LatentUpsampler',
  in_channels: LATENT_CHANNELS,
  mid_channels: 32,
  num_blocks_per_stage: 1,
  dims: 3,
  spatial_upsample: true,
  temporal_upsample: false,
};

export function latentUpscaler(): Layout {
  const channels = upscalerConfig.mid_channels;
  const residual = under(
    '',
    conv('conv1', channels, channels, CUBE),
    norm('norm1', channels),
    conv('conv2', channels, channels, CUBE),
    norm('norm2', channels),
  );
  return under(
    '',
    conv('initial_conv', channels, LATENT_CHANNELS, CUBE),
    norm('initial_norm', channels),
    under('res_blocks.0.', residual),
    conv('upsampler.0', channels * 4, channels, SQUARE),
    under('post_upsample_res_blocks.0.', residual),
    conv('final_conv', LATENT_CHANNELS, channels, CUBE),
  );
}

function statistics(): Layout {
  return under('per_channel_statistics.', { 'std-of-means': [128], 'mean-of-means': [128] });
}
