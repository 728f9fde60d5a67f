import { Checkbox, NativeSelect, TagsInput, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { shareReport } from '../../../publishing-contract.ts';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import classes from '../editor.module.css';

/** Mails a published report to addresses, each with its own link, so that the view log shows who has read it. */
export function ShareDialog(props: {
  reportId: string;
  /** Suggested while typing. */
  people: readonly { name: string; email: string }[];
  onClose: () => void;
}) {
  const t = useTranslation('reports');
  const { share, send, form, change, recipientError } = useShare(props);
  return (
    <GuardedDialog
      opened
      onClose={props.onClose}
      title={t('share.title')}
      locked={share.pending}
      footer={<DialogButtons label={t('share.send')} isPending={share.pending} onSend={send} />}
    >
      <div className={classes.publish}>
        <Recipients
          people={props.people}
          form={form}
          onChange={change}
          error={recipientError}
          disabled={share.pending}
        />
        <Documents
          form={form}
          onChange={change}
          error={share.fieldErrors.sendFullReport}
          disabled={share.pending}
        />
        <Textarea
          label={t('publish.message')}
          placeholder={t('publish.messageHint')}
          value={form.extraMessage}
          maxLength={2000}
          autosize
          minRows={2}
          error={share.fieldErrors.extraMessage}
          disabled={share.pending}
          onChange={(event) => change({ extraMessage: event.currentTarget.value })}
        />
      </div>
    </GuardedDialog>
  );
}

interface ShareForm {
  recipients: string[];
  /** An address that is typed but not yet confirmed. */
  typed: string;
  extraMessage: string;
  sendFullReport: boolean;
  sendSummaryReport: boolean;
  /** What the summary lists; null: as published. */
  summary: 'automatic' | 'hand_picked' | null;
}

const emptyForm: ShareForm = {
  recipients: [],
  typed: '',
  extraMessage: '',
  sendFullReport: true,
  sendSummaryReport: false,
  summary: null,
};

/** The state of the dialog and the command that sends it. */
function useShare({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const t = useTranslation('reports');
  const [form, setForm] = useState(emptyForm);
  const change = (changes: Partial<ShareForm>) => setForm((before) => ({ ...before, ...changes }));
  const share = useWrite(shareReport, {
    onDone: onClose,
    toast: ({ sent }) => t('share.done', { count: sent }),
  });
  const recipientError = Object.entries(share.fieldErrors)
    .filter(([field]) => field.startsWith('recipients'))
    .map(([, message]) => message)
    .join(' · ');
  function send() {
    const { typed, summary, ...rest } = form;
    const recipients = [...form.recipients, typed.trim()].filter(Boolean);
    change({ recipients, typed: '' });
    const listed = summary && rest.sendSummaryReport ? { summary } : {};
    void share.send({ reportId, ...rest, ...listed, recipients });
  }
  return { share, send, form, change, recipientError };
}

interface PartProps {
  form: ShareForm;
  onChange: (changes: Partial<ShareForm>) => void;
  error: string | undefined;
  disabled: boolean;
}

function Recipients(props: PartProps & { people: readonly { email: string }[] }) {
  const t = useTranslation('reports');
  const { form, onChange } = props;
  return (
    <TagsInput
      data-autofocus
      // The suggestions would cover what follows as soon as the dialog opens.
      openOnFocus={false}
      label={t('share.recipients')}
      description={t('share.recipientsHint')}
      data={props.people.map((person) => person.email).filter(Boolean)}
      value={form.recipients}
      onChange={(recipients) => onChange({ recipients })}
      searchValue={form.typed}
      onSearchChange={(typed) => onChange({ typed })}
      splitChars={[',', ';', ' ']}
      maxTags={20}
      error={props.error}
      disabled={props.disabled}
    />
  );
}

/** Which PDFs the emails link to. */
function Documents(props: PartProps) {
  const t = useTranslation('reports');
  const { form, onChange, error } = props;
  const tick = (field: 'sendFullReport' | 'sendSummaryReport') => ({
    checked: form[field],
    onChange: () => onChange({ [field]: !form[field] }),
  });
  return (
    <fieldset className={classes.plain} disabled={props.disabled}>
      <legend className={classes.fieldLabel}>{t('share.documents')}</legend>
      <Checkbox className={classes.recipient} label={t('pdfs.full')} {...tick('sendFullReport')} />
      <Checkbox className={classes.recipient} label={t('pdfs.summary')} {...tick('sendSummaryReport')} />
      {form.sendSummaryReport && (
        <NativeSelect
          mt="xs"
          label={t('summary.label')}
          description={form.sendFullReport ? undefined : t('share.summaryOnly')}
          data={(['published', 'automatic', 'hand_picked'] as const).map((mode) => ({
            value: mode,
            label: t(`summary.${mode}`),
          }))}
          value={form.summary ?? 'published'}
          onChange={({ currentTarget: { value } }) =>
            onChange({ summary: value === 'automatic' || value === 'hand_picked' ? value : null })
          }
        />
      )}
      {error && (
        <Text c="var(--mantine-color-error)" fz="sm" role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
