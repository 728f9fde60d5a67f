import { Checkbox, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { asInstant } from '#domain/base/time.ts';
import {
  type MissingPart,
  missingParts,
  type PublishDoubt,
  type PublishProblem,
  publishDoubts,
  publishProblems,
} from '#domain/reports/publishing.ts';
import type { AppointmentStatus } from '#domain/scheduling/appointment-states.ts';
import type { SummaryMode } from '#domain/settings/reports.ts';
import { useWrite } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { publishReport } from '../../../publishing-contract.ts';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import type { EditorState } from '../../work/editor-types.ts';
import { useEditorTools } from '../../work/use-report-editor.ts';
import { useSyncBeforeHandoff } from '../../work/use-sync-before-handoff.ts';
import { SummaryChoice } from '../comments/summary-choice.tsx';
import classes from '../editor.module.css';
import { ReportCounts, UnsyncedNotice } from './unsynced-notice.tsx';

/** Confirms publishing: completeness, recipients and message. Missing parts link to their place. */
export function PublishDialog(props: {
  state: EditorState;
  onClose: () => void;
  onJump: (part: Pick<MissingPart, 'section_id' | 'item_id' | 'comment_id'>) => void;
}) {
  const { state, onClose, onJump } = props;
  const t = useTranslation('reports');
  const { report, content } = state;
  const [message, setMessage] = useState<PublishMessage>(() => ({
    recipients: report.people.filter((person) => person.by_default).map((person) => person.id),
    text: '',
    isSilent: false,
  }));
  const [summary, setSummary] = useState<SummaryMode>(report.settings.summary ?? 'automatic');
  const { publish, isThere, retry } = usePublish(state, onClose);
  const doubts = doubtsOf(state);
  const problems = publishProblems(content, {
    appointment_status: report.appointment.status as AppointmentStatus,
    require_completion_to_publish: report.settings.require_completion_to_publish,
  });
  const isPublished = report.published_rev !== null;
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t(isPublished ? 'publish.again' : 'publish.title')}
      locked={publish.pending}
      footer={
        <DialogButtons
          label={t(
            doubts.length > 0 ? 'publish.anyway' : isPublished ? 'publish.republish' : 'publish.publish',
          )}
          isPending={publish.pending}
          onSend={() =>
            void publish.send({
              ...{ id: report.id, rev: report.rev, confirmed: doubts.length > 0, summary },
              ...messageOnWire(message),
            })
          }
          disabled={isThere !== 'yes' || problems.length > 0}
          autoFocus
        />
      }
    >
      <div className={classes.publish}>
        <ReportCounts state={state} />
        <UnsyncedNotice isThere={isThere} onRetry={retry} />
        {problems.map((problem) => (
          <Problem key={problem.field} problem={problem} status={report.appointment.status} onJump={onJump} />
        ))}
        <Doubts state={state} doubts={doubts} onJump={onJump} />
        <UnsortedPhotos state={state} />
        <Gate state={state} />
        <SummaryChoice state={state} value={summary} onChange={setSummary} />
        <MessageFields people={report.people} message={message} onChange={setMessage} />
      </div>
    </GuardedDialog>
  );
}

function doubtsOf({ report, content }: EditorState): PublishDoubt[] {
  return publishDoubts(content, {
    starts_at: asInstant(report.appointment.date_time),
    now: now(),
    first_published_at: report.first_published_at,
  });
}

/** What speaks against publishing now; the button below then says "anyway". */
function Doubts(props: {
  state: EditorState;
  doubts: readonly PublishDoubt[];
  onJump: (part: MissingPart) => void;
}) {
  const { state, doubts, onJump } = props;
  const t = useTranslation('reports');
  const format = useFormat();
  if (doubts.length === 0) return null;
  const { timezone } = state.report.appointment;
  const [first] = missingParts(state.content);
  return (
    <Notice tone="warn" title={t('publish.doubt.title')}>
      {doubts.map((doubt) => (
        <p key={doubt.what} className={classes.doubt}>
          {doubt.what === 'early'
            ? t('publish.doubt.early', {
                when: `${format.day(doubt.starts_at, timezone)}, ${format.time(doubt.starts_at, timezone)}`,
              })
            : t('publish.doubt.unrated', { rated: doubt.rated, rateable: doubt.rateable })}
        </p>
      ))}
      {first && doubts.some(({ what }) => what === 'unrated') && (
        <button type="button" className={classes.jump} onClick={() => onJump(first)}>
          {t('publish.firstMissing', { place: `${first.section} › ${first.item}` })}
        </button>
      )}
    </Notice>
  );
}

