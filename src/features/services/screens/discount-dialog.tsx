import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { newerVersionIn } from '#web/editing/newer-version.ts';
import { NewerVersionNotice } from '#web/editing/newer-version-notice.tsx';
import { useTranslation } from '#web/i18n.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import type { Service } from '../contract.ts';
import { createDiscount, type DiscountCode, getDiscount, updateDiscount } from '../discount-contract.ts';
import { emptyDiscountDraft, parseDiscountDraft, toDiscountDraft } from './discount-draft.ts';
import { DiscountFields } from './discount-fields.tsx';
import { DiscountUses } from './discount-uses.tsx';
import classes from './discounts.module.css';

interface Props {
  /** The open code; `new` for a new one, null for none. */
  id: string | null;
  /** Null while loading. */
  services: readonly Service[] | null;
  onClose: () => void;
}

/**
 * Edits a discount code and lists its uses. Confirms before closing with unsaved changes; keeps the input if saving
 * fails.
 */
export function DiscountDialog({ id, services, onClose }: Props) {
  const t = useTranslation('services');
  const isNew = id === 'new';
  const read = useRead(getDiscount, { id: id ?? '' }, { enabled: id !== null && !isNew });
  const [opened, setOpened] = useState(read.data);
  if (read.data && !opened) setOpened(read.data);
  const body = { services, onClose };
  if (isNew) return <Editor {...body} stored={null} uses={null} />;
  if (opened) return <Editor {...body} stored={opened} uses={read.data?.uses ?? opened.uses} />;
  return (
    <GuardedDialog opened={id !== null} onClose={onClose} title={t('codes.edit')} width={640}>
      {read.status === 'failed' ? (
        <ErrorState failure={read.failure} onRetry={read.retry} />
      ) : (
        <LinesSkeleton lines={8} />
      )}
    </GuardedDialog>
  );
}

interface EditorProps {
  stored: DiscountCode | null;
  uses: Parameters<typeof DiscountUses>[0]['uses'] | null;
  services: readonly Service[] | null;
  onClose: () => void;
}

function Editor({ stored, uses, services, onClose }: EditorProps) {
  const t = useTranslation('services');
  const web = useTranslation('web');
  const [first, setFirst] = useState(() => (stored ? toDiscountDraft(stored) : emptyDiscountDraft));
  const [draft, setDraft] = useState(first);
  const [rev, setRev] = useState(stored?.rev);
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const [late, setLate] = useState<DiscountCode | null>(null);
  const options = {
    toast: ({ code }: DiscountCode) => t('codes.saved', { code }),
    onDone: onClose,
    onFail: (failure: { type: string; details: Record<string, unknown> | null; fields: object }) => {
      const current = newerVersionIn<DiscountCode>(failure);
      if (current) setLate(current);
      return current !== null || Object.keys(failure.fields).length > 0;
    },
  };
  const create = useWrite(createDiscount, options);
  const update = useWrite(updateDiscount, options);
  const write = stored ? update : create;
  const errors: Record<string, string> = {
    ...write.fieldErrors,
    ...Object.fromEntries([...wrong].map((field) => [field, t('notANumber')])),
  };

  async function save(over?: DiscountCode) {
    const read = parseDiscountDraft(draft);
    setWrong(read.wrong);
    if (read.wrong.size > 0 || write.pending) return;
    setLate(null);
    if (!stored) await create.send(read.input);
    else await update.send({ ...read.input, id: stored.id, rev: over?.rev ?? rev });
  }

  function showNewer(newer: DiscountCode) {
    setFirst(toDiscountDraft(newer));
    setDraft(toDiscountDraft(newer));
    setRev(newer.rev);
    setLate(null);
  }

  const formId = 'discount-form';
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
      locked={write.pending}
      title={stored ? stored.code : t('codes.add')}
      width={680}
      footer={
        <>
          <CancelButton disabled={write.pending} />
          <Button type="submit" form={formId} loading={write.pending}>
            {web('save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        aria-label={t('codes.edit')}
        aria-busy={write.pending}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <fieldset disabled={write.pending} className={classes.fields}>
          {late && <NewerVersionNotice onShow={() => showNewer(late)} onSaveMine={() => void save(late)} />}
          <DiscountFields
            draft={draft}
            set={(patch) => setDraft((before) => ({ ...before, ...patch }))}
            errors={errors}
            services={services}
          />
        </fieldset>
      </form>
      {uses && <DiscountUses uses={uses} />}
    </GuardedDialog>
  );
}
