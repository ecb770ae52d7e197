import type { JobType } from '../job-types.ts';
import type { Resolution } from '../rates.ts';

/** The page of prices: everybody's, or those of an account. Amounts are whole US cents, and lengths are seconds. */

/** What one image or one second costs, up to a bound. */
export type PriceStep =
  | { readonly up_to_pixels: number | null; readonly cents: number }
  | { readonly price_tier: Resolution; readonly up_to_side: number; readonly cents: number };

export interface PricedModel {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly kind: 'image' | 'video';
  readonly sound: boolean;
  /** Who may order it, such as the titles of plans; null for everybody. */
  readonly only_for: readonly string[] | null;
  readonly steps: readonly PriceStep[];
  /** Those of its videos that are offered; an image has none. */
  readonly lengths: readonly number[];
  /** The place of the usual length in `lengths`. */
  readonly usual_length: number;
  /** `prices` is the place of its prices in `prices`. */
  readonly sizes: readonly { readonly width: number; readonly height: number; readonly prices: number }[];
  /** The place of the usual size in `sizes`. */
  readonly usual_size: number;
  /** What an order costs, by its length; an image has one price. */
  readonly prices: readonly (readonly number[])[];
}

/** What the studio makes, as an example of its type. */
export interface StudioExample {
  readonly type: JobType;
  /** The longer side in pixels; of an enlarged image, that of the result. */
  readonly side: number;
  /** Null for an image. */
  readonly seconds: number | null;
}

/** What an example costs; null where it cannot be ordered. Without cents it is paid with credits, or is free. */
export type ExamplePrice = { readonly cents: number } | { readonly credits: number } | null;

/** A way to pay with what it gives: nothing, a balance, or a plan. */
export interface Offer {
  readonly by: 'nothing' | 'balance' | 'plan';
  /** The id and the title of a plan. */
  readonly plan: string | null;
  readonly title: string | null;
  readonly month_cents: number | null;
  readonly year_cents: number | null;
  /** What a calendar month includes. */
  readonly included: {
    readonly images: number;
    readonly video_seconds: number;
    readonly credits: number;
  };
  readonly jobs_at_once: number;
  readonly stored_gib: number;
  /** The longest video of the studio. */
  readonly longest_seconds: number;
  readonly has_priority: boolean;
  /** The ids of the models that it may order. */
  readonly models: readonly string[];
  /** The price of each of the examples. */
  readonly prices: readonly ExamplePrice[];
}

export interface Pricing {
  readonly models: readonly PricedModel[];
  readonly examples: readonly StudioExample[];
  readonly offers: readonly Offer[];
  /** The models of which a second, or an image, uses more than one of what a plan includes; none of it with 0. */
  readonly included_weights: readonly { readonly title: string; readonly weight: number }[];
  /** What a GiB of results beyond what is included costs for a month; null if none is sold. */
  readonly storage_price_cents: number | null;
  readonly top_up_amounts_usd: readonly number[];
  readonly catalogue_version: number;
  /** Whether these are prices that were agreed with the account. */
  readonly agreed: boolean;
  /** When other prices begin, in ISO 8601; null if that is not planned. */
  readonly holds_until: string | null;
}
