import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { mistypedTokens } from '#domain/text/placeholders.ts';
import { toHtml } from '#domain/text/rich-text.ts';
import { mostAgreementPages, textPages } from '#domain/text/text-pages.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconArrowLeft, IconEye } from '#web/ui/layout/icons.ts';
import { AutosaveRichTextField } from '#web/ui/rich-text/autosave-rich-text-field.tsx';
import type { EditedAgreement } from '../../library-contract.ts';
import type { AgreementDraft } from './agreement-draft.ts';
import { AgreementVersions } from './agreement-versions.tsx';
import classes from './library.module.css';
import { MistypedNotices } from './mistyped-notices.tsx';
import { PlaceholderBar } from './placeholder-bar.tsx';
import { PreviewDialog } from './text-dialogs.tsx';
import { type AgreementForm, useAgreementForm } from './use-agreement-form.ts';

const listPath = '/settings?tab=agreements';

/** Editor of one agreement template: its text, whether it is active, and its former versions. */
export function AgreementEditor({
  stored,
  first,
}: {
  stored: EditedAgreement | null;
  first: AgreementDraft;
}) {
  const t = useTranslation('agreements');
  const go = useNavigateTo();
  const form = useAgreementForm(stored, first, (id) =>
    go(`${listPath}&agreement=${id}`, { replace: true, keepScroll: true }),
  );
  const { saved } = form;
  return (
    <div className={classes.editor}>
      <UnstyledLink to={listPath} className={classes.back}>
        <IconArrowLeft size={18} stroke={1.8} aria-hidden />
        {t('lib.back')}
      </UnstyledLink>
      <SaveBarForm form={form} label={saved?.name ?? t('lib.new')}>
        <TextCard form={form} />
        <OfferCard form={form} />
        {saved && <AgreementVersions agreement={saved} />}
      </SaveBarForm>
    </div>
  );
}

function TextCard({ form }: { form: AgreementForm }) {
  const t = useTranslation('agreements');
  const { draft, saved } = form;
  const [isShown, setShown] = useState(false);
  return (
    <Card
      title={saved ? t('lib.versionNow', { version: saved.version }) : t('lib.new')}
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => setShown(true)}
          disabled={draft.text.content.length === 0}
        >
          {t('lib.preview')}
        </Button>
      }
    >
      <TextFields form={form} />
      {isShown && (
        <PreviewDialog name={draft.name} content={toHtml(draft.text)} onClose={() => setShown(false)} />
      )}
    </Card>
  );
}

/** From here on the editor says how long a text is. */
const manyPages = mostAgreementPages / 2;

function TextFields({ form }: { form: AgreementForm }) {
  const t = useTranslation('agreements');
  const { draft, saved } = form;
  const pages = useMemo(() => textPages(draft.text), [draft.text]);
  const isTooLong = pages > mostAgreementPages;
  const count = { pages, most: mostAgreementPages };
  return (
    <div className={classes.fields}>
      <TextInput
        label={t('lib.name')}
        value={draft.name}
        onChange={(event) => form.set({ name: event.currentTarget.value })}
        error={form.error('name')}
        maxLength={120}
        required
      />
      <Textarea
        label={t('lib.description')}
        description={t('lib.descriptionHint')}
        value={draft.description}
        onChange={(event) => form.set({ description: event.currentTarget.value })}
        error={form.error('description')}
        maxLength={1000}
        autosize
        minRows={1}
      />
      {saved && saved.copies > 0 && (
        <Notice tone="info">{t('lib.isUsed', { count: saved.copies, next: saved.version + 1 })}</Notice>
      )}
      <AutosaveRichTextField
        label={t('lib.text')}
        description={pages > manyPages && !isTooLong ? t('lib.pages', count) : t('lib.textHint')}
        value={draft.text}
        onCommit={(text) => form.set({ text })}
        error={isTooLong ? t('lib.tooLong', count) : form.error('content')}
        headings
        tall
        more={(editor) => <PlaceholderBar editor={editor} />}
      />
      <MistypedNotices found={mistypedTokens(draft.text)} />
    </div>
  );
}

function OfferCard({ form }: { form: AgreementForm }) {
  const t = useTranslation('agreements');
  const { draft, saved } = form;
  const usedBy = saved?.used_by ?? [];
  return (
    <Card title={t('lib.offer')}>
      <div className={classes.fields}>
        <Switch
          label={t('lib.offered')}
          description={t('lib.offeredHint')}
          checked={draft.isOffered}
          onChange={(event) => form.set({ isOffered: event.currentTarget.checked })}
        />
        <Switch
          label={t('lib.default')}
          description={t('lib.defaultHint')}
          checked={draft.isOffered && draft.isDefault}
          disabled={!draft.isOffered}
          onChange={(event) => form.set({ isDefault: event.currentTarget.checked })}
        />
        {usedBy.length > 0 && <p className={classes.dim}>{t('lib.usedBy', { names: usedBy.join(', ') })}</p>}
      </div>
    </Card>
  );
}
