import { Suspense, useCallback, useState } from 'react';
import { asLocal, asLocalDate, type asZone, localDate, toInstant } from '#domain/base/time.ts';
import { now } from '#web/clock.ts';
import { usePreserveInput, useRestoredInput } from '#web/editing/preserved-input.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { PageSlot } from '#web/page-slots.tsx';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import type { CalendarEvent } from '../contract.ts';
import type { Person } from './entries/event-form.tsx';
import type { FreeSlot } from './slot-menu.tsx';
import { newEventStart } from './times.ts';
import type { useMoves } from './use-moves.ts';

const ConflictDialog = lazy(async () => ({
  default: (await import('./entries/conflict-dialog.tsx')).ConflictDialog,
}));
const EventForm = lazy(async () => ({ default: (await import('./entries/event-form.tsx')).EventForm }));
const EventPanel = lazy(async () => ({ default: (await import('./entries/event-panel.tsx')).EventPanel }));
const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));
const SlotMenu = lazy(async () => ({ default: (await import('./slot-menu.tsx')).SlotMenu }));

interface Opened {
  what: 'panel' | 'share' | 'edit';
  event: CalendarEvent;
}

/** A form that was open when the session ended. */
interface StoredForms {
  opened: Opened | null;
  form: FreeSlot | null;
}

/** Holds which entry, form or menu is open. After signing in again, the form that was being filled in is reopened. */
export function useOverlays(
  { adding, onAdded }: { adding?: boolean; onAdded?: () => void },
  zone: ReturnType<typeof asZone>,
  chosen: readonly string[],
) {
  const [storageKey] = useState(() => `calendar.open ${window.location.pathname}`);
  const restored = useRestoredInput<StoredForms>(storageKey);
  const [opened, setOpened] = useState<Opened | null>(restored?.opened ?? null);
  const [slot, setSlot] = useState<FreeSlot | null>(null);
  const [form, setForm] = useState<FreeSlot | null>(restored?.form ?? null);
  const addNew = adding ? { local: nextStart(zone), technicianId: chosen[0] ?? null, x: 0, y: 0 } : form;
  const open = useCallback((event: CalendarEvent) => setOpened({ what: 'panel', event }), []);
  const closeForm = () => {
    setOpened(null);
    setForm(null);
    onAdded?.();
  };
  return { storageKey, opened, setOpened, open, slot, setSlot, setForm, addNew, closeForm };
}

interface OverlaysProps {
  overlays: ReturnType<typeof useOverlays>;
  moves: ReturnType<typeof useMoves>;
  /** As loaded. */
  entries: readonly CalendarEvent[];
  team: readonly Person[];
  zone: ReturnType<typeof asZone>;
  acceptsActions: boolean;
}

/** The panel, menu, form or question above the calendar. */
export function Overlays({ overlays, moves, entries, team, zone, acceptsActions }: OverlaysProps) {
  const t = useTranslation('calendar');
  const { opened, setOpened, addNew } = overlays;
  // The panel shows the current entry and closes if it is deleted.
  const entry = opened && (entries.find((one) => one.id === opened.event.id) ?? opened.event);
  const edited = opened?.what === 'edit' ? entry : null;
  usePreserveInput(overlays.storageKey, () => {
    const open: StoredForms = { opened: edited && { what: 'edit', event: edited }, form: addNew };
    return edited || addNew ? open : null;
  });
  const nameOf = (id: string) => fullName(team.find((one) => one.id === id) ?? {}) || t('technician');
  return (
    <Suspense>
      <OpenSlot overlays={overlays} zone={zone} />
      {moves.moved && (
        <PageSlot
          name="appointment.moved"
          key={`${moves.moved.appointmentId} ${moves.moved.was.date_time}`}
          {...moves.moved}
        />
      )}
      {entry && opened?.what === 'panel' && (
        <EventPanel
          event={entry}
          zone={zone}
          acceptsActions={acceptsActions}
          onMove={moves.move}
          onEdit={() => setOpened({ what: 'edit', event: entry })}
          onShare={() => setOpened({ what: 'share', event: entry })}
          onClose={() => setOpened(null)}
        />
      )}
      {entry && opened?.what === 'share' && <ShareDialog event={entry} onClose={() => setOpened(null)} />}
      {(addNew || edited) && (
        <EventForm
          event={edited}
          local={addNew?.local ?? ''}
          technicianId={addNew?.technicianId ?? null}
          technicians={team}
          zone={zone}
          onClose={overlays.closeForm}
        />
      )}
      {moves.asked && <ConflictDialog asked={moves.asked} zone={zone} nameOf={nameOf} />}
    </Suspense>
  );
}

function OpenSlot({ overlays, zone }: Pick<OverlaysProps, 'overlays' | 'zone'>) {
  const format = useFormat();
  const { slot, setSlot, setForm } = overlays;
  if (slot === null) return null;
  const at = toInstant({ local: asLocal(slot.local), zone });
  const label = `${format.day(at, zone)} · ${format.time(at, zone)}`;
  return <SlotMenu slot={slot} label={label} onEvent={(at) => setForm(at)} onClose={() => setSlot(null)} />;
}

/** Returns the next quarter hour in company-local time. */
export function nextStart(zone: ReturnType<typeof asZone>): string {
  const today = localDate(now(), zone);
  return newEventStart(`${asLocalDate(today)}T00:00`, 48 * 60, now(), zone) ?? `${today}T09:00`;
}
