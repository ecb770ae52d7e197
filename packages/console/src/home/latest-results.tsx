import { useQuery } from '@tanstack/react-query';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'wouter';
import { previewPath } from '../studio/gallery/result-paths.ts';
import { listJobs } from '../studio/jobs/job-calls.ts';
import { DemonstrationMark } from '../value/demonstration.tsx';
import { RetriedImage } from '../value/retried-image.tsx';
import { shapeOf } from '../value/work-shape.ts';

/** A row of them. */
const SHOWN = 6;

/** What the person made last, with the way back to each, and then what is below. */
export function LatestResults({ children }: { readonly children: ReactNode }) {
  const { data, isPending } = useQuery({
    queryKey: ['studio', 'latest'],
    queryFn: ({ signal }) => listJobs({ medium: undefined, status: 'completed' }, undefined, signal),
  });
  const jobs = data?.jobs.slice(0, SHOWN) ?? [];
  if (isPending) return <div className="home-later" />;
  if (jobs.length === 0) return children;
  return (
    <>
      <section className="home-section home-latest" aria-labelledby="latest">
        <h2 id="latest">Your latest results</h2>
        <ul className="home-wall">
          {jobs.map((job) => (
            <li
              key={job.job_id}
              className="home-tile"
              style={
                { '--shape': shapeOf({ width: job.width ?? 1, height: job.height ?? 1 }) } as CSSProperties
              }
            >
              <Link href={`/studio?job=${job.job_id}`} aria-label={`Open: ${job.prompt ?? ''}`}>
                <RetriedImage
                  src={previewPath(job, 512)}
                  alt=""
                  loading="lazy"
                  isOfVideo={job.frames !== undefined}
                />
              </Link>
              {job.demonstration && <DemonstrationMark />}
            </li>
          ))}
        </ul>
      </section>
      {children}
    </>
  );
}
