import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { workQuery } from '../../explore/use-works.ts';
import { changeDraft, chooseOperation } from '../settings/use-draft.ts';

/** Takes the prompt and the medium of the work in the address, `/studio?work=<id>`, to which the explore page links. */
export function useWorkPrompt(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const id = new URLSearchParams(window.location.search).get('work');
    if (id === null) return;
    void navigate({ to: '/studio', replace: true } as never);
    queryClient.fetchQuery(workQuery(id)).then(
      ({ prompt, kind: medium }) => {
        chooseOperation(medium);
        changeDraft({ prompt });
      },
      ({ message }: Error) => notifications.show({ message }),
    );
  }, [navigate]);
}
