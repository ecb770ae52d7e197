import type { JobQuoteView } from '@kinora/contract';
import { ActionIcon, Button, Group, Kbd, Loader, Stack, Text } from '@mantine/core';
import { useDisclosure, useOs } from '@mantine/hooks';
import { ArrowUp, ImagePlus, SlidersHorizontal, Sparkles } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { PromptShelfButton } from '../library/prompt-shelf-button.tsx';
import { isOfTypes, isVideo, needsSource, takesAvoided } from '../settings/draft.ts';
import { firstLocked } from '../settings/first-locked.ts';
import { ModelPicker } from '../settings/model-picker.tsx';
import { nameOf, OperationPicker } from '../settings/operation-picker.tsx';
import { PlanLink } from '../settings/plan-link.tsx';
import { SeedField } from '../settings/seed-field.tsx';
import { SizeFields } from '../settings/size-fields.tsx';
import { SourceField } from '../source/source-field.tsx';
import { AgeField } from './age-field.tsx';
import { AvoidField } from './avoid-field.tsx';
import classes from './composer.module.css';
import { PayChoice } from './pay-choice.tsx';
import { PriceLine } from './price-line.tsx';
import { isFree, priceOf } from './price-of.ts';
import { PromptField } from './prompt-field.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { type Composer, VARIANTS } from './use-composer.ts';
import { isShort } from './use-ways.ts';

const Drawer = lazy(() => import('./drawer.ts'));
// Loaded for a model with sizes of its own.
const ModelFields = lazy(() => import('../settings/model-fields.tsx'));
const Shortage = lazy(() => import('./shortage.tsx'));

interface ComposerProps {
  readonly composer: Composer;
}

/** The composer of a wide screen: everything in one column beside the gallery. */
export function WideComposer({ composer }: ComposerProps) {
  const { draft, quote, send } = composer;
  return (
    <section className={classes.wide} aria-label="New order">
      <OperationPicker operation={draft.operation} />
      <Prompt composer={composer} isCompact={false} />
      <Settings composer={composer} />
      <div className={classes.action}>
        <Outcome composer={composer} />
        <Button
          ref={composer.generate}
          fullWidth
          size="md"
          leftSection={
            composer.isSending ? (
              <Loader size={18} color="currentColor" />
            ) : (
              <Sparkles size={18} aria-hidden="true" />
            )
          }
          onClick={() => send(1)}
        >
          Generate
        </Button>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Button variant="default" size="xs" onClick={() => send(VARIANTS)}>
            Make {VARIANTS} variants{costOf(quote.data, VARIANTS)}
          </Button>
          <SendKeys />
        </Group>
      </div>
    </section>
  );
}

/** The composer of a phone: the prompt and the button within reach of the thumb, the settings in a drawer. */
export function CompactComposer({ composer }: ComposerProps) {
  const { draft, quote, send, isOfAge } = composer;
  const [isOpen, { open, close }] = useDisclosure(false);
  const { data } = quote;
  const needsImage = needsSource(draft.operation) && draft.source === undefined;
  const isPriced = composer.ways.shown.length < 2;
  const price =
    data === undefined ? '' : ` · ${data.width} × ${data.height}${isPriced ? ` · ${priceOf(data)}` : ''}`;
  const isPricing = data === undefined && !quote.isError && isOfAge && !needsImage;
  const Opener = needsImage ? ImagePlus : SlidersHorizontal;
  return (
    <section className={classes.compact} aria-label="New order">
      <RefusalNote />
      {!isOfAge && <AgeField field={composer.age} />}
      {quote.isError && <PriceLine composer={composer} />}
      <Missing text={composer.missing} />
      <PressNote composer={composer} />
      <OperationPicker operation={draft.operation} isCompact />
      <Button
        fullWidth
        variant="default"
        size="sm"
        leftSection={<Opener size={16} aria-hidden="true" />}
        onClick={open}
      >
        {needsImage ? 'Add an image' : (draft.model?.title ?? nameOf(draft.operation))}
        {!needsImage && price}
        {isPricing && ' · getting the price …'}
      </Button>
      <PayChoice ways={composer.ways} me={composer.terms.me} isCompact />
      <MissingMoney composer={composer} />
      <div className={classes.row}>
        {draft.source !== undefined && needsSource(draft.operation) && (
          <img className={classes.thumb} src={draft.source.previewUrl} alt="" />
        )}
        <div className={classes.prompt}>
          <Prompt composer={composer} isCompact />
        </div>
        <ActionIcon
          ref={composer.generate}
          size={44}
          radius="xl"
          variant="filled"
          aria-label="Generate"
          onClick={() => send(1)}
        >
          {composer.isSending ? (
            <Loader size={22} color="currentColor" />
          ) : (
            <ArrowUp size={22} aria-hidden="true" />
          )}
        </ActionIcon>
      </div>
      {isOpen && (
        <Suspense>
          <Drawer opened onClose={close} position="bottom" size="85%" title="Settings">
            <Stack gap="lg">
              <PromptShelfButton />
              <Settings composer={composer} />
              <PriceLine composer={composer} />
              <PayChoice ways={composer.ways} me={composer.terms.me} />
              <Button
                variant="default"
                onClick={() => {
                  close();
                  send(VARIANTS);
                }}
              >
                Make {VARIANTS} variants{costOf(quote.data, VARIANTS)}
              </Button>
            </Stack>
          </Drawer>
        </Suspense>
      )}
    </section>
  );
}

