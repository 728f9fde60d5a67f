import type { Action } from '#domain/automations/action-types.ts';
import { mergeTemplate, webhookData } from '#domain/automations/placeholders.ts';
import { htmlToRichText } from '#domain/text/html-to-rich-text.ts';
import { toHtml } from '#domain/text/rich-text.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { shownAddress } from '#features/messages/screens/kit/shown-address.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { EntityPicker } from '#web/ui/inputs/entity-picker.tsx';
import type { PreviewedAction } from '../../jobs-contract.ts';
import { useReasonText } from '../use-reason-text.ts';
import { useSampleValues } from './sample-values.ts';
import { type ActionPreview, latestAppointments, useActionPreview } from './use-preview.ts';
import classes from './wizard.module.css';

/** Shows what will be sent for a real appointment; with example values only where there is none. */
export function MergedPreview({ action }: { action: Action }) {
  const t = useTranslation('automations');
  const merged = useActionPreview(action);
  const { preview, isLoading, isNone } = merged;
  const samples = useMergedSamples(action);
  return (
    <section className={classes.preview} aria-label={t('preview')}>
      <h3 className={classes.previewTitle}>{t('preview')}</h3>
      {isNone ? <p className={classes.hint}>{t('previewSamples')}</p> : <AppointmentField of={merged} />}
      {isLoading ? (
        <LinesSkeleton lines={4} />
      ) : (
        <>
          {!preview && !isNone && <p className={classes.hint}>{t('previewHint')}</p>}
          {preview && <Addressees of={preview} />}
          <Content type={action.action_type} {...(preview ?? samples)} />
          {preview && <ValueNotices of={preview} />}
        </>
      )}
    </section>
  );
}

function AppointmentField({ of: { appointment, choose } }: { of: ActionPreview }) {
  const t = useTranslation('automations');
  const format = useFormat();
  const { timezone } = useUser();
  return (
    <div className={classes.picker}>
      <EntityPicker
        route={listAppointments}
        inputFor={(text) => ({ ...latestAppointments, ...(text ? { text } : {}) })}
        value={appointment ? [appointment] : []}
        onChange={(rows) => choose(rows.at(-1) ?? null)}
        idOf={(row) => row.id}
        labelOf={(row) => [row.order_id, format.date(row.date_time, timezone)].filter(Boolean).join(' · ')}
        detailOf={(row) =>
          [...row.clients.map((one) => `${one.first_name} ${one.last_name}`.trim()), row.address]
            .filter(Boolean)
            .join(' · ')
        }
        label={t('previewWith')}
        single
      />
    </div>
  );
}

/** Who gets it, or why it would not be sent now. */
function Addressees({ of: { recipients, unreachable, reason, rules } }: { of: PreviewedAction }) {
  const t = useTranslation('automations');
  const reasonText = useReasonText();
  const names = recipients.map(({ name, address }) =>
    name ? `${name} (${shownAddress(address)})` : shownAddress(address),
  );
  return (
    <>
      {names.length > 0 && <p className={classes.hint}>{t('previewTo', { names: names.join(', ') })}</p>}
      {unreachable.length > 0 && (
        <p className={classes.hint}>{t('previewUnreachable', { names: unreachable.join(', ') })}</p>
      )}
      {reason !== null && (
        <p className={classes.hint}>{t('previewNotSent', { reason: reasonText(reason, rules) })}</p>
      )}
    </>
  );
}

function Content({ type, subject, body }: { type: Action['action_type']; subject: string; body: string }) {
  const t = useTranslation('automations');
  if (type === 2) return <p className={classes.bubble}>{body}</p>;
  if (type === 3) return <pre className={classes.code}>{indented(body)}</pre>;
  return (
    <>
      <p className={classes.previewSubject}>{subject || t('noSubject')}</p>
      <div
        className={classes.previewBody}
        // Rendered from a tree that has text, lists and links only
        dangerouslySetInnerHTML={{ __html: toHtml(htmlToRichText(body)) }}
      />
    </>
  );
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

/** Names the placeholders without a value for this appointment, and those known only when the event happens. */
function ValueNotices({ of: { empty, later } }: { of: PreviewedAction }) {
  const t = useTranslation('automations');
  const listed = (names: readonly string[]) => names.map((name) => <div key={name}>{`{{${name}}}`}</div>);
  return (
    <div className={classes.notices}>
      {empty.length > 0 && (
        <Notice tone="warn" title={t('emptyPlaceholder')}>
          {listed(empty)}
        </Notice>
      )}
      {later.length > 0 && (
        <Notice tone="info" title={t('knownLater')}>
          {listed(later)}
        </Notice>
      )}
    </div>
  );
}

/** The content with example values. */
function useMergedSamples(action: Action): { subject: string; body: string } {
  const t = useTranslation('automations');
  const samples = useSampleValues();
  const { action_type: type, subject, body_content, webhook_data } = action;
  const merged = (text: string, into: 'subject' | 'text' | 'html') => mergeTemplate(text, samples, into).text;
  if (type === 3)
    return {
      subject: '',
      body: JSON.stringify(webhookData(webhook_data, samples, t('wholeAppointment')).data),
    };
  return { subject: merged(subject, 'subject'), body: merged(body_content, type === 1 ? 'html' : 'text') };
}
