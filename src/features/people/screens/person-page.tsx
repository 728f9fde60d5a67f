import { ActionIcon, Button, Menu } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useRead } from '#web/api.ts';
import { openNewAppointment } from '#web/appointment-dialog-state.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { PageSlot } from '#web/page-slots.tsx';
import { useActor, useUser } from '#web/session.ts';
import { useCanSchedule } from '#web/shell/can-schedule.ts';
import { NotFoundPage } from '#web/shell/message-pages.tsx';
import { CardSkeleton, ErrorState, PageSkeleton } from '#web/ui/feedback/states.tsx';
import {
  IconCalendarPlus,
  IconDotsVertical,
  IconEdit,
  IconTrash,
  IconUserCircle,
} from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import type { Contact } from '../contract.ts';
import { ContactCard } from './contact-card.tsx';
import { LazyPersonModal } from './lazy-person-modal.tsx';
import { PersonStatus } from './list-columns.tsx';
import { NotesCard } from './notes-card.tsx';
import classes from './person-page.module.css';
import { contactRoutes, personName } from './person-types.ts';
import { type ContactTab, useContactActions } from './use-contact-actions.ts';

const tabs: readonly ContactTab[] = ['clients', 'agents', 'contractors'];

/** The page of a client, agent or contractor; team members have their own page. */
export function PersonPage({ kind, id }: { kind: string; id: string }) {
  const tab = tabs.find((one) => one === kind);
  if (tab) return <ContactPage key={id} tab={tab} id={id} />;
  if (kind === 'technicians' || kind === 'staffs')
    return <RedirectTo to={`/edit-technician/${kind}/${id}`} />;
  return <NotFoundPage />;
}

function RedirectTo({ to }: { to: string }) {
  const go = useNavigateTo();
  useEffect(() => go(to, { replace: true }), [go, to]);
  return <PageSkeleton />;
}

function ContactPage({ tab, id }: { tab: ContactTab; id: string }) {
  const record = useRead(contactRoutes[tab].get, { id });
  if (record.status === 'loading') return <PageSkeleton />;
  const isGone = record.failure?.status === 404 || record.failure?.type === 'BAD_USER_INPUT';
  if (isGone) return <NotFoundPage />;
  if (!record.data) return <ErrorState failure={record.failure} onRetry={record.retry} />;
  return <Loaded tab={tab} contact={record.data} />;
}

function Loaded({ tab, contact }: { tab: ContactTab; contact: Contact }) {
  const [isEditing, setEditing] = useState(false);
  const facts = { kind: tab, personId: contact.id };
  const skeleton = <CardSkeleton height={220} />;
  return (
    <>
      <ContactHeader tab={tab} contact={contact} onEdit={() => setEditing(true)} />
      <PageSlot name="person.delivery" {...facts} broken={() => null} />
      <div className={classes.columns}>
        <div className={classes.side}>
          <ContactCard contact={contact} tab={tab} />
          <div className={classes.last}>
            <NotesCard tab={tab} contact={contact} />
          </div>
        </div>
        <div className={classes.main}>
          <PageSlot name="person.money" {...facts} fallback={skeleton} />
          <PageSlot name="person.appointments" {...facts} fallback={skeleton} />
          <PageSlot name="person.messages" {...facts} fallback={skeleton} />
        </div>
      </div>
      <LazyPersonModal soon type={tab} opened={isEditing} id={contact.id} onClose={() => setEditing(false)} />
    </>
  );
}

interface HeaderProps {
  tab: ContactTab;
  contact: Contact;
  onEdit: () => void;
}

function ContactHeader({ tab, contact, onEdit }: HeaderProps) {
  const t = useTranslation('people');
  const format = useFormat();
  const go = useNavigateTo();
  const { timezone } = useUser();
  const mayEdit = allows(useActor(), 'manage_contacts');
  const maySchedule = useCanSchedule() && tab === 'clients' && contact.status === 1;
  const listPath = `/people${tab === 'clients' ? '' : `?tab=${tab}`}`;
  return (
    <PageHeader
      title={personName(contact)}
      purpose={t('addedAt', { date: format.date(contact.created_at, timezone) })}
      titleExtra={<PersonStatus status={contact.status} />}
      breadcrumbs={[
        { label: t('pageTitle'), to: '/people' },
        { label: t(`many.${tab}`), to: listPath },
      ]}
      actions={
        <>
          {maySchedule && (
            <HeadButton
              label={t('newAppointment')}
              icon={<IconCalendarPlus size={18} aria-hidden />}
              onClick={() => openNewAppointment({ client_id: contact.id })}
            />
          )}
          {mayEdit && (
            <HeadButton label={t('edit')} icon={<IconEdit size={18} aria-hidden />} onClick={onEdit} />
          )}
          {mayEdit && <PageMenu tab={tab} contact={contact} onRemoved={() => go(listPath)} />}
        </>
      }
    />
  );
}

/** A header button that shows only its icon on phones. */
function HeadButton({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  const isPhone = useIsPhone();
  return isPhone ? (
    <ActionIcon size={44} variant="default" aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  ) : (
    <Button variant="default" leftSection={icon} onClick={onClick}>
      {label}
    </Button>
  );
}

interface MenuProps {
  tab: ContactTab;
  contact: Contact;
  onRemoved: () => void;
}

function PageMenu({ tab, contact, onRemoved }: MenuProps) {
  const t = useTranslation('people');
  const actions = useContactActions(tab, onRemoved);
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          className={classes.dots ?? ''}
          aria-label={t('moreAbout', { name: personName(contact) })}
          loading={actions.pending}
        >
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUserCircle size={16} aria-hidden />}
          onClick={() => void actions.toggleStatus(contact)}
        >
          {t(contact.status === 1 ? 'makeInactive' : 'makeActive')}
        </Menu.Item>
        {actions.mayRemove && (
          <>
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => void actions.remove(contact)}
            >
              {t('remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
