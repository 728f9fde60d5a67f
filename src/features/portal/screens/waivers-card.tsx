import { Button, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useRead, useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useSession, useUser } from '#web/session.ts';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { LazyDateField } from '#web/ui/inputs/lazy-date-field.tsx';
import { IconLockOpen } from '#web/ui/layout/icons.ts';
import { addWaiver, listWaivers, removeWaiver, type Waiver } from '../office-contract.ts';
import classes from './waivers-card.module.css';

/** Appointment card with the waived gates (which, by whom and why) and the form to waive one. */
export function WaiversCard({ appointmentId }: { appointmentId: string }) {
  const t = useTranslation('portal');
  const { actor } = useSession();
  const list = useRead(listWaivers, { id: appointmentId });
  const [isAdding, setAdding] = useState(false);
  const mayWaive = actor !== null && allows(actor, 'waive_gate');
  return (
    <section className={classes.card} aria-labelledby="waivers-card">
      <h2 id="waivers-card" className={classes.title}>
        {t('waivers.title')}
      </h2>
      <Text c="dimmed" fz="sm">
        {t('waivers.hint')} {mayWaive && t('waivers.mayWaive')}
      </Text>
      {list.status === 'loading' && <LinesSkeleton lines={1} />}
      {list.status === 'failed' && <ErrorState failure={list.failure} onRetry={list.retry} />}
      {list.data?.length === 0 && <EmptyLine>{t('waivers.none')}</EmptyLine>}
      {list.data?.map((waiver) => (
        <Row key={waiver.id} appointmentId={appointmentId} waiver={waiver} mayWaive={mayWaive} />
      ))}
      {mayWaive && (
        <Button
          variant="default"
          mt={12}
          leftSection={<IconLockOpen size={18} stroke={1.7} />}
          onClick={() => setAdding(true)}
        >
          {t('waivers.add')}
        </Button>
      )}
      {isAdding && <WaiveDialog appointmentId={appointmentId} onClose={() => setAdding(false)} />}
    </section>
  );
}

function Row(props: { appointmentId: string; waiver: Waiver; mayWaive: boolean }) {
  const { appointmentId, waiver, mayWaive } = props;
  const t = useTranslation('portal');
  const format = useFormat();
  const { timezone } = useUser();
  const remove = useWrite(removeWaiver);
  const by = t('waivers.by', { name: waiver.waived_by_name, date: format.date(waiver.waived_at, timezone) });
  const until = waiver.until
    ? ` · ${t('waivers.until', { date: format.dateTime(waiver.until, timezone) })}`
    : '';
  return (
    <div className={classes.row} data-row data-ended={!waiver.is_active || undefined}>
      <div className={classes.words}>
        <strong>{t(waiver.what === 'payment' ? 'waivers.payment' : 'waivers.agreement')}</strong>
        {!waiver.is_active && ` (${t('waivers.ended')})`}
        <div>{waiver.reason}</div>
        <div className={classes.dim}>
          {by}
          {until}
        </div>
      </div>
      {mayWaive && waiver.is_active && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={remove.pending}
          onClick={() => void remove.send({ id: appointmentId, waiverId: waiver.id })}
        >
          {t('waivers.restore')}
        </Button>
      )}
    </div>
  );
}

function WaiveDialog({ appointmentId, onClose }: { appointmentId: string; onClose: () => void }) {
  const t = useTranslation('portal');
  const write = useWrite(addWaiver, { onDone: onClose, toast: t('waivers.added') });
  const form = useRouteForm({
    initialValues: { what: 'payment' as 'payment' | 'agreement', reason: '', until: '' },
    write,
    toInput: ({ what, reason, until }) => ({ id: appointmentId, what, reason, ...(until ? { until } : {}) }),
  });
  const choices = [
    { value: 'payment', label: t('waivers.whatPayment') },
    { value: 'agreement', label: t('waivers.whatAgreement') },
  ];
  return (
    <GuardedDialog opened onClose={onClose} title={t('waivers.add')} locked={form.pending}>
      <Form of={form} label={t('waivers.add')}>
        <Stack gap={14}>
          <Select
            key={form.key('what')}
            {...form.getInputProps('what')}
            label={t('waivers.what')}
            data={choices}
            allowDeselect={false}
          />
          <Textarea
            key={form.key('reason')}
            {...form.getInputProps('reason')}
            label={t('waivers.reason')}
            autosize
            minRows={2}
            data-autofocus
            required
          />
          <LazyDateField key={form.key('until')} {...form.getInputProps('until')} label={t('waivers.end')} />
          <Button type="submit" loading={form.pending}>
            {t('waivers.save')}
          </Button>
        </Stack>
      </Form>
    </GuardedDialog>
  );
}
