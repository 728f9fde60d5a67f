import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { asZone, type LocalDate, localDate, parseLocalDate } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { now } from '#web/clock.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useActor, useUser } from '#web/session.ts';
import { IconCalendarEvent, IconRefresh } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { CalendarWidget } from './calendar-widget.tsx';
import { rememberedView, rememberView, type View, viewNamed, views } from './views.ts';

const SubscribeDialog = lazy(async () => ({
  default: (await import('./subscribe-dialog.tsx')).SubscribeDialog,
}));

/** The calendar of all technicians: entries and free time. */
export function CalendarPage() {
  const t = useTranslation('calendar');
  const actor = useActor();
  const zone = asZone(useUser().timezone);
  const [{ date, view: asked }, setUrl] = useUrlState({ date: '', view: '' });
  // A shared address opens in its view, without changing the remembered one.
  const [remembered, setRemembered] = useState<View>(rememberedView);
  const [adding, setAdding] = useState(false);
  const today = localDate(now(), zone);
  const dateOf = (day: LocalDate) => (day === today ? '' : day);
  const mayAdd = allows(actor, 'edit_calendar');
  const height = Math.max(520, Math.min(globalThis.innerHeight - 300, 900));
  return (
    <>
      <PageHeader
        title={t('calendar')}
        actions={<SubscribeButton />}
        primary={
          mayAdd
            ? {
                label: t('newEvent'),
                icon: <IconCalendarEvent size={18} aria-hidden />,
                onClick: () => setAdding(true),
              }
            : undefined
        }
      />
      <CalendarWidget
        offered={views}
        view={viewNamed(asked) ?? remembered}
        onView={(next, on) => {
          rememberView(next);
          setRemembered(next);
          setUrl({ view: next, ...(on ? { date: dateOf(on) } : {}) });
        }}
        day={parseLocalDate(date) ?? today}
        onDay={(next) => setUrl({ date: dateOf(next) })}
        acceptEvents
        acceptActions
        height={height}
        adding={adding}
        onAdded={() => setAdding(false)}
      />
    </>
  );
}

function SubscribeButton() {
  const t = useTranslation('calendar');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('subscribe')}
      </Button>
      {isOpen && (
        <Suspense>
          <SubscribeDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