/** Photos that belong to no item yet are not part of what is published. */
function UnsortedPhotos({ state }: { state: EditorState }) {
  const t = useTranslation('reports');
  const count = state.content.unsorted?.length ?? 0;
  return count > 0 && <Notice tone="info" title={t('photos.unsortedBefore', { count })} />;
}

/** Who is notified of the publication, and with which text. */
interface PublishMessage {
  recipients: readonly string[];
  text: string;
  isSilent: boolean;
}

function messageOnWire({ recipients, text, isSilent }: PublishMessage) {
  return { message: text, ...(isSilent ? { without_sending: true } : { send_to: [...recipients] }) };
}

function usePublish(state: EditorState, onClose: () => void) {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const publish = useWrite(publishReport, {
    onDone: () => {
      void editor.sync();
      onClose();
    },
    toast: ({ sent }) => (sent > 0 ? t('publish.doneSent', { count: sent }) : t('publish.done')),
    onFail: (failure) => {
      if (failure.type === 'CONFLICT') void editor.sync();
      return false;
    },
  });
  // The server publishes what it has, so pending changes are sent first.
  const [isThere, retry] = useSyncBeforeHandoff(editor, state.saving);
  return { publish, isThere, retry };
}

function MessageFields(props: {
  people: EditorState['report']['people'];
  message: PublishMessage;
  onChange: (message: PublishMessage) => void;
}) {
  const { people, message, onChange } = props;
  const t = useTranslation('reports');
  const { recipients, isSilent } = message;
  const toggled = (id: string) =>
    recipients.includes(id) ? recipients.filter((one) => one !== id) : [...recipients, id];
  return (
    <>
      <fieldset className={classes.plain} disabled={isSilent}>
        <legend className={classes.fieldLabel}>{t('publish.recipients')}</legend>
        {people.length === 0 && <Text c="dimmed">{t('publish.noRecipients')}</Text>}
        {people.map((person) => (
          <Checkbox
            key={person.id}
            className={classes.recipient}
            label={`${person.name || person.email} · ${t(`role.${person.role}`)}`}
            description={person.email}
            checked={!isSilent && recipients.includes(person.id)}
            onChange={() => onChange({ ...message, recipients: toggled(person.id) })}
          />
        ))}
      </fieldset>
      <Textarea
        label={t('publish.message')}
        placeholder={t('publish.messageHint')}
        value={message.text}
        maxLength={2000}
        autosize
        minRows={2}
        disabled={isSilent}
        onChange={(event) => onChange({ ...message, text: event.currentTarget.value })}
      />
      <Checkbox
        label={t('publish.silent')}
        checked={isSilent}
        onChange={() => onChange({ ...message, isSilent: !isSilent })}
      />
    </>
  );
}

function Problem(props: { problem: PublishProblem; status: string; onJump: (part: MissingPart) => void }) {
  const t = useTranslation('reports');
  const { problem } = props;
  const key =
    problem.field === 'appointment' ? `publish.problem.${props.status}` : `publish.problem.${problem.field}`;
  return (
    <Notice tone="bad" title={t(key, problem.counts)}>
      {problem.missing.length > 0 && (
        <ul className={classes.missing}>
          {problem.missing.slice(0, 100).map((part) => (
            <li key={`${part.item_id}${part.comment_id}`}>
              <button type="button" className={classes.jump} onClick={() => props.onJump(part)}>
                {`${part.section} › ${part.item}: ${part.comment ?? t('publish.rating')}`}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

/** What will still lock clients out after publishing. */
function Gate({ state }: { state: EditorState }) {
  const t = useTranslation('reports');
  const { require_payment, paid, agreement_signed } = state.report.appointment;
  const open = [
    ...(agreement_signed ? [] : [t('publish.unsigned')]),
    ...(require_payment && !paid ? [t('publish.unpaid')] : []),
  ];
  if (open.length === 0) return null;
  return <Notice tone="info" title={t('publish.gate', { steps: open.join(', ') })} />;
}
