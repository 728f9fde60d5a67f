import { Button, Switch } from '@mantine/core';
import { Suspense, useState } from 'react';
import { type HourPair, halfHourLabel } from '#domain/settings/half-hours.ts';
import { getSettings, updateSettings } from '#features/company/settings-contract.ts';
import { useRead, useWrite } from '#web/api.ts';
import { useUnsavedGuard } from '#web/editing/use-unsaved-guard.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { useUser } from '#web/session.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import classes from './settings.module.css';

// Most companies send at any time.
const HoursSlider = lazy(async () => ({ default: (await import('../hours-slider.tsx')).HoursSlider }));

/** Chooses the hours in which actions without their own send emails and texts. */
export function SendingHoursCard() {
  const t = useTranslation('automations');
  const settings = useRead(getSettings, { subscriberId: useUser().subscriber_id });
  return (
    <Card title={t('set.hours')}>
      <p className={classes.hint}>{t('set.hoursHint')}</p>
      {settings.status === 'failed' && <ErrorState failure={settings.failure} onRetry={settings.retry} />}
      {settings.status === 'loading' && <LinesSkeleton lines={2} />}
      {settings.data && (
        <Hours key={String(settings.data.sending_hours)} stored={settings.data.sending_hours} />
      )}
    </Card>
  );
}

/** From 8:00 am to 8:00 pm, as an action's own. */
const initialHours: HourPair = [16, 40];

function Hours({ stored }: { stored: HourPair | null }) {
  const t = useTranslation('automations');
  const web = useTranslation('web');
  const format = useFormat();
  const { subscriber_id: subscriberId } = useUser();
  const [pair, setPair] = useState<HourPair | null>(stored);
  const write = useWrite(updateSettings, { toast: () => t('set.hoursSaved') });
  const isDirty = String(pair) !== String(stored);
  useUnsavedGuard(isDirty);
  return (
    <form
      className={classes.list}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty) void write.send({ subscriberId, sending_hours: pair });
      }}
    >
      <Switch
        label={t('set.hoursSwitch')}
        checked={pair !== null}
        disabled={write.pending}
        onChange={(event) => setPair(event.currentTarget.checked ? (stored ?? initialHours) : null)}
      />
      {pair && (
        <>
          <Suspense fallback={<LinesSkeleton lines={1} />}>
            <HoursSlider value={pair} onChange={setPair} disabled={write.pending} />
          </Suspense>
          <p className={classes.chosen} aria-live="polite">
            {t('hours', { from: halfHourLabel(pair[0], format), to: halfHourLabel(pair[1], format) })}
          </p>
        </>
      )}
      {isDirty && (
        <div className={classes.buttons}>
          <Button variant="default" disabled={write.pending} onClick={() => setPair(stored)}>
            {web('discard')}
          </Button>
          <Button type="submit" loading={write.pending}>
            {web('save')}
          </Button>
        </div>
      )}
    </form>
  );
}
