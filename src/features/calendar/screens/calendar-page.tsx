import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { asZone, localDate, parseLocalDate } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { now } from '#web/clock.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor, useUser } from '#web/session.ts';
import { IconCalendarEvent, IconRefresh } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { useUrlState } from '#web/use-url-state.ts';
import { CalendarWidget } from './calendar-widget.tsx';
import { rememberedView, rememberView, type View, views } from './views.ts';

const SubscribeDialog = lazy(async () => ({
  default: (await import('./subscribe-dialog.tsx')).SubscribeDialog,
}));

/** The calendar of all technicians: entries and free time. */
export function CalendarPage() {
  const t = useTranslation('calendar');
  const actor = useActor();
  const zone = asZone(useUser().timezone);
  const [view, setView] = useState<View>(rememberedView);
  const [{ date }, setUrl] = useUrlState({ date: '' });
  const [adding, setAdding] = useState(false);
  const today = localDate(now(), zone);
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
        view={view}
        onView={(next) => {
          rememberView(next);
          setView(next);
        }}
        day={parseLocalDate(date) ?? today}
        onDay={(next) => setUrl({ date: next === today ? '' : next })}
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
