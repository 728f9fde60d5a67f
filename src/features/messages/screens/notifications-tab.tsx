import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { type Audience, audiences, slotPlaces } from '#domain/company/notification-slots.ts';
import { useRead } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { SaveFrame } from '#web/ui/feedback/save-frame.tsx';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { getNotificationSlots, type NotificationSlots } from '../slots-contract.ts';
import { SlotEditor } from './slot-editor.tsx';
import classes from './slots.module.css';
import { useSlotsForm } from './use-slots-form.ts';

/** The reminders that new appointments begin with: five for each audience, each before or after. */
export function NotificationsTab() {
  const slots = useRead(getNotificationSlots, {});
  if (slots.data) return <Form slots={slots.data} />;
  if (slots.status === 'failed') return <ErrorState failure={slots.failure} onRetry={slots.retry} />;
  return <CardSkeleton height={420} />;
}

function Form({ slots }: { slots: NotificationSlots }) {
  const t = useText('messages');
  const form = useSlotsForm(slots);
  const [audience, setAudience] = useState<Audience>('client');
  const places = slotPlaces.filter((place) => place.audience === audience);
  return (
    <SaveFrame form={form} label={t('title')}>
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
            <SlotEditor key={place.key} place={place} form={form} />
          ))}
        </div>
      </Card>
    </SaveFrame>
  );
}
