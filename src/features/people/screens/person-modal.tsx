import { Button } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { useRead, useWrite, type Write } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/states.tsx';
import type { Contact } from '../contract.ts';
import { type ContactRoutes, type ContactType, contactName, routesOf } from './contact-kinds.ts';
import { PersonForm } from './person-form.tsx';

interface Props {
  type: ContactType;
  opened: boolean;
  /** The record to edit; null adds a new one. */
  id?: string | null;
  prefill?: { first_name: string; last_name: string };
  onClose: () => void;
  onSaved?: (contact: Contact) => void;
}

const noPrefill = { first_name: '', last_name: '' };

/** Adds or edits a contact. While saving nothing closes it; after 30 seconds without an answer it lets go again. */
export function PersonModal({ type, opened, id = null, prefill = noPrefill, onClose, onSaved }: Props) {
  const t = useText('people');
  const formId = useId();
  const { write, record } = useContactWrite(type, opened, id, (contact) => {
    onClose();
    onSaved?.(contact);
  });
  // The form keeps the values it began with, so it waits for the fresh record and then stays.
  const [begun, setBegun] = useState<Contact | null>(null);
  useEffect(() => {
    if (!opened) setBegun(null);
    else if (record.data && !record.fetching) setBegun((before) => before ?? record.data ?? null);
  }, [opened, record.data, record.fetching]);
  const isReady = id === null || begun !== null;
  return (
    <Dialog
      opened={opened}
      onClose={() => {
        write.reset();
        onClose();
      }}
      title={t(id === null ? 'newTitle' : 'editTitle', { type: t(`title.${type}`) })}
      width={900}
      locked={write.pending}
      closeOnBackdrop={false}
      flush
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={write.pending}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} loading={write.pending} disabled={!isReady}>
            {t('save')}
          </Button>
        </>
      }
    >
      {record.status === 'failed' && <ErrorState failure={record.failure} onRetry={record.retry} />}
      {!isReady && record.status !== 'failed' && (
        <div style={{ padding: 24, minHeight: 380 }}>
          <LinesSkeleton lines={8} height={28} />
        </div>
      )}
      {isReady && (
        <PersonForm
          type={type}
          formId={formId}
          record={id === null ? null : begun}
          prefill={prefill}
          write={write}
        />
      )}
    </Dialog>
  );
}

/** Reads the record when there is one and saves through the right route; both ways look like creating to the form. */
function useContactWrite(
  type: ContactType,
  opened: boolean,
  id: string | null,
  done: (contact: Contact) => void,
) {
  const t = useText('people');
  const routes = routesOf[type];
  const record = useRead(routes.get, { id: id ?? '' }, { enabled: opened && id !== null });
  const said = (text: string) => (saved: Contact) =>
    t(text, { type: t(`type.${type}`), name: contactName(saved) });
  const onDone = (saved: Contact & { warnings: Record<string, string> }) => {
    if (saved.warnings.email) toast(t('sameEmail', { email: saved.email }), { kind: 'warning' });
    done(saved);
  };
  const create = useWrite(routes.create, { toast: said('added'), onDone });
  const update = useWrite(routes.update, { toast: said('updated'), onDone });
  const write: Write<ContactRoutes['create']> =
    id === null
      ? create
      : {
          ...update,
          send: (input) => update.send({ ...input, id, ...(record.data ? { rev: record.data.rev } : {}) }),
        };
  return { write, record };
}
