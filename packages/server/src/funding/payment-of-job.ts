import type { Queryable } from '../db/database.ts';

type State = 'held' | 'settled' | 'reversed';

/** How a job is paid: a job of v1 in money or from the allowance, one of the job API in credits. */
export interface PaymentOfJob {
  readonly charge: {
    readonly state: State;
    readonly priceCents: number;
    readonly prepaidCents: number;
    readonly monthEndCents: number;
    readonly fromAllowance: boolean;
  } | null;
  readonly credits: { readonly state: State; readonly credits: number } | null;
}

export async function readPaymentOfJob(db: Queryable, jobId: string): Promise<PaymentOfJob> {
  const [[charge], [credits]] = await Promise.all([
    db.query<NonNullable<PaymentOfJob['charge']>>(
      `select state, price_cents as "priceCents", prepaid_cents as "prepaidCents",
         month_end_cents as "monthEndCents", included_twelfths is not null as "fromAllowance"
       from charges where job_id = $1`,
      [jobId],
    ),
    db.query<NonNullable<PaymentOfJob['credits']>>(
      'select state, credits from credit_charges where job_id = $1',
      [jobId],
    ),
  ]);
  return { charge: charge ?? null, credits: credits ?? null };
}
