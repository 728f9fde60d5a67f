import { Group, Radio, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { Suspense, useEffect, useMemo } from 'react';
import { senders } from '#domain/automations/action-types.ts';
import { actionLimits } from '#domain/automations/clean-action.ts';
import { readEmailBody, writeEmailBody } from '#domain/automations/email-body.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { type InsertTarget, useInsertable } from './insert-target.ts';
import { PlaceholderBar } from './placeholder-bar.tsx';
import { RecipientsField } from './recipients-field.tsx';
import type { ActionDraft } from './use-action-draft.ts';
import classes from './wizard.module.css';

const LazyField = lazy(async () => ({
  default: (await import('#web/ui/rich-text/autosave-rich-text-field.tsx')).AutosaveRichTextField,
}));

interface Props {
  draft: ActionDraft;
  target: InsertTarget;
}

/** The recipients, sender, subject and body of an email. */
export function EmailFields({ draft: { action, change }, target }: Props) {
  const t = useTranslation('automations');
  const subject = useInsertable<HTMLInputElement>(target, (text) => change({ subject: text }));
  return (
    <>
      <RecipientsField
        label={t('to')}
        value={action.to_address}
        onChange={(to_address) => change({ to_address })}
        isText={false}
      />
      <div className={classes.pair}>
        <RecipientsField
          label={t('cc')}
          value={action.cc_address}
          onChange={(cc_address) => change({ cc_address })}
          isText={false}
        />
        <RecipientsField
          label={t('bcc')}
          value={action.bcc_address}
          onChange={(bcc_address) => change({ bcc_address })}
          isText={false}
        />
      </div>
      <Radio.Group
        label={t('from')}
        value={String(action.from_address)}
        onChange={(value) => change({ from_address: value === '2' ? 2 : 1 })}
      >
        <Group gap={24} mt={4}>
          {senders.map((one) => (
            <Radio key={one} value={String(one)} label={t(`sender.${one}`)} />
          ))}
        </Group>
      </Radio.Group>
      <TextInput
        {...subject}
        label={t('subject')}
        value={action.subject}
        maxLength={actionLimits.subject}
        onChange={(event) => change({ subject: event.currentTarget.value })}
      />
      <PlaceholderBar target={target} />
      <Body draft={{ action, change }} target={target} />
    </>
  );
}

function Body({
  draft: { action, change },
  target,
}: {
  draft: Pick<ActionDraft, 'action' | 'change'>;
  target: InsertTarget;
}) {
  const t = useTranslation('automations');
  const body = useMemo(() => readEmailBody(action.body_content), [action.body_content]);
  return (
    <Suspense fallback={<LinesSkeleton lines={6} />}>
      <LazyField
        label={t('body')}
        value={body}
        onCommit={(tree) => change({ body_content: writeEmailBody(tree) })}
        headings
        more={(editor) => <BodyTarget editor={editor} target={target} />}
      />
    </Suspense>
  );
}

/** Placeholders go to the body until another field has the focus. */
function BodyTarget({ editor, target }: { editor: Editor; target: InsertTarget }) {
  useEffect(() => {
    const insert = (text: string) => editor.chain().focus().insertContent(text).run();
    const choose = () => {
      target.current = insert;
    };
    target.current ??= insert;
    editor.on('focus', choose);
    return () => {
      editor.off('focus', choose);
    };
  }, [editor, target]);
  return null;
}
