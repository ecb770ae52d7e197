import { Film, ImageOff } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import classes from './retried-image.module.css';

/** After these it is only loaded again when the person looks, or the network is back. */
const DELAYS_MS = [1_000, 3_000, 9_000, 27_000];

interface RetriedImageProps extends ComponentProps<'img'> {
  readonly src: string;
  readonly isOfVideo?: boolean;
}

/** An image that is loaded again if that failed, and says so meanwhile. Another address needs another `key`. */
export function RetriedImage({ isOfVideo = false, loading, ...image }: RetriedImageProps) {
  const [hasFailed, setFailed] = useState(false);
  const { attempt, isLast, failAgain } = useAttempts(hasFailed);
  const Missing = isOfVideo ? Film : ImageOff;
  return (
    <>
      {hasFailed && (
        <span className={classes.missing}>
          <Missing size={28} aria-hidden="true" />
          The {isOfVideo ? 'preview' : 'image'}{' '}
          {isLast ? 'cannot be loaded.' : 'did not load; trying again …'}
        </span>
      )}
      {/* biome-ignore lint/a11y/useAltText: the caller gives it. */}
      <img
        key={attempt}
        {...image}
        // An image that is hidden, and lazy, is never loaded.
        loading={hasFailed ? 'eager' : loading}
        hidden={hasFailed}
        onLoad={() => setFailed(false)}
        onError={() => {
          setFailed(true);
          failAgain();
        }}
      />
    </>
  );
}

function useAttempts(hasFailed: boolean) {
  const [attempt, setAttempt] = useState(0);
  const [failures, setFailures] = useState(0);
  const delay = DELAYS_MS[failures - 1];
  useEffect(() => {
    if (!hasFailed) return;
    const retry = (): void => setAttempt((before) => before + 1);
    const look = (): void => {
      if (document.visibilityState === 'visible') retry();
    };
    // Images of a page are not all loaded again at the same moment.
    const timer = delay === undefined ? undefined : setTimeout(retry, delay * (0.8 + 0.4 * Math.random()));
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', retry);
    };
  }, [hasFailed, delay]);
  return {
    attempt,
    isLast: failures > DELAYS_MS.length,
    failAgain: () => setFailures((before) => before + 1),
  };
}
