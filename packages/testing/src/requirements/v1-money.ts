// The v1 interface: prices, usage and balance, plans, allowances, caps and the prepaid balance.
import { now } from './requirement.ts';

export const v1Money = [
  ...now('prices', {
    'V1-PRICE-01': 'Price a video as snapped seconds times the per-second rate of its mode and tier.',
    'V1-PRICE-02': 'Determine the tier by the longer side of the delivered video.',
    'V1-PRICE-03': 'Give no discount for length.',
    'V1-PRICE-04': 'Bill a longer side up to 1280 as hd, up to 1920 as fhd and up to 2560 as 2k.',
    'V1-PRICE-05': 'Charge fast 10 cents a second in hd, 15 in fhd and 20 in 2k.',
    'V1-PRICE-06': 'Charge quality 30 cents a second in hd and 50 in fhd; offer no 2k.',
    'V1-PRICE-07': 'Charge cinema 70 cents a second in 2k; offer no hd and no fhd.',
    'V1-PRICE-08': 'Charge an image of up to 1,048,576 pixels 5 cents.',
    'V1-PRICE-09': 'Charge an image above 1,048,576 pixels, up to 2048x2048, 8 cents.',
    'V1-PRICE-10':
      'Price 5 s fast at 1280x720 at 0.50 USD, 10 s fast at 1920x1080 at 1.50 and at 2560x1440 at 2.00, 5 s quality at 1920x1080 at 2.50 and 5 s cinema at 2560x1440 at 3.50.',
    'V1-PRICE-11':
      'Sell in fast HD 100 video-seconds or 200 images for 10 USD, 500 or 1,000 for 50, 2,500 or 5,000 for 250.',
  }),

  ...now('usage', {
    'V1-USAGE-01': 'Count everything in GET /v1/usage over the current calendar month.',
    'V1-USAGE-02':
      'Report videos_used, videos_overage, images_used and images_overage as counts of videos and images.',
    'V1-USAGE-03': 'Report overage_charged_cents, the pay-per-use amount charged.',
    'V1-USAGE-04':
      'Report base_videos_allowance, base_images_allowance and base_video_seconds_allowance as integers.',
    'V1-USAGE-05': 'Report video_seconds_used and video_seconds_overage, the metered seconds.',
    'V1-USAGE-06': 'Report balance_cents, the prepaid balance, in the usage response.',
    'V1-USAGE-07': 'Report month_start as YYYY-MM-DD, the first day of the current month.',
    'V1-USAGE-08': 'Report the price table as data in rates.',
    'V1-USAGE-09': 'Report 1000 images and 3000 video-seconds as the allowance of Max.',
  }),

  ...now('rates', {
    'V1-RATES-01': 'Give video_per_second_cents as the integers hd 10, fhd 15 and 2k 20.',
    'V1-RATES-02': 'Give default_video_mode fast and video_modes with the keys fast, quality and cinema.',
    'V1-RATES-03': 'Give per_second_cents of each mode keyed by the tiers it offers.',
    'V1-RATES-04': 'Give max_included_weight 1 for fast and quality and 2 for cinema.',
    'V1-RATES-05': 'Give durations_seconds [5,7,10] for quality and [5] for cinema, and none for fast.',
    'V1-RATES-06': 'Describe in video_tiers hd as up to 1280, fhd up to 1920 and 2k up to 2560.',
    'V1-RATES-07': 'Give image_cents standard 5 and large 8, and describe both in image_sizes.',
    'V1-RATES-08': 'Give max_video_seconds 10 and render_grid_px 64.',
  }),

  ...now('balance', {
    'V1-BALANCE-01': 'Return balance_cents as an integer in GET /v1/me/balance.',
    'V1-BALANCE-02': 'Return auto_recharge and the monthly cap, as monthly_cap_cents, in GET /v1/me/balance.',
    'V1-BALANCE-03': 'Return the latest purchases, each with spent_cents and refundable_until.',
    'V1-BALANCE-04': 'Never let the balance expire.',
    'V1-BALANCE-05': 'Refuse a request that the balance does not cover with 402 balance_insufficient.',
    'V1-BALANCE-06': 'Sell top-ups of 10, 25, 50 or 100 USD at any time.',
    'V1-BALANCE-07':
      'Add the chosen amount with the card used for payment when the balance drops below 2 USD.',
    'V1-BALANCE-08': 'Keep auto-recharge inside the monthly cap.',
    'V1-BALANCE-09': 'Turn auto-recharge off and send one email when the card is declined.',
    'V1-BALANCE-10': 'Return 402 auto_recharge_declined for uncovered requests after a decline.',
    'V1-BALANCE-11':
      'Limit auto-recharge to 25 USD at a time until the card has been on the account for 7 days.',
    'V1-BALANCE-12':
      'Raise the limits to 100 USD of auto-recharge and a cap of 1,000 USD at once after a confirmed 50 or 100 USD purchase.',
    'V1-BALANCE-13': 'Refund a purchase within 24 hours if none of it was used.',
    'V1-BALANCE-14': 'Refuse the refund after 24 hours or once any of it is spent.',
    'V1-BALANCE-15':
      'Draw the balance first with Pro, and with Max after its allowance, and bill only the rest at month end.',
  }),

  ...now('plans', {
    'V1-PLAN-01': 'Sell Pro at 19 USD a month.',
    'V1-PLAN-02': 'Sell Max at 99 USD a month, or at 79 USD a month billed annually.',
    'V1-PLAN-03': 'Include 3,000 video-seconds and 1,000 images at any resolution a month in Max.',
    'V1-PLAN-04': 'Count cinema seconds double against the allowance.',
    'V1-PLAN-05': 'Reset allowances on the 1st of each calendar month at 00:00 UTC.',
    'V1-PLAN-06': 'Let Pro pay per use from the first second under the cap its user chose.',
    'V1-PLAN-07': 'Charge the same prices beyond the allowance of Max when pay per use is on.',
  }),

  ...now('allowance', {
    'V1-ALLOW-01': 'Keep pay per use off by default on Max.',
    'V1-ALLOW-02':
      'Return 429 quota_exhausted past the allowance until the reset, unless pay per use is on with a cap.',
    'V1-ALLOW-03': 'Include a video only if it fits completely in the included seconds left.',
    'V1-ALLOW-04':
      'Otherwise bill the whole video at its tier rate and keep the seconds left for shorter videos.',
    'V1-ALLOW-05': 'Bill every API and MCP generation on Pro as pay per use.',
  }),

  ...now('cap', {
    'V1-CAP-03': 'Charge pay-per-use usage at month end to the card on the web subscription.',
    'V1-CAP-04': 'Never charge above the cap in a calendar month.',
    'V1-CAP-01': 'Accept any cap from 5 to 1,000 USD, 10, 50 and 250 among them.',
    'V1-CAP-02': "Limit a new account's cap to 50 USD for the first 7 days after its first payment.",
    'V1-CAP-05': 'Return 429 monthly_cap_reached for a request that would exceed the cap.',
  }),
] as const;
