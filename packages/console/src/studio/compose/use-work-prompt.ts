import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { workQuery } from '../../explore/use-works.ts';
import { changeDraft, chooseKind } from '../settings/use-draft.ts';

/** Takes the prompt and the kind of the work in the address, `/studio?work=<id>`, to which the explore page links. */
export function useWorkPrompt(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const id = new URLSearchParams(window.location.search).get('work');
    if (id === null) return;
    void navigate({ to: '/studio', replace: true } as never);
    queryClient.fetchQuery(workQuery(id)).then(
      ({ prompt, kind }) => {
        chooseKind(kind);
        changeDraft({ prompt });
      },
      ({ message }: Error) => notifications.show({ message }),
    );
  }, [navigate]);
}
