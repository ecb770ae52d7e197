import type { StudioAdvertisement } from '@kinora/contract';
import classes from './advertisement.module.css';

/** The one slot of the free tier: text, a link and an image of this server, and nothing that runs. */
export function Advertisement({ text, url, image }: StudioAdvertisement) {
  return (
    <aside className={classes.slot} aria-label="Advertisement">
      <span className={classes.label}>Advertisement</span>
      <a className={classes.link} href={url} target="_blank" rel="sponsored noopener noreferrer">
        {image !== undefined && (
          <img src={image.url} alt="" width={image.width} height={image.height} loading="lazy" />
        )}
        {text}
      </a>
    </aside>
  );
}
