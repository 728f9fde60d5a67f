import { Autocomplete, Button, Checkbox, Group, Select, Stack, TagsInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { commentsOf, type TemplateComment, type TemplateContent } from '#domain/templates/template.ts';
import type { CommentChanges, TemplateChange } from '#domain/templates/template-ops.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import classes from './editor.module.css';
import { useSelection } from './selection.ts';
import { useEditorTools } from './use-template-editor.ts';

const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));

/** What can be done with the chosen comments; each is one step of undo. */
export function BulkBar({ content }: { content: TemplateContent }) {
  const t = useTranslation('templates');
  const { editor } = useEditorTools();
  const { ids, setSelecting } = useSelection();
  const [dialog, setDialog] = useState<'edit' | 'move' | null>(null);
  if (ids.size === 0) return null;
  const chosen = commentsOf(content).filter((comment) => ids.has(comment.id));
  const remove = () => {
    editor.change(...chosen.map(({ id }): TemplateChange => ({ type: 'remove_comment', comment_id: id })));
    setSelecting(false);
  };
  const close = () => setDialog(null);
  return (
    <section className={classes.bulk} aria-label={t('editor.chosen', { count: ids.size })}>
      <strong>{t('editor.chosen', { count: ids.size })}</strong>
      <Button variant="default" size="compact-md" onClick={() => setDialog('edit')}>
        {t('editor.change')}
      </Button>
      <Button variant="default" size="compact-md" onClick={() => setDialog('move')}>
        {t('editor.moveTo')}
      </Button>
      <Button variant="default" size="compact-md" color="red" onClick={remove}>
        {t('editor.delete')}
      </Button>
      <Button variant="subtle" color="gray" size="compact-md" onClick={() => setSelecting(false)}>
        {t('editor.doneSelecting')}
      </Button>
      {dialog === 'edit' && <BulkDialog chosen={chosen} onClose={close} />}
      {dialog === 'move' && (
        <Suspense>
          <MoveDialog comments={chosen.map(({ id }) => id)} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}

const kept = { category: '', recommendation: '', default_location: '', tags: [] as string[] };
type Kept = typeof kept;
/** As many as the server stores with a comment. */
const mostTags = 40;
type Flags = Pick<CommentChanges, 'is_default' | 'is_required'>;

/** Changes the filled fields of several comments; empty ones stay. Tags are added. */
function BulkDialog({ chosen, onClose }: { chosen: readonly TemplateComment[]; onClose: () => void }) {
  const t = useTranslation('templates');
  const { editor, choices } = useEditorTools();
  const [fields, setFields] = useState(kept);
  const [flags, setFlags] = useState<Flags>({});
  const put = (changes: Partial<Kept>) => setFields({ ...fields, ...changes });
  const save = () => {
    const changes = chosen.flatMap((comment): TemplateChange[] => {
      const made = changesFor(comment, fields, flags);
      return Object.keys(made).length > 0
        ? [{ type: 'update_comment', comment_id: comment.id, changes: made }]
        : [];
    });
    editor.change(...changes);
    onClose();
  };
  return (
    <GuardedDialog opened onClose={onClose} title={t('editor.changeChosen', { count: chosen.length })}>
      <Stack gap={16}>
        <p className={classes.hint}>{t('editor.emptyStays')}</p>
        <Select
          label={t('editor.category')}
          clearable
          value={fields.category || null}
          data={choices.categories.map(({ category, name }) => ({ value: String(category), label: name }))}
          onChange={(category) => put({ category: category ?? '' })}
        />
        <Autocomplete
          label={t('editor.recommendation')}
          data={choices.recommendations}
          value={fields.recommendation}
          maxLength={120}
          onChange={(recommendation) => put({ recommendation })}
        />
        <Autocomplete
          label={t('editor.location')}
          data={choices.location_tags}
          value={fields.default_location}
          maxLength={80}
          onChange={(default_location) => put({ default_location })}
        />
        <TagsInput
          label={t('editor.addTags')}
          value={fields.tags}
          maxTags={mostTags}
          onChange={(tags) => put({ tags })}
        />
        {(['is_default', 'is_required'] as const).map((flag) => (
          <Checkbox
            key={flag}
            label={t(flag === 'is_default' ? 'editor.isDefault' : 'editor.isRequired')}
            checked={flags[flag] ?? false}
            indeterminate={flags[flag] === undefined}
            onChange={(event) => setFlags({ ...flags, [flag]: event.currentTarget.checked })}
          />
        ))}
        <Group justify="flex-end">
          <CancelButton />
          <Button onClick={save}>{t('editor.changeChosen', { count: chosen.length })}</Button>
        </Group>
      </Stack>
    </GuardedDialog>
  );
}

function changesFor(comment: TemplateComment, fields: Kept, flags: Flags): CommentChanges {
  const { category, recommendation, default_location, tags } = fields;
  return {
    ...(category && comment.kind === 3 ? { category: Number(category) } : {}),
    ...(recommendation && comment.kind === 3 ? { recommendation } : {}),
    ...(default_location ? { default_location } : {}),
    ...(tags.length > 0
      ? { tags: [...new Set([...comment.tags, ...tags.map((tag) => tag.slice(0, 80))])].slice(0, mostTags) }
      : {}),
    ...flags,
  };
}
