import { actionLimits } from '#domain/automations/clean-action.ts';
import { mergeTemplate } from '#domain/automations/placeholders.ts';
import { countSegments, withPlainCharacters } from '#domain/messages/segments.ts';
import { useTranslation } from '#web/i18n.ts';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import { type InsertTarget, useInsertable } from './insert-target.ts';
import { PlaceholderBar } from './placeholder-bar.tsx';
import { RecipientsField } from './recipients-field.tsx';
import { useSampleValues } from './sample-values.ts';
import type { ActionDraft } from './use-action-draft.ts';

/** The recipients and the text of a text message, with the number of segments it will have. */
export function TextFields({
  draft: { action, change },
  target,
}: {
  draft: ActionDraft;
  target: InsertTarget;
}) {
  const t = useTranslation('automations');
  const samples = useSampleValues();
  const body = useInsertable<HTMLTextAreaElement>(target, (text) => change({ body_content: text }), true);
  const sent = withPlainCharacters(mergeTemplate(action.body_content, samples, 'text').text);
  const { segments, costly } = countSegments(sent);
  return (
    <>
      <RecipientsField
        label={t('to')}
        value={action.to_address}
        onChange={(to_address) => change({ to_address })}
        isText
      />
      <PlaceholderBar target={target} />
      <TextArea
        {...body}
        label={t('message')}
        minRows={5}
        maxLength={actionLimits.text}
        value={action.body_content}
        onChange={(event) => change({ body_content: event.currentTarget.value })}
        description={
          <>
            {t('segments', { count: segments, characters: [...sent].length })}
            {costly.length > 0 && ` ${t('costly', { characters: costly.slice(0, 5).join(' ') })}`}
          </>
        }
      />
    </>
  );
}
