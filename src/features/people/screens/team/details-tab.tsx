import { useId, useState } from 'react';
import { useInvalidateFeatures, useWrite } from '#web/api.ts';
import { useRestoredInput } from '#web/editing/preserved-input.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { session, useActor } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { useSaveable } from '#web/ui/feedback/save-bar-page.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { TeamKind, TeamRecord, TeamRow } from '../../team-contract.ts';
import { OutdatedNotice } from '../outdated-notice.tsx';
import { PersonForm } from '../person-form.tsx';
import { personName, teamRoutes } from '../person-types.ts';
import type { PersonWrite } from '../use-person-form.ts';
import { useTouched } from '../use-touched.ts';
import classes from './team.module.css';
import { useTeamSaveError } from './use-team-save-error.ts';

interface Props {
  kind: TeamKind;
  member: TeamRecord;
}

/** Name, e-mail, phone, color and picture of a member. */
export function DetailsTab({ kind, member }: Props) {
  const t = useTranslation('people');
  const isMine = member.id === useActor().userId;
  if (member.user_type === 1) {
    return (
      <Card title={t('team.tab.details')}>
        <Notice tone="info" title={t('team.ownerDetails')}>
          {isMine && <AppLink to="/my-profile">{t('team.toProfile')}</AppLink>}
        </Notice>
      </Card>
    );
  }
  return <DetailsForm kind={kind} member={member} isMine={isMine} />;
}

function DetailsForm({ kind, member, isMine }: Props & { isMine: boolean }) {
  const t = useTranslation('people');
  const formId = useId();
  const refresh = useInvalidateFeatures();
  const [isDirty, setDirty] = useState(useRestoredInput(`person.${kind}.${member.id}`) !== null);
  const [base, setBase] = useBase(member, isDirty);
  const [round, setRound] = useState(0);
  const fields = useTouched(() => setDirty(true));
  const { update, write } = useMemberUpdate(kind, member.id, (row) => {
    setDirty(false);
    setBase((before) => ({ ...before, ...row }));
    if (isMine) void session.reload();
  });
  const restart = () => {
    update.reset();
    setDirty(false);
    // Input restored after signing in again may be based on an older rev than the one loaded here.
    setRound(round + 1);
  };
  useSaveable({
    isDirty,
    pending: update.pending,
    // The form sends itself: it holds the values.
    save: async () => (document.getElementById(formId) as HTMLFormElement | null)?.requestSubmit(),
    discard: restart,
    others: () => [],
  });
  return (
    <Card title={t('team.tab.details')} flush>
      {update.failure?.type === 'CONFLICT' && (
        <div className={classes.inCard}>
          <OutdatedNotice
            text={update.failure.message}
            onReload={() => {
              restart();
              void refresh('people');
            }}
          />
        </div>
      )}
      {/* Input events of all fields, including the picture, bubble up to this element. */}
      <div ref={fields}>
        <PersonForm
          key={`${base.rev} ${round}`}
          type={kind}
          formId={formId}
          record={base}
          recordId={member.id}
          prefill={{}}
          write={write}
        />
      </div>
    </Card>
  );
}

/** Unsaved input must not disappear: while something is typed, the form stays based on the record it was opened with. */
function useBase(member: TeamRecord, isDirty: boolean) {
  const state = useState(member);
  const [base, setBase] = state;
  if (!isDirty && member.rev > base.rev) setBase(member);
  return state;
}

/** The save command of a member, and the same as the form sees it. */
function useMemberUpdate(kind: TeamKind, id: string, onDone: (row: TeamRow) => void) {
  const t = useTranslation('people');
  const update = useWrite(teamRoutes[kind].update, {
    toast: (row) => t('updated', { type: t(`type.${kind}`), name: personName(row) }),
    onDone,
    onFail: useTeamSaveError(),
  });
  const write = {
    ...update,
    send: (input: object) => update.send({ ...input, id } as Parameters<typeof update.send>[0]),
  } as unknown as PersonWrite;
  return { update, write };
}
