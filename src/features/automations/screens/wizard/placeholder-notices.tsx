import type { Action } from '#domain/automations/action-types.ts';
import { neverFilled, placeholderProblems, templatesOf } from '#domain/automations/placeholders.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Names placeholders that do not exist, with what was probably meant, and those that the chosen event never fills. */
export function PlaceholderNotices({ action }: { action: Action }) {
  const t = useTranslation('automations');
  const templates = templatesOf(action);
  const unknown = templates.flatMap((text) => placeholderProblems(text));
  const unfilled = [...new Set(templates.flatMap((text) => neverFilled(text, action.event_type)))];
  return (
    <>
      {unknown.length > 0 && (
        <Notice tone="warn" title={t('unknownPlaceholder')}>
          {unknown.map(({ typed, nearest }) => (
            <div key={typed}>
              {nearest === null ? typed : t('didYouMean', { typed, nearest: `{{${nearest}}}` })}
            </div>
          ))}
        </Notice>
      )}
      {unfilled.length > 0 && (
        <Notice tone="warn" title={t('neverFilled', { event: t(`event.${action.event_type}`) })}>
          {unfilled.map((name) => (
            <div key={name}>{`{{${name}}}`}</div>
          ))}
        </Notice>
      )}
    </>
  );
}
