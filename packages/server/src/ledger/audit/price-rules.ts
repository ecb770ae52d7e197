import type { AuditSpan, JobRule } from './audit-rule.ts';

/** Rules about what a job costs by the version of the catalogue that it was accepted under. */

/** The steps of the prices that jobs of the span have: above `above` and up to `bound` pixels of an image, or of the longer side of a video. */
const steps = (span: AuditSpan) => `
  select catalogue_version, price_list, model, frames_per_second,
    coalesce(list_cents, floor((2::bigint * model_cents * percent + 100) / 200.0)) as cents,
    coalesce(lag(bound) over in_order, 0) as above,
    case when lead(place) over in_order is null then 'infinity' else bound end as bound
  from (
    select used.*, place, coalesce((sold -> 'frames' ->> 'per_second')::int, 1) as frames_per_second,
      coalesce(step ->> 'cents', step ->> 'cents_per_second')::int as model_cents,
      (list #>> array['prices', used.model, (place - 1)::text])::int as list_cents,
      case when used.price_list is null then 100 else (list ->> 'percent')::int end as percent,
      coalesce(step ->> 'up_to_pixels', step ->> 'up_to_side')::float8 as bound
    from (select distinct catalogue_version, price_list, model from jobs where ${span.jobs('id')}) as used
      join catalogue_versions on version = catalogue_version
      join jsonb_array_elements(document -> 'models') as sold on sold ->> 'id' = used.model
      cross join jsonb_array_elements(sold -> 'price') with ordinality as priced (step, place)
      left join jsonb_array_elements(coalesce(document -> 'price_lists', '[]')) as list on list ->> 'id' = used.price_list
  ) as steps window in_order as (partition by catalogue_version, price_list, model order by place)`;

/** The price of each job of the span. */
const priced = (span: AuditSpan) => `
  select jobs.id, type, jobs.catalogue_version, jobs.price_list, case
      when medium = 'image' then cents
      else floor((2 * (frames - 1) * cents + steps.frames_per_second)::numeric / (2 * steps.frames_per_second))
    end as cents
  from jobs left join (${steps(span)}) as steps on steps.catalogue_version = jobs.catalogue_version
    and steps.price_list is not distinct from jobs.price_list and steps.model = jobs.model
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
      select format('the charge of job %s is %s cents, and %s by version %s%s', job_id, price_cents, coalesce(cents::text, 'none'),
        catalogue_version, ' and the price list ' || price_list) as violation
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
