import type { CatalogueDocument, OperatorPrices, PreviewedPrices } from '@kinora/contract';
import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiProblem, callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { isoOfLocal, LAST_TIME } from '../show/local-time.ts';
import type { DraftField } from './draft.ts';
import { type PriceChange, PricePreview } from './price-preview.tsx';
import { usePriceDraft } from './use-price-draft.ts';

interface EditPricesProps {
  /** The latest version, from which the change is made. */
  readonly base: OperatorPrices['versions'][number];
  readonly onClose: () => void;
}

interface Previewed {
  readonly change: PriceChange;
  readonly after: CatalogueDocument;
  readonly preview: PreviewedPrices;
}

/** Changes the prices of models, and plans: as fields, then as a preview of what changes for whom. */
export function EditPrices({ base, onClose }: EditPricesProps) {
  const draft = usePriceDraft(base.document);
  const [start, setStart] = useState('');
  const [previewed, setPreviewed] = useState<Previewed>();
  const { document: after, issues: wrong } = draft.read;
  const form = useRef<HTMLFormElement>(null);
  const preview = useMutation({
    async mutationFn(): Promise<Previewed> {
      const half = form.current?.querySelector<HTMLInputElement>('[type=datetime-local]')?.validity.badInput;
      if (half === true) {
        const issues = [{ path: 'starts_at', message: 'must be a date and a time' }];
        throw new ApiProblem(400, { issues }, null);
      }
      if (wrong.length > 0) throw new ApiProblem(400, { issues: wrong }, null);
      const change = {
        base_version: base.version,
        document: JSON.stringify(after),
        starts_at: start === '' ? null : isoOfLocal(start),
      };
      const body = { method: 'POST', body: change } as const;
      return { change, after, preview: await callConsole<PreviewedPrices>('/operator/prices/preview', body) };
    },
    onSuccess: setPreviewed,
  });
  const { issueOf, elsewhere } = placeIssues(preview.error, [
    ...draft.fields.map(({ path }) => path),
    'starts_at',
  ]);
  useEffect(() => {
    if (preview.error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [preview.error]);
  if (previewed !== undefined) {
    const back = () => setPreviewed(undefined);
    return <PricePreview {...previewed} onBack={back} onApplied={onClose} />;
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    preview.mutate();
  };
  return (
    <form onSubmit={submit} ref={form} noValidate>
      <Stack gap="lg">
        {Date.parse(base.starts_at) > Date.now() && (
          <Text size="sm" c="dimmed">
            These are the prices of version {base.version}, which starts <Time at={base.starts_at} />. A
            change of it starts later still.
          </Text>
        )}
        <Fields draft={draft} issueOf={issueOf} />
        <Start value={start} onChange={setStart} error={issueOf('starts_at')} />
        <Failure error={elsewhere} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Discard
          </Button>
          <Button type="submit" loading={preview.isPending}>
            Preview
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type IssueOf = (path: string) => string | undefined;

/** The issues of a refusal: those that stand at these fields, and what has to be said elsewhere. */
function placeIssues(error: Error | null, fields: readonly string[]) {
  const all = error instanceof ApiProblem ? error.issues : [];
  const issues = all.map(({ path, message }) => ({ path: path.replace(/^document\./, ''), message }));
  const issueOf: IssueOf = (path) => issues.find((issue) => issue.path === path)?.message;
  const other = issues.find(({ path }) => !fields.includes(path));
  const elsewhere = other === undefined ? (issues.length === 0 ? error : null) : new Error(other.message);
  return { issueOf, elsewhere };
}

interface FieldsProps {
  readonly draft: ReturnType<typeof usePriceDraft>;
  readonly issueOf: IssueOf;
}

function Fields({ draft, issueOf }: FieldsProps) {
  const { models, plans } = draft;
  const inputs = (fields: readonly DraftField[]) =>
    fields.map((field) => (
      <TextInput
        key={field.path}
        label={field.label}
        value={draft.textOf(field)}
        onChange={({ currentTarget }) => draft.type(field.path, currentTarget.value)}
        error={issueOf(field.path)}
        inputMode={field.kind === 'text' ? 'text' : 'decimal'}
        autoComplete="off"
      />
    ));
  const tierOf = (at: number, tier: string) => (
    <NativeSelect
      label="Tier of the job API"
      data={['pro', 'max']}
      value={tier}
      onChange={({ currentTarget: { value } }) => draft.setTier(at, value === 'max' ? 'max' : 'pro')}
    />
  );
  return (
    <>
      {models.map(({ title, unit, fields }) => (
        <Panel key={fields[0]?.path} title={title} lead={`US cents, for ${unit}.`}>
          <SimpleGrid cols={{ base: 2, md: 4 }}>{inputs(fields)}</SimpleGrid>
        </Panel>
      ))}
      <Text size="sm" c="dimmed">
        A plan includes so many images and video seconds in each month. Without a price it is sold no more;
        who has it keeps it at its price.
      </Text>
      {plans.map(({ title, tier, isNew, fields }, at) => (
        <Panel key={fields[0]?.path} title={title}>
          <SimpleGrid cols={{ base: 2, md: 4 }}>
            {inputs(fields)}
            {isNew && tierOf(at, tier)}
          </SimpleGrid>
        </Panel>
      ))}
      <Group>
        <Button variant="default" onClick={draft.addPlan}>
          Add a plan
        </Button>
        {plans.at(-1)?.isNew === true && (
          <Button variant="default" onClick={draft.removePlan}>
            Remove the new plan
          </Button>
        )}
      </Group>
    </>
  );
}

interface StartProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

function Start({ value, onChange, error }: StartProps) {
  const inUtc = (): string => `${isoOfLocal(value).slice(0, 16).replace('T', ' ')} UTC`;
  return (
    <Panel title="When it starts">
      <TextInput
        label="Starts at"
        description={value === '' ? 'Empty: as soon as it is applied, on all servers at once.' : inUtc()}
        type="datetime-local"
        max={LAST_TIME}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
        maw="20rem"
      />
    </Panel>
  );
}
