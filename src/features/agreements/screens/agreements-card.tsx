import { ActionIcon, Button, CopyButton, Menu, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { BareLink } from '#web/link.tsx';
import { confirm } from '#web/ui/confirm.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, useDataForm } from '#web/ui/form.tsx';
import { IconCheck, IconCopy, IconDots, IconPlus } from '#web/ui/icons.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/states.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import {
  type AppointmentAgreement,
  addAgreement,
  listAgreements,
  listAppointmentAgreements,
  removeAgreement,
  voidAgreement,
} from '../contract.ts';
import classes from './agreements-card.module.css';

/** Card of the appointment's page: each agreement with its state, its signers and their personal links. */
export function AgreementsCard({ appointmentId, canEdit }: { appointmentId: string; canEdit: boolean }) {
  const t = useText('agreements');
  const list = useRead(listAppointmentAgreements, { id: appointmentId });
  const [isAdding, setAdding] = useState(false);
  return (
    <section className={classes.card} aria-labelledby="agreements-card">
      <div className={classes.head}>
        <h2 id="agreements-card" className={classes.title}>
          {t('card.title')}
        </h2>
        {canEdit && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} />}
            onClick={() => setAdding(true)}
          >
            {t('card.add')}
          </Button>
        )}
      </div>
      {list.status === 'loading' && <LinesSkeleton lines={2} />}
      {list.status === 'failed' && <ErrorState failure={list.failure} onRetry={list.retry} />}
      {list.data?.length === 0 && <Text c="dimmed">{t('card.none')}</Text>}
      {list.data?.map((agreement) => (
        <Agreement key={agreement.id} appointmentId={appointmentId} agreement={agreement} canEdit={canEdit} />
      ))}
      {isAdding && <AddDialog appointmentId={appointmentId} onClose={() => setAdding(false)} />}
    </section>
  );
}

interface Shown {
  appointmentId: string;
  agreement: AppointmentAgreement;
  canEdit: boolean;
}

function Agreement({ appointmentId, agreement, canEdit }: Shown) {
  const t = useText('agreements');
  const format = useFormat();
  const path = new URL(agreement.link).pathname;
  const isVoid = agreement.voided_at !== null;
  return (
    <article className={classes.agreement}>
      <div className={classes.line}>
        <BareLink to={path} className={classes.name}>
          {agreement.name}
        </BareLink>
        <StatusPill tone={isVoid ? 'mute' : agreement.signed ? 'ok' : 'warn'}>
          {t(isVoid ? 'card.void' : agreement.signed ? 'card.signed' : 'card.open')}
        </StatusPill>
        <RowMenu appointmentId={appointmentId} agreement={agreement} canEdit={canEdit} />
      </div>
      {isVoid && <Text c="dimmed">{agreement.void_reason}</Text>}
      {!isVoid && agreement.unresolved.length > 0 && (
        <Text c="dimmed">{t('card.unresolved', { names: agreement.unresolved.join(', ') })}</Text>
      )}
      {!isVoid && (
        <ul className={classes.signers}>
          {agreement.signers.map((signer) => (
            <li key={`${signer.role}-${signer.person_id}`}>
              <span className={classes.signer}>
                {signer.name} <span className={classes.dim}>{t(`role.${signer.role}`)}</span>
              </span>
              <span className={classes.dim}>
                {signer.signed_at ? format.dateTime(signer.signed_at) : t('card.notYet')}
              </span>
              {signer.link && !signer.signed_at && <CopyLink link={signer.link} name={signer.name} />}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

function CopyLink({ link, name }: { link: string; name: string }) {
  const t = useText('agreements');
  return (
    <CopyButton value={link}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          onClick={copy}
          aria-label={t(copied ? 'card.copied' : 'card.copy', { name })}
        >
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

function RowMenu({ appointmentId, agreement, canEdit }: Shown) {
  const t = useText('agreements');
  const [isVoiding, setVoiding] = useState(false);
  const remove = useWrite(removeAgreement, { toast: t('card.removed') });
  const isUntouched = agreement.signers.every((signer) => signer.signed_at === null);
  const isOpen = canEdit && agreement.voided_at === null;
  const target = { id: appointmentId, agreementId: agreement.id };
  async function askAndRemove(): Promise<void> {
    const question = {
      title: t('card.removeTitle'),
      text: t('card.removeText', { name: agreement.name }),
      yes: t('card.remove'),
      destroys: true,
    };
    if (await confirm(question)) await remove.send(target);
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={t('card.actions', { name: agreement.name })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={pdfOf(agreement)} download>
            {t('download')}
          </Menu.Item>
          {isOpen && isUntouched && (
            <Menu.Item onClick={() => void askAndRemove()}>{t('card.remove')}</Menu.Item>
          )}
          {isOpen && <Menu.Item onClick={() => setVoiding(true)}>{t('card.doVoid')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {isVoiding && <VoidDialog target={target} onClose={() => setVoiding(false)} />}
    </>
  );
}

/** By the public link: a plain download carries no token. */
function pdfOf({ link }: AppointmentAgreement): string {
  const [, , , appointment, agreement] = new URL(link).pathname.split('/');
  return `/api/v2/public/agreements/${appointment}/${agreement}/pdf`;
}

function VoidDialog({
  target,
  onClose,
}: {
  target: { id: string; agreementId: string };
  onClose: () => void;
}) {
  const t = useText('agreements');
  const write = useWrite(voidAgreement, { onDone: onClose, toast: t('card.voided') });
  const form = useDataForm({
    initialValues: { reason: '' },
    write,
    toInput: ({ reason }) => ({ ...target, reason }),
  });
  return (
    <Dialog opened onClose={onClose} title={t('card.doVoid')} locked={form.pending}>
      <Form of={form} label={t('card.doVoid')}>
        <Stack gap={14}>
          <Text c="dimmed">{t('card.voidHint')}</Text>
          <Textarea
            key={form.key('reason')}
            {...form.getInputProps('reason')}
            label={t('card.reason')}
            autosize
            minRows={2}
            data-autofocus
            required
          />
          <Button type="submit" color="red" loading={form.pending}>
            {t('card.doVoid')}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

function AddDialog({ appointmentId, onClose }: { appointmentId: string; onClose: () => void }) {
  const t = useText('agreements');
  const templates = useRead(listAgreements, { perPage: 100 });
  const write = useWrite(addAgreement, { onDone: onClose, toast: t('card.added') });
  const form = useDataForm({
    initialValues: { template_id: '' },
    write,
    check: ({ template_id }) =>
      (template_id ? {} : { template_id: t('card.choose') }) as Record<string, string>,
    toInput: ({ template_id }) => ({ id: appointmentId, template_id }),
  });
  const data = (templates.data?.pageData ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Dialog opened onClose={onClose} title={t('card.add')} locked={form.pending}>
      <Form of={form} label={t('card.add')}>
        <Stack gap={14}>
          <Select
            key={form.key('template_id')}
            {...form.getInputProps('template_id')}
            label={t('card.template')}
            data={data}
            searchable
            data-autofocus
            required
          />
          <Button type="submit" loading={form.pending}>
            {t('card.add')}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
