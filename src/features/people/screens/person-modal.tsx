import { Button } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { type Read, useRead, useWrite, type Write } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import type { Contact, PersonOption } from '../contract.ts';
import type { TeamKind } from '../team-contract.ts';
import { OutdatedNotice } from './outdated-notice.tsx';
import { PersonForm } from './person-form.tsx';
import classes from './person-modal.module.css';
import {
  type ContactType,
  contactRoutes,
  isTeamType,
  type PersonType,
  type Prefill,
  personName,
  teamRoutes,
} from './person-types.ts';
import type { PersonRecord, PersonWrite } from './use-person-form.ts';

/** The person just saved, as far as the response describes them. */
export type SavedPerson = PersonOption & { company_name?: string; status: number };

interface Props {
  type: PersonType;
  opened: boolean;
  /** The record to edit; null adds a new one. */
  id?: string | null;
  prefill?: Prefill;
  onClose: () => void;
  onSaved?: (person: SavedPerson) => void;
}

/**
 * Adds or edits a person of any of the six types. Can't be closed while saving, but for at most 30 seconds without a
 * response.
 */
export function PersonModal(props: Props) {
  return isTeamType(props.type) ? (
    <TeamModal key={props.type} {...props} type={props.type} />
  ) : (
    <ContactModal key={props.type} {...props} type={props.type} />
  );
}

function ContactModal(props: Props & { type: ContactType }) {
  const t = useTranslation('people');
  const { type, id = null } = props;
  const routes = contactRoutes[type];
  const record = useRead(routes.get, { id: id ?? '' }, { enabled: props.opened && id !== null });
  const said = useSaid(type);
  const onDone = (saved: Contact & { warnings: Record<string, string> }) => {
    if (saved.warnings.email) toast(t('sameEmail', { email: saved.email }), { kind: 'warning' });
    props.onClose();
    props.onSaved?.(saved);
  };
  const create = useWrite(routes.create, { toast: said('added'), onDone });
  const update = useWrite(routes.update, { toast: said('updated'), onDone, onFail: isOutdated });
  return <Frame {...props} record={record} create={create as Saving} update={update as unknown as Saving} />;
}

function TeamModal(props: Props & { type: TeamKind }) {
  const t = useTranslation('people');
  const { type, id = null } = props;
  const routes = teamRoutes[type];
  const record = useRead(routes.get, { id: id ?? '' }, { enabled: props.opened && id !== null });
  const said = useSaid(type);
  const onDone = (saved: SavedPerson) => {
    props.onClose();
    props.onSaved?.(saved);
  };
  // Unexpected failures have their own message here; rejections show the server's.
  const onFail = (failure: ApiFailure) => {
    if (id !== null && isOutdated(failure)) return true;
    const isForeseen = failure.status >= 400 && failure.status < 500 && failure.body !== null;
    if (isForeseen || failure.type === 'ABORTED') return false;
    toast(t('teamSaveFailed'), { kind: 'error' });
    return true;
  };
  const create = useWrite(routes.create, { toast: said('added'), onDone, onFail });
  const update = useWrite(routes.update, { toast: said('updated'), onDone, onFail });
  return (
    <Frame
      {...props}
      record={record}
      create={create as unknown as Saving}
      update={update as unknown as Saving}
    />
  );
}

/** A colleague saved first; the dialog shows that itself. */
function isOutdated(failure: ApiFailure): boolean {
  return failure.type === 'CONFLICT';
}

function useSaid(type: PersonType) {
  const t = useTranslation('people');
  return (text: 'added' | 'updated') => (saved: Parameters<typeof personName>[0]) =>
    t(text, { type: t(`type.${type}`), name: personName(saved) });
}

type Saving = PersonWrite & Write<never>;
interface FrameProps extends Props {
  record: Read<PersonRecord>;
  create: Saving;
  update: Saving;
}

function Frame({ type, opened, id = null, prefill, onClose, record, create, update }: FrameProps) {
  const t = useTranslation('people');
  const formId = useId();
  const { base, reload } = useBaseRecord(opened, record);
  const write = id === null ? create : forRecord(update, id);
  const isReady = id === null || base !== null;
  const [isDirty, setDirty] = useState(false);
  return (
    <GuardedDialog
      opened={opened}
      onClose={() => {
        write.reset();
        setDirty(false);
        onClose();
      }}
      isDirty={isDirty}
      title={t(`${id === null ? 'newOf' : 'editOf'}.${type}`)}
      width={900}
      locked={write.pending}
      flush
      footer={<Buttons formId={formId} isPending={write.pending} isReady={isReady} />}
    >
      {write.failure?.type === 'CONFLICT' && id !== null && (
        <div className={classes.notice}>
          <OutdatedNotice
            text={write.failure.message}
            onReload={() => {
              write.reset();
              reload();
            }}
          />
        </div>
      )}
      {isReady ? (
        <PersonForm
          key={base?.rev ?? 0}
          type={type}
          formId={formId}
          record={id === null ? null : base}
          recordId={id}
          prefill={prefill ?? {}}
          write={write}
          onDirty={setDirty}
        />
      ) : (
        <Loading record={record} />
      )}
    </GuardedDialog>
  );
}

/** Adds the id of the record; the form adds the rev its values are based on. */
function forRecord(update: Saving, id: string): PersonWrite {
  return { ...update, send: (input) => update.send({ ...input, id } as typeof input) };
}

interface ButtonsProps {
  formId: string;
  isPending: boolean;
  isReady: boolean;
}

function Buttons({ formId, isPending, isReady }: ButtonsProps) {
  const t = useTranslation('people');
  return (
    <>
      <CancelButton disabled={isPending} />
      <Button type="submit" form={formId} loading={isPending} disabled={!isReady}>
        {t('save')}
      </Button>
    </>
  );
}

/** The form keeps its initial values, so it waits for the current record and then stays based on it. */
function useBaseRecord(opened: boolean, { data, fetching, retry }: Read<PersonRecord>) {
  const [base, setBase] = useState<PersonRecord | null>(null);
  useEffect(() => {
    if (!opened) setBase(null);
    else if (data && !fetching) setBase((before) => before ?? data);
  }, [opened, data, fetching]);
  const reload = () => {
    setBase(null);
    retry();
  };
  return { base, reload };
}

function Loading({ record }: { record: Read<PersonRecord> }) {
  if (record.status === 'failed') return <ErrorState failure={record.failure} onRetry={record.retry} />;
  return (
    <div className={classes.waiting}>
      <LinesSkeleton lines={8} height={28} />
    </div>
  );
}
