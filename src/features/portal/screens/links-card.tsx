import { ActionIcon, Button, CopyButton, Menu } from '@mantine/core';
import { useState } from 'react';
import { clientRights } from '#domain/people/client-rights.ts';
import { useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { AppointmentSlotProps } from '#web/page-slots.tsx';
import { useUser } from '#web/session.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconDots } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { listLinks, type PersonalLink, revokeLink, sendLink } from '../office-contract.ts';
import { LinkDialog } from './link-dialog.tsx';
import classes from './waivers-card.module.css';

/** Appointment card with the links to the client page: whose they are, their rights, and their last day. */
export function LinksCard({ appointmentId, canEdit }: AppointmentSlotProps) {
  // Not fetched for members who cannot change them: the links are also shown next to the people.
  return canEdit ? <Links appointmentId={appointmentId} /> : null;
}

function Links({ appointmentId }: { appointmentId: string }) {
  const t = useTranslation('portal');
  const list = useRead(listLinks, { id: appointmentId });
  return (
    <Card title={t('links.title')}>
      {list.status === 'loading' && <LinesSkeleton lines={2} />}
      {list.status === 'failed' && <ErrorState failure={list.failure} onRetry={list.retry} />}
      {list.data?.length === 0 && <EmptyLine>{t('links.none')}</EmptyLine>}
      {list.data?.map((link) => (
        <Row key={link.id} appointmentId={appointmentId} link={link} />
      ))}
    </Card>
  );
}

function Row({ appointmentId, link }: { appointmentId: string; link: PersonalLink }) {
  const t = useTranslation('portal');
  const [isEditing, setEditing] = useState(false);
  const granted = clientRights.filter(
    // The right to the report includes its summary, so the summary is not listed separately.
    (right) => link.rights[right] && !(right === 'view_summary' && link.rights.view_report),
  );
  return (
    <div className={classes.row} data-row>
      <div className={classes.words}>
        <strong>{link.name || link.email}</strong>{' '}
        <span className={classes.dim}>{t(`links.role.${link.role}`)}</span>
        <div className={classes.dim}>
          {granted.length > 0 ? granted.map((right) => t(`right.${right}`)).join(' · ') : t('links.nothing')}
        </div>
        <State link={link} />
      </div>
      <CopyButton value={link.link}>
        {({ copied, copy }) => (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={copy}
            aria-label={t('links.copyOf', { name: link.name })}
          >
            {t(copied ? 'links.copied' : 'links.copy')}
          </Button>
        )}
      </CopyButton>
      <RowMenu appointmentId={appointmentId} link={link} onEdit={() => setEditing(true)} />
      {isEditing && (
        <LinkDialog appointmentId={appointmentId} link={link} onClose={() => setEditing(false)} />
      )}
    </div>
  );
}

function State({ link }: { link: PersonalLink }) {
  const t = useTranslation('portal');
  const format = useFormat();
  const { timezone } = useUser();
  if (link.is_over) return <StatusPill tone="warn">{t('links.over')}</StatusPill>;
  if (link.ends_at) {
    return (
      <div className={classes.dim}>{t('links.until', { date: format.date(link.ends_at, timezone) })}</div>
    );
  }
  if (link.revoked_at) {
    return (
      <div className={classes.dim}>
        {t('links.revoked', { date: format.date(link.revoked_at, timezone) })}
      </div>
    );
  }
  return null;
}

function RowMenu(props: { appointmentId: string; link: PersonalLink; onEdit: () => void }) {
  const t = useTranslation('portal');
  const { appointmentId, link, onEdit } = props;
  const ids = { id: appointmentId, linkId: link.id };
  const mail = useWrite(sendLink, { toast: t('links.sent', { name: link.name }) });
  const revoke = useWrite(revokeLink, { toast: t('links.withdrawn') });
  const withdraw = async () => {
    const question = {
      title: t('links.withdrawTitle', { name: link.name }),
      text: t('links.withdrawText'),
      yes: t('links.withdraw'),
      destroys: true,
    };
    if (await confirm(question)) await revoke.send(ids);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('links.more', { name: link.name })}
          loading={mail.pending || revoke.pending}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{t('links.edit')}</Menu.Item>
        <Menu.Item disabled={link.email === ''} onClick={() => void mail.send(ids)}>
          {t('links.send')}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => void withdraw()}>
          {t('links.withdraw')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
