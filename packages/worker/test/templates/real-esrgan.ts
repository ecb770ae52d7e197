import { blocks, conv, type Layout, under } from './layout.ts';

const CHANNELS = 8;
/** Fixed in the program that loads it. */
const GROWTH = 32;
const SQUARE = [3, 3];

/** Real-ESRGAN with factor 4 and one block, whose width is read from the file. */
export function realEsrgan(): Layout {
  const dense = under(
    '',
    ...[1, 2, 3, 4, 5].map((at) =>
      conv(`conv${at}`, at === 5 ? CHANNELS : GROWTH, CHANNELS + GROWTH * (at - 1), SQUARE),
    ),
  );
  const rest = ['conv_body', 'conv_up1', 'conv_up2', 'conv_hr'].map((name) =>
    conv(name, CHANNELS, CHANNELS, SQUARE),
  );
  return under(
    '',
    conv('conv_first', CHANNELS, 3, SQUARE),
    blocks('body.', 1, under('', ...[1, 2, 3].map((at) => under(`rdb${at}.`, dense)))),
    ...rest,
    conv('conv_last', 3, CHANNELS, SQUARE),
  );
}
