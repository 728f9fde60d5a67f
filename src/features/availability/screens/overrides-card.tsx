import { ActionIcon, Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { useActor } from '#web/session.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { CardSkeleton, EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconCalendarOff, IconCalendarPlus, IconPencil, IconPlus, IconTrash } from '#web/ui/layout/icons.ts';
import { listOverrides, type Override, removeOverride } from '../contract.ts';
import classes from './availability.module.css';
import { useFormatHhmm } from './day-names.ts';
import type { TeamTechnician } from './technician-rail.tsx';

const OverrideDialog = lazy(async () => ({
  default: (await import('./override-dialog.tsx')).OverrideDialog,
}));
const OffMonth = lazy(async () => ({ default: (await import('./date-pickers.tsx')).OverrideMonth }));

/** What the dialog is open for: a new override (perhaps for a given day), or an existing one. */
type Editing = { override: Override | null; day: string };

/** Days that differ from the week: a month with colors, and a list. */
export function OverridesCard(props: { technicianId: string; technicians: readonly TeamTechnician[] }) {
  const t = useTranslation('availability');
  const actor = useActor();
  const { data, status, failure, retry } = useRead(
    listOverrides,
    { technicianId: props.technicianId },
    { log: 'The time off could not be loaded' },
  );
  const [editing, setEditing] = useState<Editing | null>(null);
  const mayEdit = allows(actor, 'edit_availability', { user_id: props.technicianId });
  return (
    <Card
      title={t('overrides')}
      actions={mayEdit && <AddButton onClick={() => setEditing({ override: null, day: '' })} />}
    >
      {status === 'loading' && <CardSkeleton height={300} />}
      {status === 'failed' && <ErrorState failure={failure} onRetry={retry} />}
      {data && (
        <div className={classes.overrides}>
          <Suspense fallback={<CardSkeleton height={300} />}>
            <OffMonth
              overrides={data}
              onDay={mayEdit ? (day) => setEditing({ override: null, day }) : undefined}
            />
          </Suspense>
          {data.length === 0 ? (
            <EmptyState title={t('noOverrides')} hint={t('noOverridesHint')} />
          ) : (
            <ul className={classes.list}>
              {data.map((one) => (
                <li key={one.id} className={classes.item} data-kind={one.kind}>
                  <OverrideItem
                    override={one}
                    mayEdit={mayEdit}
                    onEdit={() => setEditing({ override: one, day: '' })}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {editing && (
        <Suspense fallback={null}>
          <OverrideDialog
            override={editing.override}
            day={editing.day}
            technicianId={props.technicianId}
            technicians={props.technicians}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  const t = useTranslation('availability');
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onClick}
    >
      {t('addOverride')}
    </Button>
  );
}

interface ItemProps {
  override: Override;
  mayEdit: boolean;
  onEdit: () => void;
}

function OverrideItem({ override, mayEdit, onEdit }: ItemProps) {
  const t = useTranslation('availability');
  const what = useOverrideLabel()(override);
  const { kind, reason } = override;
  const Icon = kind === 'off' ? IconCalendarOff : IconCalendarPlus;
  return (
    <>
      <Icon size={20} stroke={1.7} aria-hidden />
      <span className={classes.itemText}>
        <span className={classes.name}>{what}</span>
        <span className={classes.small}>{[t(kind), reason].filter(Boolean).join(' · ')}</span>
      </span>
      {mayEdit && (
        <span className={classes.itemActs}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('editOverride', { what })}
            onClick={onEdit}
          >
            <IconPencil size={17} aria-hidden />
          </ActionIcon>
          <RemoveButton override={override} what={what} />
        </span>
      )}
    </>
  );
}

function RemoveButton({ override, what }: { override: Override; what: string }) {
  const t = useTranslation('availability');
  const write = useWrite(removeOverride, { toast: t('removed') });
  async function remove() {
    const yes = await confirm({ title: t('removeTitle'), text: what, yes: t('remove'), destroys: true });
    if (yes) await write.send({ id: override.id });
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={t('removeOverride', { what })}
      onClick={() => void remove()}
    >
      <IconTrash size={17} aria-hidden />
    </ActionIcon>
  );
}

/** Formats the days of an override: `03/08/2030 – 03/12/2030, 9:00 AM – 12:00 PM`. */
function useOverrideLabel(): (one: Override) => string {
  const t = useTranslation('availability');
  const format = useFormat();
  const clock = useFormatHhmm();
  return (one) => {
    const day = (date: string) => format.date(`${date}T12:00:00Z`, 'UTC');
    const days =
      one.date_from === one.date_to ? day(one.date_from) : `${day(one.date_from)} – ${day(one.date_to)}`;
    const { start_time: start, end_time: end } = one;
    if (one.kind === 'extra') {
      const times = end === null ? clock(start ?? 0) : `${clock(start ?? 0)} – ${clock(end)}`;
      return `${days}, ${times}`;
    }
    if (start === null && end === null) return days;
    if (start === null) return `${days}, ${t('until', { time: clock(end ?? 0) })}`;
    return `${days}, ${end === null ? t('from', { time: clock(start) }) : `${clock(start)} – ${clock(end)}`}`;
  };
}
