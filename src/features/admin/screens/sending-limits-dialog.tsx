import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { sendingKinds } from '#domain/messages/sending-limits.ts';
import { useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { newerVersionIn } from '#web/editing/newer-version.ts';
import { NewerVersionNotice } from '#web/editing/newer-version-notice.tsx';
import { useTranslation } from '#web/i18n.ts';
import { NumberTextInput, type TypedNumber } from '#web/ui/inputs/number-text-input.tsx';
import { type SendingCompany, setSendingLimits } from '../sending-contract.ts';

type Draft = Record<(typeof sendingKinds)[number], TypedNumber>;

/** Sets what a company may send in an hour; an empty field leaves it to the rule. */
export function SendingLimitsDialog({ company, onClose }: { company: SendingCompany; onClose: () => void }) {
  const t = useTranslation('admin');
  const web = useTranslation('web');
  const [draft, setDraft] = useState<Draft>(company.set);
  const [rev, setRev] = useState(company.rev);
  const [late, setLate] = useState<SendingCompany | null>(null);
  const { send, pending, fieldErrors } = useWrite(setSendingLimits, {
    toast: t('sending.saved', { company: company.company_name }),
    onDone: onClose,
    onFail: (failure) => {
      const current = newerVersionIn<SendingCompany>(failure);
      if (current) setLate(current);
      return current !== null || Object.keys(failure.fields).length > 0;
    },
  });
  const save = async (over = rev) => {
    // A field that is not a number says so itself.
    if (pending || Object.values(draft).some((value) => typeof value === 'string')) return;
    setLate(null);
    await send({ id: company.id, ...(draft as SendingCompany['set']), rev: over });
  };
  const show = (newer: SendingCompany) => {
    setDraft(newer.set);
    setRev(newer.rev);
    setLate(null);
  };
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      locked={pending}
      title={t('sending.dialog', { company: company.company_name })}
      footer={
        <>
          <CancelButton disabled={pending} />
          <Button type="submit" form="sending-limits" loading={pending}>
            {web('save')}
          </Button>
        </>
      }
    >
      <form
        id="sending-limits"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="sm">
          {late && <NewerVersionNotice onShow={() => show(late)} onSaveMine={() => void save(late.rev)} />}
          <Text c="dimmed">{t('sending.hint')}</Text>
          {sendingKinds.map((kind) => (
            <NumberTextInput
              key={kind}
              label={t(`sending.${kind}`)}
              placeholder={t('sending.rule')}
              value={draft[kind]}
              error={fieldErrors[kind]}
              onChange={(next) => setDraft((old) => ({ ...old, [kind]: next }))}
            />
          ))}
        </Stack>
      </form>
    </GuardedDialog>
  );
}
