import { Suspense, useState } from 'react';
import { type Action, type ActionGroup, newAction } from '#domain/automations/action-types.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { toast } from '#web/toast.ts';
import { SortableList } from '#web/ui/table/sortable-list.tsx';
import { undoMilliseconds } from '../wizard/use-action-draft.ts';
import type { WizardStep } from '../wizard/wizard-steps.ts';
import type { PlannedTimes } from './action-row.tsx';
import classes from './editor.module.css';
import type { EditorPort } from './editor-port.ts';
import { GroupSection } from './group-section.tsx';

const Wizard = lazy(async () => ({ default: (await import('../wizard/action-wizard.tsx')).ActionWizard }));

interface Props {
  groups: readonly ActionGroup[];
  port: EditorPort;
  /** Of the copies of an appointment: when each action runs, shown with its event. */
  planned?: PlannedTimes;
  /** The id of an action that a link leads to: its group is open, and it is in view. */
  found?: string;
  /** The id of a group that was just created. */
  created?: string;
}

/** What the wizard edits; `before` is null for a new action. */
interface Opened {
  groupId: string;
  action: Action;
  before: Action | null;
  step: WizardStep;
}

/**
 * The actions of groups, in an accordion, with the wizard that edits them. The caller decides through `port` what is edited: the
 * groups of the company, the copies of an appointment, or those of a draft.
 */
export function ActionsEditor({ groups, port, planned, found, created }: Props) {
  const t = useTranslation('automations');
  const [opened, setOpened] = useState<Opened | null>(null);
  const save = useSave(port, opened);
  const byId = new Map(groups.map((one) => [one.id, one]));
  const ids = groups.map((one) => one.id);
  const { shown, toggle } = useExpanded(
    ids,
    groups.find((one) => one.actions.some(({ id }) => id === found))?.id,
  );
  return (
    <>
      <SortableList
        label={t('groups')}
        ids={ids}
        nameOf={(id) => byId.get(id)?.name ?? ''}
        onOrder={(order) => void port.groups?.order(order)}
        className={classes.groups}
        rowClass={classes.group}
        isFixed={!port.groups}
      >
        {(id, grip) => {
          const group = byId.get(id);
          return (
            group && (
              <GroupSection
                group={group}
                grip={port.groups && groups.length > 1 ? grip : null}
                ids={ids}
                port={port}
                planned={planned}
                found={found}
                isOpen={shown.includes(id)}
                isCreated={id === created}
                onToggle={() => toggle(id)}
                onAdd={() =>
                  setOpened({ groupId: id, action: newAction(newRecordId()), before: null, step: 'event' })
                }
                onEdit={(action, step) => setOpened({ groupId: id, action, before: action, step })}
              />
            )
          );
        }}
      </SortableList>
      {opened && (
        <Suspense>
          <Wizard
            key={opened.action.id}
            action={opened.action}
            isNew={opened.before === null}
            startAt={opened.step}
            onSave={save}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The expanded groups: at first the one that was found or else the first, then also those that are added. */
function useExpanded(ids: readonly string[], found: string | undefined) {
  const [shown, setShown] = useState(() => (found === undefined ? ids.slice(0, 1) : [found]));
  const [known, setKnown] = useState(ids);
  const added = ids.filter((id) => !known.includes(id));
  if (added.length > 0) {
    setKnown([...known, ...added]);
    setShown([...shown, ...added]);
  }
  const toggle = (id: string) =>
    setShown(shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]);
  return { shown, toggle };
}

/** Stores what the wizard edited; an edit, which closing saves as well, can be undone. */
function useSave(port: EditorPort, opened: Opened | null): (action: Action) => Promise<boolean> {
  const t = useTranslation('automations');
  return async (action) => {
    if (!opened) return true;
    const { groupId, before } = opened;
    const isDone = await (before ? port.change(groupId, action, before) : port.add(groupId, action));
    if (isDone)
      toast(t(before ? 'actionSaved' : 'actionAdded'), {
        kind: 'success',
        milliseconds: undoMilliseconds,
        action: before
          ? { label: t('undo'), run: () => void port.change(groupId, before, action) }
          : undefined,
      });
    return isDone;
  };
}
