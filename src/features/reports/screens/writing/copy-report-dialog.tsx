import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { addressLines } from '#domain/base/addresses.ts';
import type { CopyExtent } from '#domain/reports/operations/copy-ops.ts';
import { type AppointmentRow, listAppointments } from '#features/appointments/list-contract.ts';
import { useRead, useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { toast } from '#web/toast.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { copyReport } from '../../copy-contract.ts';
import { DialogButtons } from '../parts/dialog-buttons.tsx';
import { useEditorTools } from '../work/use-report-editor.ts';

/** Copies the report to another appointment, and opens the copy. */
export function CopyReportDialog({ appointmentId, onClose }: { appointmentId: string; onClose: () => void }) {
  const t = useTranslation('reports');
  const { editor, reportId } = useEditorTools();
  const navigate = useNavigateTo();
  const form = useId();
  const [target, setTarget] = useState('');
  const [extent, setExtent] = useState<CopyExtent>('answers');
  const write = useWrite(copyReport, {
    toast: t('edit.reportCopied'),
    onDone: ({ report_id }) => {
      onClose();
      navigate(`/edit-report/${report_id}`);
    },
  });
  async function copy() {
    if (!(await editor.flush())) return toast(t('edit.needsConnection'), { kind: 'error' });
    await write.send({ id: reportId, appointmentId: target, extent });
  }
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('edit.copyReport')}
      locked={write.pending}
      footer={
        <DialogButtons
          label={t('edit.copy')}
          isPending={write.pending}
          disabled={target === ''}
          form={form}
        />
      }
    >
      <Stack
        component="form"
        id={form}
        gap="md"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (target !== '') void copy();
        }}
      >
        <Targets without={appointmentId} target={target} onTarget={setTarget} />
        <Radio.Group
          label={t('edit.copyExtent')}
          value={extent}
          onChange={(value) => setExtent(value as CopyExtent)}
        >
          {(['structure', 'answers', 'photos'] as const).map((one) => (
            <Radio key={one} value={one} label={t(`edit.extent.${one}`)} py={10} />
          ))}
        </Radio.Group>
      </Stack>
    </GuardedDialog>
  );
}

function Targets(props: { without: string; target: string; onTarget: (id: string) => void }) {
  const t = useTranslation('reports');
  const [text, setText] = useState('');
  const filter =
    text.trim() === '' ? { tab: 'upcoming' as const } : { tab: 'all' as const, text: text.trim() };
  const { data, status, failure, retry } = useRead(
    listAppointments,
    { ...filter, perPage: 6 },
    { keep: true },
  );
  const rows = (data?.pageData ?? []).filter((row) => row.id !== props.without && row.status !== 'canceled');
  return (
    <>
      <TextInput
        label={t('edit.copyTarget')}
        placeholder={t('edit.copyTargetHint')}
        value={text}
        maxLength={200}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {status === 'failed' && <ErrorState failure={failure} onRetry={retry} />}
      {status === 'loading' && <LinesSkeleton />}
      {data && rows.length === 0 && <Text c="dimmed">{t('edit.nothingFound')}</Text>}
      <Radio.Group aria-label={t('edit.copyTarget')} value={props.target} onChange={props.onTarget}>
        {rows.map((row) => (
          <Target key={row.id} row={row} />
        ))}
      </Radio.Group>
    </>
  );
}

function Target({ row }: { row: AppointmentRow }) {
  const format = useFormat();
  const { timezone } = useEditorTools();
  const clients = row.clients
    .map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim())
    .join(', ');
  const when = `${format.day(row.date_time, timezone)}, ${format.time(row.date_time, timezone)}`;
  return (
    <Radio
      value={row.id}
      label={addressLines(row).join(', ') || row.order_id}
      description={[when, clients].filter(Boolean).join(' · ')}
      py={8}
    />
  );
}
