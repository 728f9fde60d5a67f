import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Rating } from '#domain/reports/reports.ts';
import {
  ratingsProblem,
  type TemplateContent,
  type TemplateHead,
  templateLimits,
} from '#domain/templates/template.ts';
import { isEmptyRichText, type RichText } from '#domain/text/rich-text.ts';
import { mostTemplatePages, textPages } from '#domain/text/text-pages.ts';
import { GuardedDialog, useDialogClose } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { AutosaveTextField } from '#web/ui/inputs/autosave-fields.tsx';
import { IconPlus, IconX } from '#web/ui/layout/icons.ts';
import { AutosaveRichTextField } from '#web/ui/rich-text/autosave-rich-text-field.tsx';
import { useEditorTools } from './use-template-editor.ts';

interface Props {
  content: TemplateContent;
  onClose: () => void;
}

/** The fields of the template itself: what reports are called, their ratings, and the texts around them. */
export function SettingsDialog({ content, onClose }: Props) {
  const t = useTranslation('templates');
  const { editor } = useEditorTools();
  const change = (changes: Partial<TemplateHead>) => {
    editor.change({ type: 'update_template', changes });
  };
  // Everything else is stored while it is typed.
  const [unstored, setUnstored] = useState<readonly Part[]>([]);
  const mark = (part: Part) => (isUnstored: boolean) =>
    setUnstored((parts) => [...parts.filter((one) => one !== part), ...(isUnstored ? [part] : [])]);
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      isDirty={unstored.length > 0}
      title={t('editor.settings')}
      width={640}
      footer={
        <Group justify="flex-end">
          <Done />
        </Group>
      }
    >
      <Stack gap={16}>
        <AutosaveTextField
          label={t('editor.reportTitle')}
          value={content.report_title}
          maxLength={120}
          onCommit={(report_title) => change({ report_title: report_title.trim() })}
        />
        <AutosaveTextField
          label={t('editor.description')}
          multiline
          value={content.description}
          maxLength={500}
          onCommit={(description) => change({ description: description.trim() })}
        />
        <Ratings
          ratings={content.ratings}
          onChange={(ratings) => change({ ratings })}
          onUnstored={mark('ratings')}
        />
        <ReportText
          label={t('editor.headerText')}
          value={content.header_text}
          onCommit={(header_text) => change({ header_text })}
          onUnstored={mark('header_text')}
        />
        <ReportText
          label={t('editor.disclaimer')}
          value={content.disclaimer}
          onCommit={(disclaimer) => change({ disclaimer })}
          onUnstored={mark('disclaimer')}
        />
      </Stack>
    </GuardedDialog>
  );
}

/** What may hold input that cannot be stored yet. */
type Part = 'ratings' | 'header_text' | 'disclaimer';

function Done() {
  const t = useTranslation('templates');
  return <Button onClick={useDialogClose()}>{t('editor.done')}</Button>;
}

/** A text around the report. One that is too long to be printed stays as typed, with what is wrong. */
function ReportText(props: {
  label: string;
  value: RichText | null;
  onCommit: (text: RichText | null) => void;
  onUnstored: (isUnstored: boolean) => void;
}) {
  const { label, value, onCommit, onUnstored } = props;
  const t = useTranslation('templates');
  const [typed, setTyped] = useState<RichText | null>(null);
  const shown = typed ?? value;
  const pages = shown ? textPages(shown) : 0;
  return (
    <AutosaveRichTextField
      label={label}
      value={shown}
      error={pages > mostTemplatePages && t('editor.tooLong', { pages, most: mostTemplatePages })}
      onCommit={(text) => {
        const isTooLong = textPages(text) > mostTemplatePages;
        onUnstored(isTooLong);
        setTyped(isTooLong ? text : null);
        if (isTooLong) return;
        onCommit(isEmptyRichText(text) ? null : text);
      }}
    />
  );
}

/** The ratings of items, in order. A list that cannot be stored yet stays as typed, with what is wrong. */
function Ratings(props: {
  ratings: readonly Rating[];
  onChange: (next: Rating[]) => void;
  onUnstored: (isUnstored: boolean) => void;
}) {
  const { ratings, onChange, onUnstored } = props;
  const t = useTranslation('templates');
  const [typed, setTyped] = useState<readonly Rating[] | null>(null);
  const shown = typed ?? ratings;
  const put = (next: readonly Rating[]) => {
    const isWhole = next.every((rating) => rating.key.trim() !== '' && rating.label.trim() !== '');
    const isUnstored = !isWhole || ratingsProblem(next) !== null;
    onUnstored(isUnstored);
    setTyped(isUnstored ? next : null);
    if (isUnstored) return;
    onChange(next.map(({ key, label }) => ({ key: key.trim(), label: label.trim() })));
  };
  const replace = (i: number, changes: Partial<Rating>) =>
    put(shown.map((rating, n) => (n === i ? { ...rating, ...changes } : rating)));
  const isDouble = ratingsProblem(shown) !== null;
  return (
    <Stack gap={8} role="group" aria-label={t('editor.ratings')}>
      <strong>{t('editor.ratings')}</strong>
      {shown.map((rating, i) => (
        <Group key={i} gap={8} wrap="nowrap" align="flex-start">
          <TextInput
            w={110}
            aria-label={t('editor.ratingKey')}
            placeholder={t('editor.ratingKey')}
            value={rating.key}
            maxLength={10}
            error={
              isDouble &&
              shown.some((other, n) => n !== i && other.key.toLowerCase() === rating.key.toLowerCase())
                ? t('editor.sameRating')
                : undefined
            }
            onChange={(event) => replace(i, { key: event.currentTarget.value })}
          />
          <TextInput
            flex={1}
            aria-label={t('editor.ratingLabel')}
            placeholder={t('editor.ratingLabel')}
            value={rating.label}
            maxLength={60}
            onChange={(event) => replace(i, { label: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('editor.removeRating', { name: rating.label || rating.key })}
            onClick={() => put(shown.filter((_, n) => n !== i))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {shown.length < templateLimits.ratings && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconPlus size={16} />}
          onClick={() => setTyped([...shown, { key: '', label: '' }])}
        >
          {t('editor.addRating')}
        </Button>
      )}
    </Stack>
  );
}
