import type { AuditSpan, JobRule } from './audit-rule.ts';

/** Rules about what a job costs by the version of the catalogue that it was accepted under. */

/** The steps of every price: above `above` and up to `bound` pixels of an image, or of the longer side of a video. */
const STEPS = `
  select version, model ->> 'id' as model, coalesce((model -> 'frames' ->> 'per_second')::int, 1) as frames_per_second,
    coalesce((step ->> 'cents')::int, (step ->> 'cents_per_second')::int) as cents,
    coalesce(lag(bound) over in_order, 0) as above,
    case when lead(place) over in_order is null then 'infinity' else bound end as bound
  from (
    select version, model, step, place, coalesce(step ->> 'up_to_pixels', step ->> 'up_to_side')::float8 as bound
    from catalogue_versions, jsonb_array_elements(document -> 'models') as model,
      jsonb_array_elements(model -> 'price') with ordinality as priced (step, place)
  ) as steps window in_order as (partition by version, model ->> 'id' order by place)`;

/** The price of each job of the span. */
const priced = (span: AuditSpan) => `
  select jobs.id, type, jobs.catalogue_version, case
      when medium = 'image' then cents
      else floor((2 * (frames - 1) * cents + frames_per_second)::numeric / (2 * frames_per_second))
    end as cents
  from jobs left join (${STEPS}) as steps on steps.version = jobs.catalogue_version and steps.model = jobs.model
    and case when medium = 'image' then width::float8 * height else greatest(width, height) end > above
    and case when medium = 'image' then width::float8 * height else greatest(width, height) end <= bound
  where ${span.jobs('jobs.id')}`;

export const priceRules: readonly JobRule[] = [
  {
    rule: 'every job has the version of the catalogue that was in force when it was accepted',
    count: (span) => `select count(*) as n from jobs where ${span.jobs('id')}`,
    sql: (span) => `
      select format('job %s of %s has version %s, and %s was in force', id, created_at, catalogue_version, in_force) as violation
      from (
        select id, created_at, catalogue_version, (
          select max(version) from catalogue_versions
          where starts_at <= jobs.created_at and withdrawn_at is null
        ) as in_force
        from jobs where ${span.jobs('id')}
      ) as jobs where catalogue_version is distinct from in_force`,
  },
  {
    rule: 'every charge has the price of its version of the catalogue',
    count: (span) => `select count(*) as n from charges where ${span.jobs('job_id')}`,
    sql: (span) => `
      select format('the charge of job %s is %s cents, and %s by version %s', job_id, price_cents, coalesce(cents::text, 'none'),
        catalogue_version) as violation
      from (select * from charges where ${span.jobs('job_id')}) as charges join (${priced(span)}) as jobs on jobs.id = job_id
      where price_cents is distinct from cents`,
  },
  {
    rule: 'every credit charge has the price of its version of the catalogue',
    count: (span) => `select count(*) as n from credit_charges where ${span.jobs('job_id')}`,
    sql: (span) => `
      select format('job %s costs %s credits, and %s by version %s', job_id, credits, expected, version) as violation
      from (select * from credit_charges where ${span.jobs('job_id')}) as charges join (
        select jobs.id, version, case when (document #>> array['job_api', 'types', type, 'needs_paid_tier'])::boolean
          then ceil(cents * (document #>> '{job_api,credits_per_dollar}')::int / 100) else 0 end as expected
        from (${priced(span)}) as jobs join catalogue_versions on version = catalogue_version
      ) as jobs on jobs.id = job_id
      where credits is distinct from expected`,
  },
];
