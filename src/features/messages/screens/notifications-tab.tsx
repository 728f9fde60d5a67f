import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { type Audience, audiences, slotPositions } from '#domain/company/notification-slots.ts';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { getNotificationSlots, type NotificationSlots } from '../notification-slots-contract.ts';
import { ReminderEditor } from './kit/reminder-editor.tsx';
import classes from './kit/reminders.module.css';
import { useRemindersForm } from './use-reminders-form.ts';

/** The default reminders of new appointments: five per audience, each before or after. */
export function NotificationsTab() {
  const slots = useRead(getNotificationSlots, {});
  if (slots.data) return <Form slots={slots.data} />;
  if (slots.status === 'failed') return <ErrorState failure={slots.failure} onRetry={slots.retry} />;
  return <CardSkeleton height={420} />;
}

function Form({ slots }: { slots: NotificationSlots }) {
  const t = useTranslation('messages');
  const form = useRemindersForm(slots);
  const [audience, setAudience] = useState<Audience>('client');
  const places = slotPositions.filter((place) => place.audience === audience);
  return (
    <SaveBarForm form={form} label={t('title')}>
      <Card title={t('title')}>
        <p className={classes.intro}>{t('intro')}</p>
        <div className={classes.audiences}>
          <SegmentedControl
            aria-label={t('audience')}
            value={audience}
            onChange={(next) => setAudience(next as Audience)}
            data={audiences.map((each) => ({
              value: each,
              label: form.hasProblem(each) ? `${t(`to.${each}`)} !` : t(`to.${each}`),
            }))}
          />
        </div>
        <div className={classes.slots}>
          {places.map((place) => (
            <ReminderEditor key={place.key} place={place} form={form} />
          ))}
        </div>
      </Card>
    </SaveBarForm>
  );
}
