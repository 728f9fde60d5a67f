import { useRef } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useActor } from '#web/session.ts';
import { DryRunSection } from '../dry-run/dry-run-section.tsx';
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
  const mayTry = allows(useActor(), 'manage_automations');
  return (
    <div className={classes.columns}>
      <div className={classes.fields}>
        {type === 1 && <EmailFields draft={draft} target={target} />}
        {type === 2 && <TextFields draft={draft} target={target} />}
        {type === 3 && <WebhookFields draft={draft} target={target} />}
        <PlaceholderNotices action={action} />
      </div>
      <div className={classes.side}>
        <MergedPreview action={action} />
        {mayTry && <DryRunSection action={action} />}
      </div>
    </div>
  );
}