function Prompt({ composer, isCompact }: ComposerProps & { readonly isCompact: boolean }) {
  const { draft, prompt, send } = composer;
  return (
    <>
      <PromptField
        operation={draft.operation}
        prompt={draft.prompt}
        isCompact={isCompact}
        field={prompt}
        onSend={() => send(1)}
      />
      {!isCompact && <PromptShelfButton />}
    </>
  );
}

function Settings({ composer }: ComposerProps) {
  const { draft, terms, models, refusal, setRefusal, lastSeed } = composer;
  return (
    <>
      {takesAvoided(draft) && <AvoidField avoided={draft.avoided} />}
      {needsSource(draft.operation) && (
        <SourceField source={draft.source} refusal={refusal} onRefusal={setRefusal} />
      )}
      {models !== undefined && <ModelPicker draft={draft} models={models} terms={terms} />}
      {draft.model === undefined || isOfTypes(draft) ? (
        <SizeFields draft={draft} terms={terms} />
      ) : (
        <Suspense>
          <ModelFields draft={draft} model={draft.model} />
        </Suspense>
      )}
      <SeedField seed={draft.seed} lastSeed={lastSeed} />
      <Locked draft={draft} terms={terms} models={models} />
    </>
  );
}

/** What a plan would unlock, with the way to it. */
function Locked({ draft, terms, models }: Pick<Composer, 'draft' | 'terms' | 'models'>) {
  const { me, plans } = terms;
  const model = models?.find(({ lockedBy }) => lockedBy !== undefined);
  const larger = isVideo(draft.operation)
    ? undefined
    : plans.find(({ limits }) => limits.image_longest_side > me.limits.image_longest_side);
  if (larger === undefined && model === undefined) return null;
  const isFree = me.tier === 'free' && plans.length > 0;
  return (
    <Text size="xs" c="dimmed">
      {isFree
        ? 'What is not free is paid from a balance, or with the credits of a plan.'
        : larger !== undefined
          ? `Larger images come with ${larger.title}.`
          : `${model?.title} comes with ${model?.lockedBy}.`}{' '}
      <PlanLink wanted={firstLocked(draft, terms, models)}>See the plans</PlanLink>
    </Text>
  );
}

/** What several orders cost together; nothing where each is free. */
const costOf = (quote: JobQuoteView | undefined, orders: number): string =>
  quote === undefined || isFree(quote) ? '' : ` · ${priceOf(quote, orders)}`;

/** What an order would give and cost, and what stands in its way. */
function Outcome({ composer }: ComposerProps) {
  const { isOfAge, age, missing } = composer;
  return (
    <>
      <RefusalNote />
      {isOfAge ? <PriceLine composer={composer} /> : <AgeField field={age} />}
      <PayChoice ways={composer.ways} me={composer.terms.me} />
      <MissingMoney composer={composer} />
      <Missing text={missing} />
      <PressNote composer={composer} />
    </>
  );
}

/** Loaded when the means do not suffice. */
function MissingMoney({ composer }: ComposerProps) {
  if (!isShort(composer.ways, composer.terms.me)) return null;
  return (
    <Suspense>
      <Shortage composer={composer} />
    </Suspense>
  );
}

function Missing({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {text}
    </Text>
  );
}

/** What became of a press that waited for the price. */
function PressNote({ composer: { note } }: ComposerProps) {
  if (note === undefined) return null;
  return (
    <Text size="sm" fw={600} role="alert">
      {note}
    </Text>
  );
}

function SendKeys() {
  const os = useOs();
  return (
    <Text size="xs" c="dimmed">
      <Kbd size="xs">{os === 'macos' ? '⌘' : 'Ctrl'}</Kbd> <Kbd size="xs">Enter</Kbd>
    </Text>
  );
}
