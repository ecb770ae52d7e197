// The decisions: who pays, the responses of the money calls, and the claim of a key.
import { now } from './requirement.ts';

export const decisionsMoney = [
  ...now('funding', {
    'DEC-FUNDING-01':
      'Refuse an account with no plan first if it never paid, with 402 payment_required, then if its balance does not cover the whole price.',
    'DEC-FUNDING-02': 'Count a job in the UTC month of its acceptance.',
    'DEC-FUNDING-03':
      'Reverse everything to the same month and the same split when a job is failed or blocked.',
    'DEC-FUNDING-04': 'Spend purchases oldest first, after what was given.',
    'DEC-FUNDING-05': 'Release money to the purchase it came from.',
    'DEC-FUNDING-06': 'Set refundable_until to 24 h after the purchase while it can be refunded.',
    'DEC-FUNDING-12':
      'Return auto_recharge_declined instead of balance_insufficient until auto-recharge is turned on again.',
    'DEC-FUNDING-13':
      'Count month-end charges and auto-recharges of the calendar month against the cap, but no draw of balance.',
    'DEC-FUNDING-14': 'Give an account with a balance and no cap a cap of 5,000 cents for auto-recharge.',
    'DEC-FUNDING-15': "Delay the month's invoice until that month's jobs have ended.",
    'DEC-FUNDING-16': 'Let exactly one win when a refund and a spend race.',
    'DEC-FUNDING-17': 'Start auto-recharge below 200 cents, with at most one in progress per account.',
    'DEC-FUNDING-18':
      'Lift the limits of cap and auto-recharge at once after a 3-D Secure purchase of 50 or 100 USD.',
    'DEC-FUNDING-08':
      'Use the allowance of Max if the image or the whole video (seconds times weight) fits in the rest of it.',
    'DEC-FUNDING-09':
      'Refuse Pro, and Max past its allowance, with 429 quota_exhausted unless pay per use is on and a cap is set.',
    'DEC-FUNDING-10':
      'After that, check card_required, for a missing card or an app-store subscription, and then arrears.',
    'DEC-FUNDING-11': 'Do not draw the balance if the rest of the price would exceed the cap.',
    'DEC-FUNDING-19':
      'Set Retry-After of quota_exhausted and monthly_cap_reached to the time until the next month.',
    'DEC-FUNDING-07': 'Refuse an account under review first, then a suspended one, both with 403.',
  }),

  ...now('request-limits', {
    'DEC-LIMIT-03': 'Count a generate call that reached the safety check as an attempt.',
    'DEC-LIMIT-04': 'Count as rejected a 451 of that check and an output that ended blocked.',
    'DEC-LIMIT-05': 'Count a malformed request as neither.',
    'DEC-LIMIT-06':
      'Return 429 rate_limited after more than 30 unknown keys in 10 minutes from one IPv4 /32 or IPv6 /64.',
    'DEC-LIMIT-01': 'Let the operator raise the limits of an account.',
    'DEC-LIMIT-02': 'Apply no other limit of the earlier Max-only description.',
    'DEC-LIMIT-07': 'Count rejected generate calls towards the calls per minute.',
    'DEC-LIMIT-08':
      'Do not count a call that a limit rejects, so that retries leave the minute for the next job.',
    'DEC-LIMIT-10':
      'Give a call above the limit of concurrent jobs the expected end of the first open one as Retry-After, at least 1 s, and say it in the sentence.',
    'DEC-LIMIT-11': 'Check at most as many orders of an account at once as it has calls left.',
    'DEC-LIMIT-09': 'Check the call limit before the body; a call with an invalid body does not count.',
  }),

  ...now('money-responses', {
    'DEC-ANSWER-01':
      'Return auto_recharge as {enabled, amount_usd or null, threshold_cents: 200, declined_at or null}.',
    'DEC-ANSWER-02':
      'Return a purchase as {id, amount_cents, spent_cents, refundable_until or null, refunded_at or null, purchased_at, source}.',
    'DEC-ANSWER-03': 'List the latest ten purchases.',
    'DEC-ANSWER-04': "Return exactly the contract's fields from GET /v1/usage.",
    'DEC-ANSWER-05': 'Report every base_ allowance as 0 without Max.',
    'DEC-ANSWER-06': 'Report seconds rounded down to whole seconds, and meter them in thirds.',
    'DEC-ANSWER-10': 'Return checkout or auto_recharge as the source of what was bought.',
    'DEC-ANSWER-07':
      'Return enabled, cap_cents, cap_chosen, cap_limit_cents, raises_at, charged_cents, remaining_cents, card_on_file, month_start and resets_at from the three overage calls.',
    'DEC-ANSWER-11': 'Return the cap in force, chosen or default, from the overage calls and in the balance.',
    'DEC-ANSWER-12': 'Return null as refundable_until of a purchase that cannot be refunded.',
    'DEC-ANSWER-08': 'Set pay per use from {enabled: boolean}; never toggle it.',
    'DEC-ANSWER-09': 'Report base_videos_allowance as the included seconds divided by 10.',
  }),

  ...now('recharge', {
    'DEC-RECHARGE-01':
      'Recharge whenever auto-recharge is on, the balance is below 200 cents and the cap has room, also after a raised cap or the end of the month.',
    'DEC-RECHARGE-02':
      'Return balance_insufficient with recharge "pending" for an order that the balance does not cover while a recharge is due, and start the recharge.',
    'DEC-RECHARGE-03':
      'Refuse an auto-recharge above the cap, and a cap below the auto-recharge, with 400 naming both.',
    'DEC-RECHARGE-04': 'Keep a decline when auto-recharge is turned off.',
  }),

  ...now('plans', {
    'DEC-PLAN-01': 'Let a downgrade take effect at the end of the paid period, and credit nothing.',
    'DEC-PLAN-02':
      'Let an upgrade take effect at once, and charge the difference for the rest of the period.',
    'DEC-PLAN-03': 'Drop a pending downgrade when the plan is kept, upgraded or cancelled.',
    'DEC-PLAN-04': 'Refuse pay per use on a granted plan without a card, unless its billing is manual.',
    'DEC-PLAN-05':
      'Write invoices for the operator to collect for a plan with manual billing; never charge one, and never set arrears.',
    'DEC-PLAN-06': 'Grant a plan with --billing none or manual, or with --store app.',
    'DEC-PLAN-07':
      'Show what an upgrade charges now before it is confirmed, and charge this amount or nothing, at Stripe too.',
    'DEC-PLAN-08':
      'Name on each receipt of a plan what its charge bought, an upgrade as one, in whichever order events arrive.',
    'DEC-PLAN-09':
      'Begin the first 7 days of an account with the grant of a plan with manual billing, whose invoices no card pays.',
    'DEC-PLAN-10':
      'Let a subscription hold its price until it renews, then charge the price of the catalogue; charge none that its owner was not told of.',
    'DEC-PLAN-11':
      'Tell the owner of a subscription by email as soon as the price at its renewal is known, once for each price.',
    'DEC-PLAN-12':
      'Leave a plan that is sold no more to who has it, at the price that they pay, and sell it to nobody else.',
    'DEC-PLAN-13':
      'Make or find the price of a plan at Stripe by a key of its id, interval and amount; never edit one, and never prorate a new price.',
    'DEC-PLAN-14':
      'Sell, change, grant and show every plan of the catalogue, and refuse any other with the ids of those that are sold.',
  }),

  ...now('notices', {
    'DEC-NOTICE-01': 'Send an email for each charge of a card.',
    'DEC-NOTICE-02':
      'Send an email when auto-recharge, the cap, pay per use, the webhook address or its secret, or what a key may do is changed, with a key or in the console.',
    'DEC-NOTICE-03':
      'Send at most one email a minute about changed settings, and one an hour after ten in a day; name each change in one of them.',
  }),

  ...now('payments', {
    'DEC-PAYMENT-01':
      'Charge, credit and refund once when the service dies after the provider moved the money and before it was recorded.',
    'DEC-PAYMENT-02': 'Change nothing when the provider repeats an event that has taken effect.',
    'DEC-PAYMENT-03': 'Speak a version of the interface of Stripe that an independent mock can check.',
    'DEC-PAYMENT-04':
      'Credit the US dollars that arrived, whatever method paid them; say what cannot be saved.',
    'DEC-PAYMENT-05':
      'Read the object of an event anew, so that an endpoint may have any version of the interface.',
    'DEC-PAYMENT-06':
      'Answer every type of event of Stripe with 200 or its effect, and have a reason for each.',
    'DEC-PAYMENT-07':
      'Take back what is unspent of a payment that was refunded or lost at the provider; the rest is owed.',
    'DEC-PAYMENT-08':
      'Refuse every order with arrears while something taken back is owed, and accept the next once it is paid.',
    'DEC-PAYMENT-09':
      'End a review by itself when its dispute is won, unless another or an operator asks for it.',
    'DEC-PAYMENT-10':
      'Have all money that came in in the ledger once, whatever events come in whatever order.',
  }),

  ...now('billing', {
    'DEC-BILLING-01': 'Show a signed-in person the balance, latest purchases, plan, card and auto-recharge.',
    'DEC-BILLING-02': 'Offer a refund for each refundable purchase by card, with its amount and deadline.',
    'DEC-BILLING-03': 'Refund once, however often it is asked for.',
    'DEC-BILLING-04': 'State on the page why something was refused.',
    'DEC-BILLING-05': 'Let a person buy, change, cancel and keep a plan, at the prices of the price table.',
    'DEC-BILLING-06': 'Serve the page that top_up links to, with a way to the payment.',
    'DEC-BILLING-07': "Reject requests from other sites, and other accounts' purchases.",
    'DEC-BILLING-08': 'Refund nothing while the account is under review.',
    'DEC-BILLING-09':
      'Sell nothing to an account under review: no top-up, no plan and no change of one; cancelling is possible.',
    'DEC-BILLING-10':
      'Let the console do with a session what the v1 calls do with a key, with the same limits and refusals, and without the emails about changes with a key.',
    'DEC-BILLING-11':
      'Show what needs attention, each with its remedy: review, suspension, arrears, a declined recharge, an expired or missing card, pay per use that is off on Pro, a low balance.',
    'DEC-BILLING-12': 'List every charge of a card, renewals of a plan included, and every invoice.',
    'DEC-BILLING-14':
      'Say once what became of a payment or a card: after that neither a reload nor the address shows it.',
    'DEC-BILLING-15':
      'Keep topping up and its checkout without script; lead the former /account/billing to the payments page of the console.',
    'DEC-BILLING-13': 'Show the next charge of a plan with its date and amount, and a scheduled change.',
  }),

  ...now('cards', {
    'DEC-CARD-01':
      'Let a person add a card at the provider without buying anything; it becomes the card on file, which a subscription is charged to as well.',
    'DEC-CARD-02': 'Refuse an eleventh page for adding a card within an hour while ten are unfinished.',
    'DEC-CARD-03':
      'Refuse to remove a card that a subscription, an unpaid invoice, uninvoiced pay per use or a recharge in progress needs, and say which.',
    'DEC-CARD-04': 'Remove a card at the provider too, with those it replaced, and turn auto-recharge off.',
  }),

  ...now('grants', {
    'DEC-GRANT-01':
      'Spend what was given first, the next to expire before the others, then what was bought, oldest first.',
    'DEC-GRANT-02': 'Let a grant pay nothing and count in no balance from its expiry on, swept or not.',
    'DEC-GRANT-03':
      'Let an account that never paid spend a grant; answer payment_required once nothing is left of it.',
    'DEC-GRANT-04':
      'Leave what a job holds of an expired grant with the job; if the job releases it, it expires then.',
    'DEC-GRANT-05':
      'Treat a grant as no payment: it lifts no limit, pays no debt, and is neither refunded nor taken back.',
    'DEC-GRANT-06': 'Say that a balance is low, and recharge it, when a grant expires, as after an order.',
    'DEC-GRANT-07': 'End the grants of an account that is deleted.',
    'DEC-GRANT-08': 'Audit grants and codes by rules of their own.',
    'DEC-GRANT-09':
      'Let an operator grant a balance with a reason and an expiry, in the console and by a command; the log has it.',
    'DEC-GRANT-10':
      'List a grant among the purchases with source grant or code, expires_at and expired_cents, in the call, the export and the console.',
  }),

  ...now('codes', {
    'DEC-CODE-01':
      'Let an operator create, list and end codes with an amount, uses, an end, and days that the grant is valid.',
    'DEC-CODE-02': 'Grant its amount to who redeems a code, whatever letter case and hyphens are typed.',
    'DEC-CODE-03': 'Redeem a code once for each account, and as often as it may be, under any concurrency.',
    'DEC-CODE-04':
      'Say why a code is refused, with the remedy: unknown, expired, used up, redeemed, account under review.',
    'DEC-CODE-05': 'Limit the codes that an account and a network may try.',
    'DEC-CODE-06': 'Redeem a code whole or not at all when the service dies.',
  }),

  ...now('storage above what is included', {
    'DEC-KEPT-01':
      'Without a price of a GiB and month, which is the default, keep the quotas of results as they are, measure nothing and charge nothing.',
    'DEC-KEPT-02':
      'Charge what an account keeps above its included amount by the UTC day, its part of a month, so that the days of a month cost together what they are rounded to once.',
    'DEC-KEPT-03':
      'Measure each account at most once on a day, at the first minute that a server runs; charge no day on which none does.',
    'DEC-KEPT-04':
      'Charge each day at the price of the version in force when it is measured; a price that starts later applies from the next day.',
    'DEC-KEPT-05':
      'Pay it like pay per use: from the balance, which is recharged, then at month end under the cap. What the account does not allow is never charged.',
    'DEC-KEPT-06': 'Name storage on the invoice of its month, and in the usage of its days.',
    'DEC-KEPT-07': 'Charge a deleted account for the days before its deletion only.',
    'DEC-KEPT-08':
      'Refuse in the database what is charged beyond what is due, twice or without a posting, and audit amounts, prices and postings of each day.',
    'DEC-KEPT-09': 'Charge a day whole or not at all, and once, when the service dies.',
    'DEC-KEPT-11':
      'Show the price, what is kept and included, and what it has cost this month: in the usage call, the console, the command line and to the operator.',
    'DEC-KEPT-10':
      'Accept orders of an account above its included amount as far as it could pay for a month of what it keeps; refuse them with storage_quota_reached otherwise.',
  }),

  ...now('arrears', {
    'DEC-ARREARS-01': 'Link from 402 arrears to the page where the invoice is paid.',
    'DEC-ARREARS-02':
      'Charge the unpaid invoices to the card on file at once when the owner asks for it, each once.',
    'DEC-ARREARS-03': 'Serve the account again as soon as the payment is known.',
    'DEC-ARREARS-04':
      'Charge no invoice while the account is under review or banned; it is charged afterwards.',
  }),

  ...now('usage by day', {
    'DEC-USAGE-01':
      'Show the usage of any month by day, and each job with its cost, equal to the usage call and to the charges, to the cent.',
    'DEC-USAGE-02':
      'List the cost of every job, deleted and expired ones included, by month and kind, in pages and as a CSV file.',
    'DEC-USAGE-03':
      'Show a job that its owner or the operator cancelled as cancelled, and not as failed, in the usage and to the operator.',
  }),

  ...now('claim', {
    'DEC-CLAIM-01':
      'Accept amount_usd 10, 25, 50 or 100, plan pro or max, interval month or year and client_name of at most 80 characters.',
    'DEC-CLAIM-02': 'Treat an empty object as 10 USD.',
    'DEC-CLAIM-03':
      'Return code, user_code, an absolute claim_url, verification_uri, verification_uri_complete, expires_in 900 and interval 5.',
    'DEC-CLAIM-04': 'Generate code with 256 bits, store only its hash and put it in no browser link.',
    'DEC-CLAIM-05': 'Generate user_code with 8 letters of a 20-letter alphabet without vowels.',
    'DEC-CLAIM-06': 'Return status pending, interval and expires_in for an open claim.',
    'DEC-CLAIM-07': 'Return ready with api_key, key_prefix and balance_cents exactly once.',
    'DEC-CLAIM-08': 'Return claimed after that, expired after its time and denied after a denial.',
    'DEC-CLAIM-09': 'Return 404 for an unknown code.',
    'DEC-CLAIM-10':
      'Return 429 rate_limited with Retry-After for a poll faster than the interval, and add 5 to the interval.',
    'DEC-CLAIM-11': 'Show at /activate which client requested the key, from which network and when.',
    'DEC-CLAIM-12': 'Let the signed-in person pay, approve or deny at /activate.',
    'DEC-CLAIM-13': 'Warn an account whose terminals have a key that approving replaces it.',
    'DEC-CLAIM-14':
      'Let the oldest unattended claim make room for the 1,001st; return 503 claims_busy when each is attended.',
  }),
] as const;
