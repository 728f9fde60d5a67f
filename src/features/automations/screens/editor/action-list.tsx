import { Suspense, useEffect, useState } from 'react';
import type { Action, ActionGroup } from '#domain/automations/action-types.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { toast } from '#web/toast.ts';
import { EmptyLine } from '#web/ui/feedback/states.tsx';
import { moveItem, SortableList } from '#web/ui/table/sortable-list.tsx';
import { undoMilliseconds } from '../wizard/use-action-draft.ts';
import type { WizardStep } from '../wizard/wizard-steps.ts';
import { ActionRow, columns, type PlannedTimes } from './action-row.tsx';
import { actionTitle } from './describe-action.ts';
import classes from './editor.module.css';
import type { EditorPort } from './editor-port.ts';

const EnableDialog = lazy(async () => ({
  default: (await import('../dry-run/enable-dialog.tsx')).EnableDialog,
}));

interface Props {
  group: ActionGroup;
  port: EditorPort;
  planned: PlannedTimes | undefined;
  found: string | undefined;
  onEdit: (action: Action, step: WizardStep) => void;
}

/** The actions of a group in their order, in six columns; cards on a phone. */
export function ActionList({ group, port, planned, found, onEdit }: Props) {
  const t = useTranslation('automations');
  const { actions } = group;
  const { ids, save } = useOrder(group, port);
  const enabling = useEnabling(group.id, port);
  const byId = new Map(actions.map((one) => [one.id, one]));
  const remove = async (action: Action) => {
    const place = ids.indexOf(action.id);
    if (!(await port.remove(group.id, action.id))) return;
    toast(t('actionDeleted'), {
      milliseconds: undoMilliseconds,
      action: { label: t('undo'), run: () => void port.restore(group.id, action, place) },
    });
  };
  if (actions.length === 0)
    return (
      <div className={classes.empty}>
        <EmptyLine>{t('noActions')}</EmptyLine>
      </div>
    );
  return (
    <>
      <div className={classes.columns} aria-hidden>
        {columns.map((column) => (
          <span key={column}>{t(`head.${column}`)}</span>
        ))}
      </div>
      <SortableList
        label={t('actionsOf', { name: group.name })}
        ids={ids}
        nameOf={(id) => {
          const action = byId.get(id);
          return action ? actionTitle(t, action) : '';
        }}
        onOrder={save}
        rowClass={classes.row}
      >
        {(id, grip, index) => {
          const action = byId.get(id);
          return (
            action && (
              <ActionRow
                action={action}
                grip={grip}
                isFound={id === found}
                planned={planned?.get(id)}
                onEdit={(step) => onEdit(action, step)}
                onSwitch={(enable) => enabling.set(action, enable)}
                onClone={() => void port.clone(group.id, id)}
                onMove={(by) => save(moveItem(ids, id, by))}
                isFirst={index === 0}
                isLast={index === ids.length - 1}
                onRemove={() => void remove(action)}
              />
            )
          );
        }}
      </SortableList>
      {enabling.asked && (
        <Suspense>
          <EnableDialog {...enabling.asked} />
        </Suspense>
      )}
    </>
  );
}

/** Enables an action of the company after showing what it would have done; disables at once. */
function useEnabling(groupId: string, port: EditorPort) {
  const [asked, setAsked] = useState<{ action: Action; onAnswer: (isEnabled: boolean) => void } | null>(null);
  const set = async (action: Action, enable: boolean) => {
    if (enable && port.groups) {
      const isEnabled = await new Promise<boolean>((onAnswer) => setAsked({ action, onAnswer }));
      setAsked(null);
      if (!isEnabled) return false;
    }
    // An earlier press may not have arrived in the list yet: the switch is always part of the change.
    return port.change(groupId, { ...action, enable }, { ...action, enable: !enable });
  };
  return { asked, set };
}

/** The order of the actions; the one just set, until the list is loaded again. */
function useOrder({ id, actions }: ActionGroup, port: EditorPort) {
  const stored = actions.map((one) => one.id);
  const storedOrder = stored.join();
  const [order, setOrder] = useState<readonly string[] | null>(null);
  useEffect(() => setOrder(null), [storedOrder]);
  const isSame = order !== null && [...order].sort().join() === [...stored].sort().join();
  const save = (next: string[]) => {
    setOrder(next);
    void port.order(id, next).then((isDone) => isDone || setOrder(null));
  };
  return { ids: order && isSame ? order : stored, save };
}
