import type { Action } from '#domain/automations/action-types.ts';
import { mergeTemplate, webhookData } from '#domain/automations/placeholders.ts';
import { htmlToRichText } from '#domain/text/html-to-rich-text.ts';
import { toHtml } from '#domain/text/rich-text.ts';
import { useTranslation } from '#web/i18n.ts';
import { useSampleValues } from './sample-values.ts';
import classes from './wizard.module.css';

/** Shows what will be sent, with example values. */
export function MergedPreview({ action }: { action: Action }) {
  const t = useTranslation('automations');
  const samples = useSampleValues();
  const merged = (text: string, into: 'subject' | 'text') => mergeTemplate(text, samples, into).text;
  return (
    <section className={classes.preview} aria-label={t('preview')}>
      <h3 className={classes.previewTitle}>{t('preview')}</h3>
      <p className={classes.hint}>{t('previewHint')}</p>
      {action.action_type === 1 && (
        <>
          <p className={classes.previewSubject}>{merged(action.subject, 'subject') || t('noSubject')}</p>
          <div
            className={classes.previewBody}
            // Rendered from a tree that has text, lists and links only
            dangerouslySetInnerHTML={{
              __html: toHtml(htmlToRichText(mergeTemplate(action.body_content, samples, 'html').text)),
            }}
          />
        </>
      )}
      {action.action_type === 2 && <p className={classes.bubble}>{merged(action.body_content, 'text')}</p>}
      {action.action_type === 3 && (
        <pre className={classes.code}>
          {JSON.stringify(webhookData(action.webhook_data, samples, t('wholeAppointment')).data, null, 2)}
        </pre>
      )}
    </section>
  );
}
