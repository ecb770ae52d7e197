import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { sessionQuery } from '../api/session.ts';
import { EndOfFirstView, firstWorks } from '../frame/first-view.ts';
import { service } from '../frame/service.ts';
import { pricesInALine, whatIsFree } from '../pricing/prices-in-a-line.ts';
import { pricingQuery } from '../pricing/pricing-query.ts';
import './home.css';
import { PromptBox } from './prompt-box.tsx';
import { useWall, Wall } from './wall.tsx';

const LatestResults = lazy(async () => ({
  default: (await import('./latest-results.tsx')).LatestResults,
}));
const ForPrograms = lazy(async () => ({ default: (await import('./for-programs.tsx')).ForPrograms }));

/** What the service makes, and the place to ask for something. */
export function HomePage() {
  const { data: session, isPending } = useQuery(sessionQuery);
  const wall = useWall();
  const below = (
    <>
      {wall.works.length > 0 && <Wall works={wall.works} />}
      <section className="home-section home-programs" aria-labelledby="programs">
        <h2 id="programs">From a program, or an agent</h2>
        <Suspense fallback={null}>
          <ForPrograms />
        </Suspense>
      </section>
    </>
  );
  // Nothing is drawn that what comes later would push down.
  const isKnown = firstWorks !== undefined || !(isPending || wall.isPending);
  return (
    <>
      <EndOfFirstView />
      <section className="home-hero">
        <h1 className="home-headline">{service.headline}</h1>
        <p className="home-lead">{service.description}</p>
        <PromptBox />
        <PriceLine />
      </section>
      {isKnown && session?.signed_in ? (
        <Suspense fallback={<div className="home-later" />}>
          <LatestResults>{below}</LatestResults>
        </Suspense>
      ) : isKnown ? (
        below
      ) : (
        <div className="home-later" />
      )}
    </>
  );
}

/** Has its place before it is known. */
function PriceLine() {
  const { data, isPending } = useQuery(pricingQuery);
  return (
    <p className="home-prices">
      {data !== undefined && `${whatIsFree(data)} ${pricesInALine(data.models)} `}
      {!isPending && <Link href="/pricing">See the prices</Link>}
    </p>
  );
}
