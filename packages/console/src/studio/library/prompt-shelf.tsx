import { libraryNameMax, type StudioTemplate } from '@kinora/contract';
import { Button, Group, Modal, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '../../frame/failure.tsx';
import { changeDraft, readDraft } from '../settings/use-draft.ts';
import NameDialog from './name-dialog.tsx';
import classes from './prompt-shelf.module.css';
import { SearchField } from './search-field.tsx';
import {
  deleteTemplate,
  listPrompts,
  renameTemplate,
  saveTemplate,
  templatesQuery,
} from './template-calls.ts';
import { applyTemplate, templateOf } from './template-draft.ts';

interface PromptShelfProps {
  readonly onClose: () => void;
}

/** The prompts of the last seven days and the templates: one press takes one into the draft. */
export default function PromptShelf({ onClose }: PromptShelfProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Prompts and templates"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Templates onClose={onClose} />
      <RecentPrompts onClose={onClose} />
    </Modal>
  );
}

function Templates({ onClose }: PromptShelfProps) {
  const { data, error } = useQuery(templatesQuery);
  const [typed, setTyped] = useState('');
  const saving = useMutation({
    mutationFn: () => saveTemplate(typed.trim(), templateOf(readDraft())),
    onSuccess: () => setTyped(''),
  });
  return (
    <section className={classes.part} aria-label="Templates">
      <h3>Templates</h3>
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          A template has the prompt and every setting of the order that you are writing, but not its image.
        </Text>
      )}
      <ul className={classes.list}>
        {data?.map((template) => (
          <TemplateItem key={template.id} template={template} onClose={onClose} />
        ))}
      </ul>
      <Failure error={error ?? saving.error} />
      <form
        className={classes.save}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') saving.mutate();
        }}
      >
        <TextInput
          aria-label="Name of the new template"
          placeholder="Name of the new template"
          maxLength={libraryNameMax}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={saving.isPending}>
          Save the draft
        </Button>
      </form>
    </section>
  );
}

function TemplateItem({ template, onClose }: PromptShelfProps & { readonly template: StudioTemplate }) {
  const { id, name, draft } = template;
  const [isNaming, setNaming] = useState(false);
  const deleting = useMutation({ mutationFn: () => deleteTemplate(id) });
  return (
    <li className={classes.item}>
      <UnstyledButton
        className={classes.pick ?? ''}
        onClick={() => {
          applyTemplate(template);
          onClose();
        }}
      >
        <bdi>{name}</bdi>
        <span className={classes.about} dir="auto">
          {draft.prompt}
        </span>
      </UnstyledButton>
      <Group gap={0} wrap="nowrap">
        <button
          type="button"
          className={classes.change}
          aria-label={`Rename ${name}`}
          onClick={() => setNaming(true)}
        >
          <Pencil size={16} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={classes.change}
          aria-label={`Delete ${name}`}
          disabled={deleting.isPending}
          onClick={() => deleting.mutate()}
        >
          <Trash2 size={16} aria-hidden="true" />
        </button>
      </Group>
      {isNaming && (
        <NameDialog
          title="Rename the template"
          name={name}
          onSave={(typed) => renameTemplate(id, typed)}
          onClose={() => setNaming(false)}
        />
      )}
    </li>
  );
}

function RecentPrompts({ onClose }: PromptShelfProps) {
  const [words, setWords] = useState('');
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['studio', 'prompts', words],
    queryFn: ({ pageParam, signal }) => listPrompts(words, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
  });
  const prompts = data?.pages.flatMap((page) => page.prompts) ?? [];
  return (
    <section className={classes.part} aria-label="Prompts of the last 7 days">
      <h3>Prompts of the last 7 days</h3>
      <SearchField label="Search your prompts" words={words} onChange={setWords} />
      <Failure error={error} />
      {prompts.length === 0 && !isFetching && error === null && (
        <Text size="sm" c="dimmed" role="status">
          {words === '' ? 'You have ordered nothing in the last 7 days.' : 'No prompt has these words.'}
        </Text>
      )}
      <ul className={classes.list}>
        {prompts.map(({ job_id: id, prompt }) => (
          <li key={id} className={classes.item}>
            <UnstyledButton
              className={classes.pick ?? ''}
              dir="auto"
              onClick={() => {
                changeDraft({ prompt });
                onClose();
              }}
            >
              {prompt}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" size="xs" loading={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}
