import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { sessionQuery } from '../api/session.ts';
import { Failure } from './failure.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageLoader } from './page-loader.tsx';
import { SecondFactorPage } from './second-factor-page.tsx';
import { signInAddress } from './sign-in-address.ts';

interface OnlyProps {
  readonly children: ReactNode;
}

/** Shows its content to a signed-in person, and sends everybody else to the sign-in page. */
export function SignedInOnly({ children }: OnlyProps) {
  const { data: session, error, refetch } = useQuery(sessionQuery);
  const isStranger = session?.signed_in === false;
  useEffect(() => {
    if (isStranger) window.location.assign(signInAddress());
  }, [isStranger]);
  // What is on the page stays there while the service cannot be asked again.
  if (session === undefined && error !== null)
    return <Failure error={error} onRetry={() => void refetch()} />;
  return session?.signed_in ? children : <PageLoader />;
}

/** Shows its content to operators with a second factor; for everybody else there is no such page. */
export function OperatorOnly({ children }: OnlyProps) {
  const { data: session } = useQuery(sessionQuery);
  if (session?.signed_in !== true) return <SignedInOnly>{null}</SignedInOnly>;
  if (!session.operator) return <NotFoundPage />;
  return session.second_factor ? children : <SecondFactorPage />;
}
