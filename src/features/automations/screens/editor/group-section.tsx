import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Action, ActionGroup } from '#domain/automations/action-types.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconPlus } from '#web/ui/layout/icons.ts';
import type { WizardStep } from '../wizard/wizard-steps.ts';
import { ActionList } from './action-list.tsx';
import type { PlannedTimes } from './action-row.tsx';
import classes from './editor.module.css';
import type { EditorPort } from './editor-port.ts';
import { GroupHead } from './group-head.tsx';

interface Props {
  group: ActionGroup;
  /** Null where groups cannot be moved. */
  grip: ReactNode;
  /** Of all groups, in order. */
  ids: readonly string[];
  port: EditorPort;
  planned: PlannedTimes | undefined;
  found: string | undefined;
  isOpen: boolean;
  /** It was just created here: its first action is what follows. */
  isCreated: boolean;
  onToggle: () => void;
  onAdd: () => void;
  onEdit: (action: Action, step: WizardStep) => void;
}

/** A group of the accordion: its head and, when expanded, its actions. */
export function GroupSection({ group, grip, ids, port, planned, isOpen, onToggle, ...props }: Props) {
  const { onAdd, onEdit } = props;
  const t = useTranslation('automations');
  const panel = useId();
  const add = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (props.isCreated) add.current?.focus();
  }, [props.isCreated]);
  return (
    <section aria-label={group.name}>
      <GroupHead {...{ group, grip, ids, port, isOpen, onToggle, panel }} />
      <div id={panel} hidden={!isOpen}>
        {isOpen && (
          <>
            <ActionList group={group} port={port} planned={planned} found={props.found} onEdit={onEdit} />
            <div className={classes.foot}>
              <Button
                ref={add}
                variant="default"
                size="compact-md"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={onAdd}
              >
                {t('addAction')}
              </Button>
              {port.groups && (
                <Checkbox
                  label={t('selectDefault')}
                  checked={group.is_default}
                  onChange={(event) => void port.groups?.setDefault(group.id, event.currentTarget.checked)}
                />
              )}
            </div>
          </>
        )}
      </div>
    </section>
  );
}
