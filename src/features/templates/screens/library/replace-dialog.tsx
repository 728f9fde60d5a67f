import { Button, Checkbox, Group, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type ReplacedComments, replaceInComments } from '../../library-contract.ts';
import classes from './library.module.css';
import { useUndoableChange } from './use-undoable-change.ts';

const nothing = { find: '', replace_with: '', match_case: false, whole_words: true };
type Wanted = typeof nothing;

/** Replaces words in the comments of all templates: first shows every comment that would change. */
export function ReplaceDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation('templates');
  const [wanted, setWanted] = useState<Wanted>(nothing);
  const [found, setFound] = useState<ReplacedComments | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const report = useUndoableChange();
  const look = useWrite(replaceInComments, { onDone: setFound });
  const replace = useWrite(replaceInComments, {
    onDone: ({ op_ids }) => {
      report(op_ids);
      onClose();
    },
  });
  const form = useId();
  const isBusy = look.pending || replace.pending;
  const hasFound = found !== null && found.comments.length > 0;
  const chosen = (found?.comments ?? []).filter((row) => row.problem === null && !left.has(row.id));
  function change(next: Partial<Wanted>) {
    setWanted({ ...wanted, ...next });
    // What was shown belongs to the former words.
    setFound(null);
    setLeft(new Set());
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!hasFound) void look.send({ ...wanted, dry_run: true });
    else if (chosen.length > 0) void replace.send({ ...wanted, comments: chosen.map((row) => row.id) });
  }
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('library.replace')}
      width={760}
      locked={replace.pending}
      isDirty={wanted.find !== '' || wanted.replace_with !== ''}
      footer={
        <Group justify="flex-end" flex={1}>
          <CancelButton disabled={replace.pending} />
          <Button
            type="submit"
            form={form}
            loading={isBusy}
            disabled={hasFound ? chosen.length === 0 : wanted.find === ''}
          >
            {hasFound ? t('library.replaceIn', { count: chosen.length }) : t('library.look')}
          </Button>
        </Group>
      }
    >
      <form id={form} className={classes.stack} onSubmit={submit}>
        <Words wanted={wanted} onChange={change} isBusy={isBusy} errors={look.fieldErrors} />
        {found && (
          <Found
            found={found}
            left={left}
            onToggle={(id, isChosen) =>
              setLeft(isChosen ? new Set([...left].filter((one) => one !== id)) : new Set([...left, id]))
            }
          />
        )}
      </form>
    </GuardedDialog>
  );
}

function Words(props: {
  wanted: Wanted;
  onChange: (next: Partial<Wanted>) => void;
  /** The fields stay as they are, but not disabled: that would take the focus away. */
  isBusy: boolean;
  errors: Record<string, string>;
}) {
  const { wanted, onChange, isBusy, errors } = props;
  const t = useTranslation('templates');
  return (
    <>
      <TextInput
        label={t('library.find')}
        value={wanted.find}
        onChange={(event) => onChange({ find: event.currentTarget.value })}
        maxLength={200}
        required
        data-autofocus
        readOnly={isBusy}
        error={errors.find}
      />
      <Textarea
        label={t('library.replaceWith')}
        description={t('library.replaceWithHint')}
        value={wanted.replace_with}
        onChange={(event) => onChange({ replace_with: event.currentTarget.value })}
        maxLength={1000}
        autosize
        minRows={1}
        readOnly={isBusy}
        error={errors.replace_with}
      />
      <Group>
        <Checkbox
          label={t('library.wholeWords')}
          checked={wanted.whole_words}
          onChange={(event) => onChange({ whole_words: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('library.matchCase')}
          checked={wanted.match_case}
          onChange={(event) => onChange({ match_case: event.currentTarget.checked })}
        />
      </Group>
    </>
  );
}

function Found(props: {
  found: ReplacedComments;
  left: ReadonlySet<string>;
  onToggle: (id: string, isChosen: boolean) => void;
}) {
  const { found, left, onToggle } = props;
  const t = useTranslation('templates');
  if (found.comments.length === 0) return <Notice tone="info" isNews title={t('library.noHit')} />;
  return (
    <section aria-label={t('library.changes')}>
      {found.more && <Notice tone="info" title={t('library.more', { count: found.comments.length })} />}
      <ul className={classes.changes}>
        {found.comments.map((row) => (
          <li key={row.id} className={classes.change}>
            <Checkbox
              checked={row.problem === null && !left.has(row.id)}
              disabled={row.problem !== null}
              onChange={(event) => onToggle(row.id, event.currentTarget.checked)}
              label={row.after.name === row.name ? row.name : `${row.name} → ${row.after.name}`}
              description={`${row.template.name} › ${row.section.name} › ${row.item.name}`}
              error={row.problem && t(`library.problem.${row.problem}`)}
            />
            {row.after.text !== row.text && (
              <div className={classes.texts}>
                <del>{row.text}</del>
                <ins>{row.after.text}</ins>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
