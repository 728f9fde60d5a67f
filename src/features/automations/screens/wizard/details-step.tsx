import { useRef } from 'react';
import { EmailFields } from './email-fields.tsx';
import type { InsertTarget } from './insert-target.ts';
import { MergedPreview } from './merged-preview.tsx';
import { PlaceholderNotices } from './placeholder-notices.tsx';
import { TextFields } from './text-fields.tsx';
import type { ActionDraft } from './use-action-draft.ts';
import { WebhookFields } from './webhook-fields.tsx';
import classes from './wizard.module.css';

/** The last step: to which people the message goes and what it says, or where a webhook goes and with what. */
export function DetailsStep({ draft }: { draft: ActionDraft }) {
  const target: InsertTarget = useRef(null);
  const { action } = draft;
  const type = action.action_type;
  return (
    <div className={classes.columns}>
      <div className={classes.fields}>
        {type === 1 && <EmailFields draft={draft} target={target} />}
        {type === 2 && <TextFields draft={draft} target={target} />}
        {type === 3 && <WebhookFields draft={draft} target={target} />}
        <PlaceholderNotices action={action} />
      </div>
      <MergedPreview action={action} />
    </div>
  );
}
