import { Text } from '@mantine/core';
import { useState } from 'react';
import { mayNeverEnd, type Retention, retentionBounds, retentionKinds } from '#domain/platform/retention.ts';
import { useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { NumberTextInput, type TypedNumber } from '#web/ui/inputs/number-text-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { changeRetention, getRetention } from '../contract.ts';

/** How long the platform stores data that only grows. */
export function RetentionForm() {
  const stored = useRead(getRetention, {});
  if (stored.status === 'failed') return <ErrorState failure={stored.failure} onRetry={stored.retry} />;
  return stored.data ? <Fields stored={stored.data} /> : <CardSkeleton height={360} />;
}

type Draft = Partial<Record<keyof Retention, TypedNumber>>;

function Fields({ stored }: { stored: Retention }) {
  const t = useTranslation('admin');
  const format = useFormat();
  const [draft, setDraft] = useState<Draft>({});
  const write = useWrite(changeRetention, { toast: t('retentionSaved'), onDone: () => setDraft({}) });
  const changed = retentionKinds.filter((kind) => kind in draft && draft[kind] !== stored[kind]);
  const form = {
    isDirty: changed.length > 0,
    pending: write.pending,
    save: async () => {
      // What is no number is sent as well: the server names the field.
      const changes = Object.fromEntries(changed.map((kind) => [kind, draft[kind]]));
      await write.send(changes as Partial<Retention>);
    },
    discard: () => {
      setDraft({});
      write.reset();
    },
    others: () => [],
  };
  return (
    <SaveBarForm form={form} label={t('retention')}>
      <Card title={t('retention')}>
        <Text c="dimmed" mb={12}>
          {t('retentionHint')}
        </Text>
        <FieldGrid>
          {retentionKinds.map((kind) => {
            const { least, most } = retentionBounds[kind];
            const bounds = { least: format.number(least), most: format.number(most) };
            return (
              <NumberTextInput
                key={kind}
                label={t(`stored.${kind}`)}
                description={t(mayNeverEnd(kind) ? 'retentionOrNever' : 'retentionBounds', bounds)}
                value={kind in draft ? draft[kind] : stored[kind]}
                onChange={(days) => setDraft((before) => ({ ...before, [kind]: days }))}
                error={write.fieldErrors[kind]}
                inputMode="numeric"
                rightSection={t('days')}
                rightSectionWidth={60}
              />
            );
          })}
        </FieldGrid>
      </Card>
    </SaveBarForm>
  );
}
