import type { Database } from '../../db/database.ts';

export interface SocialWork {
  readonly id: string;
  readonly previewKey: string;
}

/** Those that stand for the service are taken of so many of the newest works. */
const LOOKED_AT = 50;
const SHOWN = 6;

/** The newest published images that nobody reports: nobody may have reviewed them, and they stand for the service elsewhere. */
export function socialWorks(database: Database): Promise<SocialWork[]> {
  return database.query<SocialWork>(
    `select id, preview_key as "previewKey" from (select * from works where medium = 'image' order by id desc limit $1) as works
     where preview_key is not null and (select hidden_at from jobs where jobs.id = job_id) is null
       and not exists (select from content_reports where content_reports.job_id = works.job_id and resolved_at is null)
     order by id desc limit $2`,
    [LOOKED_AT, SHOWN],
  );
}
