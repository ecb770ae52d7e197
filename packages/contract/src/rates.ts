import { z } from 'zod';

/** Prices as data. Cents are US cents; video prices are per second of the delivered video. */

export const videoModeNames = ['fast', 'quality', 'cinema'] as const;
export type VideoMode = (typeof videoModeNames)[number];
/** The mode of a request that names neither a mode nor a model. */
export const defaultVideoMode = 'fast' satisfies VideoMode;

export const resolutionNames = ['hd', 'fhd', '2k'] as const;
export type Resolution = (typeof resolutionNames)[number];

const cents = z.int().nonnegative();
const centsByResolution = z.partialRecord(z.enum(resolutionNames), cents);

const modeRates = z.strictObject({
  per_second_cents: centsByResolution.meta({ description: 'Cents per second, by price tier.' }),
  max_included_weight: z.int().meta({ description: 'The included seconds of Max that one second uses.' }),
});

const lengths = z.array(z.int()).meta({ description: 'The only lengths the mode supports, in seconds.' });

export const ratesSchema = z
  .strictObject({
    video_per_second_cents: z
      .strictObject({ hd: cents, fhd: cents, '2k': cents })
      .meta({ description: 'Cents per second in the default mode, by price tier.' }),
    default_video_mode: z.literal(defaultVideoMode).meta({ description: 'The mode if a request has none.' }),
    video_modes: z.strictObject({
      fast: modeRates,
      quality: modeRates.extend({ durations_seconds: lengths }),
      cinema: modeRates.extend({ durations_seconds: lengths }),
    }),
    video_tiers: z
      .strictObject({ hd: z.string(), fhd: z.string(), '2k': z.string() })
      .meta({ description: 'The delivered sizes of each tier.' }),
    image_cents: z.strictObject({ standard: cents, large: cents }).meta({ description: 'Cents per image.' }),
    image_sizes: z
      .strictObject({ standard: z.string(), large: z.string() })
      .meta({ description: 'The sizes of each price.' }),
    max_video_seconds: z.int().meta({ description: 'The longest video, in seconds.' }),
    render_grid_px: z
      .int()
      .meta({ description: 'Pixels. Sizes of fast that are not exact are rounded to this grid.' }),
  })
  .meta({ id: 'Rates', description: 'The price table as data.' });

export type Rates = z.infer<typeof ratesSchema>;
