import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { BareLink } from '#web/link.tsx';
import { useGo } from '#web/navigation.tsx';
import { openEditAppointment } from '#web/new-appointment.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { IconChevronDown, IconMail, IconPencil, IconPrinter } from '#web/ui/icons.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import * as contract from '../contract.ts';
import { AppointmentStatus } from './appointment-status.tsx';
import { CancelDialog, ConfirmDialog, RestoreDialog, SendDialog } from './details-dialogs.tsx';
import { useStale } from './use-acts.ts';

type Act = keyof contract.Appointment['may'];
/** Acts that need more than a yes. */
type Asked = 'cancel' | 'confirm' | 'restore' | 'send';
const steps: readonly Act[] = ['confirm', 'complete', 'restore'];
const setbacks: readonly Act[] = ['unconfirm', 'cancel', 'remove'];

/** Name and state of the appointment, and the buttons that change its state. */
export function DetailsHeader({ appointment }: { appointment: contract.Appointment }) {
  const t = useText('appointments');
  const format = useFormat();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { run, pending } = useStateActs(appointment, setAsked);
  const { may } = appointment;
  const ahead = steps.filter((act) => may[act]);
  const back = setbacks.filter((act) => may[act]);
  // What leads on has a button; what leads back is in the menu, unless it is all there is.
  const first = ahead[0] ?? (back.length === 1 ? back[0] : undefined);
  const others = [...ahead, ...back].filter((act) => act !== first);
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: t('listTitle'), to: '/appointments' }]}
        title={appointment.address || t('noAddress')}
        beside={<AppointmentStatus status={appointment.display_status} />}
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
                variant={first === 'confirm' ? 'filled' : 'default'}
                onClick={() => run(first)}
                loading={pending}
              >
                {t(`act.${first}`)}
              </Button>
            )}
            <OtherActs appointment={appointment} acts={others} run={run} onSend={() => setAsked('send')} />
          </>
        }
      />
      <CancelDialog appointment={appointment} opened={asked === 'cancel'} onClose={() => setAsked(null)} />
      <ConfirmDialog appointment={appointment} opened={asked === 'confirm'} onClose={() => setAsked(null)} />
      <RestoreDialog appointment={appointment} opened={asked === 'restore'} onClose={() => setAsked(null)} />
      <SendDialog appointment={appointment} opened={asked === 'send'} onClose={() => setAsked(null)} />
    </>
  );
}

function OtherActs(props: {
  appointment: contract.Appointment;
  acts: readonly Act[];
  run: (act: Act) => void;
  onSend: () => void;
}) {
  const { appointment, acts, run } = props;
  const t = useText('appointments');
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t('more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(appointment.may.edit || appointment.may.restore) && (
          <Menu.Item leftSection={<IconMail size={16} aria-hidden />} onClick={props.onSend}>
            {t('sendMessage')}
          </Menu.Item>
        )}
        <Menu.Item
          component={BareLink}
          to={`/appointments/print-order?id=${appointment.id}`}
          leftSection={<IconPrinter size={16} aria-hidden />}
        >
          {t('printOrder')}
        </Menu.Item>
        {acts.length > 0 && <Menu.Divider />}
        {acts.map((act) => (
          <Menu.Item
            key={act}
            onClick={() => run(act)}
            {...(act === 'cancel' || act === 'remove' ? { color: 'red' } : {})}
          >
            {t(`act.${act}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function useStateActs(appointment: contract.Appointment, ask: (what: Asked) => void) {
  const t = useText('appointments');
  const go = useGo();
  const onFail = useStale();
  const { id, rev } = appointment;
  const complete = useWrite(contract.completeAppointment, { toast: t('did.complete'), onFail });
  const unconfirm = useWrite(contract.unconfirmAppointment, { toast: t('did.unconfirm'), onFail });
  const remove = useWrite(contract.removeAppointment, {
    toast: t('did.remove'),
    onDone: () => go('/appointments', { replace: true }),
    onFail,
  });
  async function sure(act: Act, destroys = false): Promise<boolean> {
    return confirm({ title: t(`sure.${act}`), text: t(`means.${act}`), yes: t(`act.${act}`), destroys });
  }
  async function runAsked(act: Act): Promise<void> {
    if (act === 'cancel' || act === 'confirm' || act === 'restore') ask(act);
    else if (act === 'complete' && (await sure(act))) await complete.send({ id, rev });
    else if (act === 'unconfirm' && (await sure(act))) await unconfirm.send({ id, rev });
    else if (act === 'remove' && (await sure(act, true))) await remove.send({ id });
  }
  return {
    run: (act: Act) => void runAsked(act),
    pending: complete.pending || unconfirm.pending || remove.pending,
  };
}
