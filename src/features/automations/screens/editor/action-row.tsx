import { ActionIcon, Menu, Switch } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Action } from '#domain/automations/action-types.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconCopy, IconDots, IconLink, IconMail, IconMessage } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { WizardStep } from '../wizard/wizard-steps.ts';
import { DeleteAction } from './delete-action.tsx';
import {
  actionTitle,
  describeDetails,
  describeMissing,
  describeMoment,
  describeRecipients,
  describeRules,
} from './describe-action.ts';
import classes from './editor.module.css';

/** The columns of an action, in order. */
export const columns = ['enable', 'type', 'to', 'event', 'rules', 'details'] as const;

/** When an action of an appointment runs, by its id: as text, ready to be shown. */
export type PlannedTimes = ReadonlyMap<string, ReactNode>;

interface Props {
  action: Action;
  grip: ReactNode;
  planned: ReactNode;
  isFound: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** Opens the wizard at the step of the column that was clicked. */
  onEdit: (step: WizardStep) => void;
  onSwitch: (enable: boolean) => Promise<boolean>;
  onClone: () => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

const icons = { 1: IconMail, 2: IconMessage, 3: IconLink } as const;

/** One action in its six columns. */
export function ActionRow({ action, grip, planned, isFound, onEdit, ...props }: Props) {
  const t = useTranslation('automations');
  const cells = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFound) cells.current?.scrollIntoView({ block: 'center' });
  }, [isFound]);
  const title = actionTitle(t, action);
  const Icon = icons[action.action_type];
  const to = describeRecipients(t, action);
  const details = describeDetails(action);
  const incomplete = describeMissing(t, action);
  return (
    <>
      {grip}
      <div
        ref={cells}
        className={classes.cells}
        data-off={!action.enable || undefined}
        data-found={isFound || undefined}
      >
        <EnableSwitch action={action} title={title} onSwitch={props.onSwitch} />
        <Cell column="type" onEdit={() => onEdit('type')} text={title}>
          <Icon size={18} stroke={1.7} aria-hidden className={classes.icon} />
          <span className={classes.title} data-name>
            {title}
          </span>
        </Cell>
        <Cell column="to" onEdit={() => onEdit('details')} text={to || t('noRecipient')}>
          <span data-dim={to === '' || undefined}>{to || t('noRecipient')}</span>
        </Cell>
        <Cell column="event" onEdit={() => onEdit('event')} text={describeMoment(t, action)}>
          <span>
            {describeMoment(t, action)}
            {planned && <span className={classes.planned}>{planned}</span>}
          </span>
        </Cell>
        <Cell
          column="rules"
          onEdit={() => onEdit('rules')}
          text={describeRules(t, action) || t('anyAppointment')}
        >
          <span data-dim={action.rules.length === 0 || undefined}>
            {describeRules(t, action) || t('anyAppointment')}
          </span>
        </Cell>
        <Cell
          column="details"
          onEdit={() => onEdit('details')}
          text={[details, incomplete].filter(Boolean).join('. ') || t('noDetails')}
        >
          <span className={classes.details}>
            {(details || !incomplete) && <span className={classes.clamped}>{details || t('noDetails')}</span>}
            {incomplete && <StatusPill tone="warn">{incomplete}</StatusPill>}
          </span>
        </Cell>
      </div>
      <RowTools {...props} title={title} />
    </>
  );
}

function Cell(props: { column: string; text: string; onEdit: () => void; children: ReactNode }) {
  const t = useTranslation('automations');
  const column = t(`head.${props.column}`);
  return (
    <button
      type="button"
      className={classes.cell}
      data-column={props.column}
      aria-label={t('cell', { column, text: props.text })}
      onClick={props.onEdit}
    >
      <span className={classes.cellLabel} aria-hidden>
        {column}
      </span>
      {props.children}
    </button>
  );
}

/** Moves at once, and back if the change is refused. */
function EnableSwitch({
  action,
  title,
  onSwitch,
}: {
  action: Action;
  title: string;
  onSwitch: Props['onSwitch'];
}) {
  const t = useTranslation('automations');
  const [wanted, setWanted] = useState<boolean | null>(null);
  useEffect(() => setWanted(null), [action.enable]);
  return (
    <Switch
      size="sm"
      className={classes.enable ?? ''}
      checked={wanted ?? action.enable}
      aria-label={t('enableAction', { name: title })}
      onChange={(event) => {
        const { checked } = event.currentTarget;
        setWanted(checked);
        void onSwitch(checked).then((isDone) => isDone || setWanted(null));
      }}
    />
  );
}

function RowTools({
  title,
  isFirst,
  isLast,
  onClone,
  onMove,
  onRemove,
}: Pick<Props, 'isFirst' | 'isLast' | 'onClone' | 'onMove' | 'onRemove'> & { title: string }) {
  const t = useTranslation('automations');
  const web = useTranslation('web');
  return (
    <div className={classes.tools}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('clone', { name: title })}
        onClick={onClone}
      >
        <IconCopy size={18} aria-hidden />
      </ActionIcon>
      <DeleteAction title={title} onDelete={onRemove} />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={web('rowActions', { name: title })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={isFirst} onClick={() => onMove(-1)}>
            {t('moveUp')}
          </Menu.Item>
          <Menu.Item disabled={isLast} onClick={() => onMove(1)}>
            {t('moveDown')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
