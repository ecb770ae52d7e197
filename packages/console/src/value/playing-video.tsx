import { type RefObject, useEffect, useRef, useState } from 'react';
import classes from './playing-video.module.css';
import { RetriedImage } from './retried-image.tsx';

interface PlayingVideoProps {
  readonly src: string;
  /** The address of its preview; null where there is none, and the place stays plain. */
  readonly poster: string | null;
  /** What it shows; empty where the element around it says so. */
  readonly label: string;
  /** Pixels. They keep its place before anything is loaded. */
  readonly width: number;
  readonly height: number;
  /** `on-hover`: while the link or the button around it has the pointer or the focus. */
  readonly plays: 'in-view' | 'on-hover';
  /** Shows the preview alone. What plays by itself needs a way to stop it. */
  readonly isPaused?: boolean;
  readonly loading?: 'lazy' | 'eager';
}

/**
 * A preview over which its video plays, without sound and again and again, while it is in view or pointed at. It never
 * plays for a person who asked for less motion, or for less data. The video is on the page only while it plays, so that a
 * page of hundreds decodes only those.
 */
export function PlayingVideo(props: PlayingVideoProps) {
  const { src, poster, label, width, height, plays, isPaused = false, loading = 'lazy' } = props;
  const frame = useRef<HTMLSpanElement>(null);
  const isWanted = useWanted(frame, plays);
  const [broken, setBroken] = useState<string>();
  const isOn = isWanted && !isPaused && broken !== src;
  return (
    <span ref={frame} className={classes.frame} style={{ aspectRatio: `${width} / ${height}` }}>
      {poster !== null && (
        <RetriedImage src={poster} alt={label} loading={loading} width={width} height={height} isOfVideo />
      )}
      {isOn && <Playing key={src} src={src} onBroken={() => setBroken(src)} />}
    </span>
  );
}

/** The preview says what it shows, so assistive technology is not shown the same twice. */
function Playing({ src, onBroken }: { readonly src: string; readonly onBroken: () => void }) {
  const [isPlaying, setPlaying] = useState(false);
  return (
    <video
      className={classes.video}
      data-playing={isPlaying || undefined}
      src={src}
      muted
      loop
      autoPlay
      playsInline
      disablePictureInPicture
      aria-hidden="true"
      tabIndex={-1}
      onPlaying={() => setPlaying(true)}
      onError={onBroken}
    />
  );
}

/** So much of the place is in view: a video at the edge of the window does not begin. */
const SHOWN_FOR_PLAYING = 0.6;

function useWanted(frame: RefObject<HTMLElement | null>, plays: PlayingVideoProps['plays']): boolean {
  const [isWanted, setWanted] = useState(false);
  const isAllowed = useMotionAllowed();
  useEffect(() => {
    const element = frame.current;
    if (element === null || !isAllowed) return;
    const stop = plays === 'in-view' ? watchView(element, setWanted) : watchPointer(element, setWanted);
    return () => {
      stop();
      setWanted(false);
    };
  }, [frame, plays, isAllowed]);
  return isWanted;
}

function watchView(element: HTMLElement, onChange: (isInView: boolean) => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => onChange((entries.at(-1)?.intersectionRatio ?? 0) >= SHOWN_FOR_PLAYING),
    { threshold: SHOWN_FOR_PLAYING },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

function watchPointer(element: HTMLElement, onChange: (isPointedAt: boolean) => void): () => void {
  const target = element.closest('a, button') ?? element;
  const listening = new AbortController();
  const on = (events: readonly string[], isPointedAt: boolean): void => {
    for (const name of events) {
      target.addEventListener(name, () => onChange(isPointedAt), { signal: listening.signal });
    }
  };
  on(['mouseenter', 'focusin'], true);
  on(['mouseleave', 'focusout'], false);
  return () => listening.abort();
}

const REDUCED = '(prefers-reduced-motion: reduce)';

/** Whether something may move without having been asked to. */
export function useMotionAllowed(): boolean {
  const [isReduced, setReduced] = useState(() => matchMedia(REDUCED).matches);
  useEffect(() => {
    const query = matchMedia(REDUCED);
    const read = (): void => setReduced(query.matches);
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return !isReduced && !savesData();
}

/** Only some browsers say so. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
