import type { ConsoleWork, Medium, Size } from '@kinora/contract';
import type { CSSProperties } from 'react';
import { useWorks } from '../explore/use-works.ts';
import { DemonstrationMark } from '../value/demonstration.tsx';
import classes from './size-to-scale.module.css';

interface SizeToScaleProps {
  readonly sizes: readonly Size[];
  readonly chosen: Size;
  readonly medium: Medium;
}

/** The sizes of a shape to scale, the chosen one with what somebody published in about that shape, if anybody did. */
export function SizeToScale({ sizes, chosen, medium }: SizeToScaleProps) {
  const { works = [] } = useWorks('', 'all');
  const work = nearestWork(works, chosen, medium);
  const across = Math.max(...sizes.map(({ width }) => width));
  const down = Math.max(...sizes.map(({ height }) => height));
  return (
    <div className={classes.stage} aria-hidden="true">
      <div className={classes.sizes} style={{ '--shape': across / down } as CSSProperties}>
        {sizes.map((size) => (
          <div
            key={`${size.width}x${size.height}`}
            className={size === chosen ? `${classes.size} ${classes.chosen}` : classes.size}
            style={{ width: `${(100 * size.width) / across}%`, height: `${(100 * size.height) / down}%` }}
          >
            {size !== chosen && <span className={classes.name}>{`${size.width} × ${size.height}`}</span>}
            {size === chosen && work?.preview_url != null && (
              <>
                <img src={work.preview_url} alt="" />
                {work.demonstration && <DemonstrationMark />}
              </>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The newest of those whose shape is nearest, rather one of the same medium. */
function nearestWork(
  works: readonly ConsoleWork[],
  { width, height }: Size,
  medium: Medium,
): ConsoleWork | undefined {
  const distance = (work: ConsoleWork): number =>
    Math.abs(Math.log((work.width * height) / (work.height * width))) + (work.kind === medium ? 0 : 0.2);
  return works
    .filter(({ preview_url: preview }) => preview !== null)
    .sort((one, other) => distance(one) - distance(other))[0];
}
