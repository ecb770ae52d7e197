import type { ConsoleWork, ConsoleWorkList } from '@kinora/contract';
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { Link } from 'wouter';
import { callConsole } from '../api/call.ts';
import { OpenedWork } from '../explore/opened-work.tsx';
import { firstWorks } from '../frame/first-view.ts';
import { DemonstrationMark } from '../value/demonstration.tsx';
import { PlayingVideo, useMotionAllowed } from '../value/playing-video.tsx';
import { RetriedImage } from '../value/retried-image.tsx';
import { shapeOf } from '../value/work-shape.ts';

/** As the server draws them; a page of the works. */
const WALL_MAX = 12;
/** So many of the first row are not waited for until they come near. */
const EAGER = 4;
/** A phone decodes so many at once without a stutter; the others play while they are pointed at. */
const PLAYING_MAX = 3;

/** The newest published works; none while they are pending, or if they cannot be had. */
export function useWall(): { readonly works: readonly ConsoleWork[]; readonly isPending: boolean } {
  const { data, isPending } = useQuery({
    queryKey: ['works', 'wall'],
    queryFn: ({ signal }) => callConsole<ConsoleWorkList>(`/works?limit=${WALL_MAX}`, { signal }),
    ...(firstWorks !== undefined && { initialData: { works: firstWorks.works.slice(0, WALL_MAX) } }),
    // A tile that is replaced moves the others.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  return { works: data?.works ?? [], isPending };
}

/** What people made here, each as it is. */
export function Wall({ works }: { readonly works: readonly ConsoleWork[] }) {
  const [openId, setOpenId] = useState<string>();
  const [isStill, setStill] = useStill();
  const moves = useMotionAllowed() && works.some(isVideo);
  const playing = new Set(works.filter(isVideo).slice(0, PLAYING_MAX));
  return (
    <section className="home-published" aria-labelledby="published">
      <h2 id="published">Published lately</h2>
      <ul className="home-wall">
        {works.map((work, at) => (
          <li key={work.id} className="home-tile" style={{ '--shape': shapeOf(work) } as CSSProperties}>
            <button type="button" onClick={() => setOpenId(work.id)}>
              <Picture work={work} isFirst={at < EAGER} isPaused={isStill} playsAlone={playing.has(work)} />
              {work.demonstration && <DemonstrationMark />}
              {isVideo(work) && (
                <span className="home-length">
                  <span aria-hidden="true">▶</span> <VisuallyHidden>Video, </VisuallyHidden>
                  {Math.round(work.duration ?? 0)} s
                </span>
              )}
              <span className="home-caption" dir="auto">
                {work.prompt}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="home-under">
        <Link href="/explore" className="home-more">
          Explore everything that is published
        </Link>
        {moves && (
          <button type="button" aria-pressed={isStill} onClick={() => setStill(!isStill)}>
            Stop the videos
          </button>
        )}
      </div>
      <OpenedWork id={openId} works={works} onClose={() => setOpenId(undefined)} />
    </section>
  );
}

const isVideo = ({ kind }: ConsoleWork): boolean => kind === 'video';

interface PictureProps {
  readonly work: ConsoleWork;
  readonly isFirst: boolean;
  readonly isPaused: boolean;
  readonly playsAlone: boolean;
}

function Picture({ work, isFirst, isPaused, playsAlone }: PictureProps) {
  const { kind, url, preview_url: preview, width, height } = work;
  const loading = isFirst ? 'eager' : 'lazy';
  if (kind === 'video') {
    return (
      <PlayingVideo
        src={url}
        poster={preview}
        label=""
        width={width}
        height={height}
        plays={playsAlone ? 'in-view' : 'on-hover'}
        isPaused={isPaused}
        loading={loading}
      />
    );
  }
  if (preview === null) return null;
  return <RetriedImage src={preview} alt="" loading={loading} width={width} height={height} />;
}

const STILL = 'kinora-still';

/** Whether the person stopped what plays by itself; remembered in this browser. */
function useStill(): [boolean, (isStill: boolean) => void] {
  const [isStill, setStill] = useState(() => localStorage.getItem(STILL) === 'yes');
  const change = (next: boolean): void => {
    if (next) localStorage.setItem(STILL, 'yes');
    else localStorage.removeItem(STILL);
    setStill(next);
  };
  return [isStill, change];
}
