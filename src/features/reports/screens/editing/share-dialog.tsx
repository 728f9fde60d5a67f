import { Button, Checkbox, TagsInput, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { shareReport } from '../../publishing-contract.ts';
import classes from './editor.module.css';

/** Mails a published report to addresses, each with its own link, so that the view log shows who has read it. */
export function ShareDialog(props: {
  reportId: string;
  /** Suggested while typing. */
  people: readonly { name: string; email: string }[];
  onClose: () => void;
}) {
  const t = useTranslation('reports');
  const [recipients, setRecipients] = useState<string[]>([]);
  const [typed, setTyped] = useState('');
  const [extraMessage, setMessage] = useState('');
  const [options, setOptions] = useState({ sendFullReport: true, sendSummaryReport: false });
  const share = useWrite(shareReport, {
    onDone: props.onClose,
    toast: ({ sent }) => t('share.done', { count: sent }),
  });
  const { fieldErrors: errors } = share;
  const wrong = Object.entries(errors)
    .filter(([field]) => field.startsWith('recipients'))
    .map(([, message]) => message);
  function send() {
    // An address typed but not yet confirmed counts as well.
    const all = [...recipients, typed.trim()].filter(Boolean);
    setRecipients(all);
    setTyped('');
    void share.send({ reportId: props.reportId, recipients: all, extraMessage, ...options });
  }
  const tick = (field: keyof typeof options) => ({
    checked: options[field],
    onChange: () => setOptions({ ...options, [field]: !options[field] }),
  });
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title={t('share.title')}
      locked={share.pending}
      closeOnBackdrop={false}
      footer={
        <>
          <Button variant="default" onClick={props.onClose} disabled={share.pending}>
            {t('publish.cancel')}
          </Button>
          <Button onClick={send} loading={share.pending}>
            {t('share.send')}
          </Button>
        </>
      }
    >
      <div className={classes.publish}>
        <TagsInput
          data-autofocus
          label={t('share.recipients')}
          description={t('share.recipientsHint')}
          data={props.people.map((person) => person.email).filter(Boolean)}
          value={recipients}
          onChange={setRecipients}
          searchValue={typed}
          onSearchChange={setTyped}
          splitChars={[',', ';', ' ']}
          maxTags={20}
          error={wrong.length > 0 && wrong.join(' · ')}
          disabled={share.pending}
        />
        <fieldset className={classes.plain} disabled={share.pending}>
          <legend className={classes.fieldLabel}>{t('share.documents')}</legend>
          <Checkbox className={classes.recipient} label={t('pdfs.full')} {...tick('sendFullReport')} />
          <Checkbox className={classes.recipient} label={t('pdfs.summary')} {...tick('sendSummaryReport')} />
          {errors.sendFullReport && (
            <Text c="var(--mantine-color-error)" fz="sm" role="alert">
              {errors.sendFullReport}
            </Text>
          )}
        </fieldset>
        <Textarea
          label={t('publish.message')}
          placeholder={t('publish.messageHint')}
          value={extraMessage}
          maxLength={2000}
          autosize
          minRows={2}
          error={errors.extraMessage}
          disabled={share.pending}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  );
}
