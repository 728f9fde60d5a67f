import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { isAccepted, isNextAct } from '#domain/scheduling/next-step.ts';
import { openEditAppointment } from '#web/appointment-dialog-state.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { IconChevronDown, IconMail, IconPencil, IconPrinter } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import type * as contract from '../../contract.ts';
import { AppointmentStatus } from '../list/appointment-status.tsx';
import * as dialogs from './dialogs/details-dialogs.tsx';

type Act = keyof contract.Appointment['may'];
const steps: readonly Act[] = ['confirm', 'complete', 'restore'];
const asking: Readonly<Record<Act | 'send', typeof dialogs.SendDialog | null>> = {
  edit: null,
  confirm: dialogs.ConfirmDialog,
  unconfirm: dialogs.UnconfirmDialog,
  cancel: dialogs.CancelDialog,
  restore: dialogs.RestoreDialog,
  complete: dialogs.CompleteDialog,
  remove: dialogs.RemoveDialog,
  send: dialogs.SendDialog,
};
const backwardActs: readonly Act[] = ['unconfirm', 'cancel', 'remove'];

interface Props {
  appointment: contract.Appointment;
  /** The stepper offers the next action; assumed until it is known. */
  hasNextStep: boolean;
}

/** The appointment's title and status, and the buttons that change the status. */
export function DetailsHeader({ appointment, hasNextStep }: Props) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const [asked, setAsked] = useState<Act | 'send' | null>(null);
  const { may } = appointment;
  const ahead = steps.filter((act) => may[act] && !(act === 'confirm' && isAccepted(appointment.source)));
  const back = backwardActs.filter((act) => may[act]);
  // Forward steps get a button; backward steps go into the menu unless there is only one.
  const first = ahead[0] ?? (back.length === 1 ? back[0] : undefined);
  const others = [...ahead, ...back].filter((act) => act !== first);
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: t('listTitle'), to: '/appointments' }]}
        title={appointment.address || t('noAddress')}
        titleExtra={<AppointmentStatus status={appointment.display_status} />}
        purpose={[
          `#${appointment.order_id}`,
          format.day(appointment.date_time, appointment.timezone),
          format.time(appointment.date_time, appointment.timezone),
        ].join(' · ')}
        actions={
          <>
            {may.edit && (
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => openEditAppointment(appointment.id)}
              >
                {t('edit')}
              </Button>
            )}
            {first && (
              <Button
                variant={isNextAct(first, hasNextStep) ? 'filled' : 'default'}
                onClick={() => setAsked(first)}
              >
                {t(`act.${first}`)}
              </Button>
            )}
            <OtherActs appointment={appointment} acts={others} onAsk={setAsked} />
          </>
        }
      />
      {Object.entries(asking).map(
        ([name, Asking]) =>
          Asking && (
            <Asking
              key={name}
              appointment={appointment}
              opened={asked === name}
              onClose={() => setAsked(null)}
            />
          ),
      )}
    </>
  );
}

function OtherActs(props: {
  appointment: contract.Appointment;
  acts: readonly Act[];
  onAsk: (what: Act | 'send') => void;
}) {
  const { appointment, acts, onAsk } = props;
  const t = useTranslation('appointments');
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t('more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(appointment.may.edit || appointment.may.restore) && (
          <Menu.Item leftSection={<IconMail size={16} aria-hidden />} onClick={() => onAsk('send')}>
            {t('sendMessage')}
          </Menu.Item>
        )}
        <Menu.Item
          component={UnstyledLink}
          to={`/appointments/print-order?id=${appointment.id}`}
          leftSection={<IconPrinter size={16} aria-hidden />}
        >
          {t('printOrder')}
        </Menu.Item>
        {acts.length > 0 && <Menu.Divider />}
        {acts.map((act) => (
          <Menu.Item
            key={act}
            onClick={() => onAsk(act)}
            {...(act === 'cancel' || act === 'remove' ? { color: 'red' } : {})}
          >
            {t(`act.${act}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
