import { ActionIcon, Autocomplete, Menu, NumberInput, TagsInput } from '@mantine/core';
import { memo, useState } from 'react';
import { asCents, fromCents, toCentsOrNull } from '#domain/money.ts';
import type { CommentChanges } from '#domain/report-ops.ts';
import type { ReportComment, ReportMedia } from '#domain/reports.ts';
import { fromPlainText, isEmptyRichText, plainText } from '#domain/rich-text.ts';
import { useText } from '#web/i18n.ts';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconDots, IconTrash, IconX } from '#web/ui/icons.ts';
import { toneOf } from './category-tone.ts';
import classes from './editor.module.css';
import { PhotoStrip } from './photo-strip.tsx';
import { SavedText } from './saved-text.tsx';
import { useTools } from './use-editor.ts';

/** A limitation, a deficiency or a note that stands in the report: its words, place, severity, trade, cost and photos. */
export const CommentEditor = memo(function CommentEditor(props: {
  comment: ReportComment;
  media: readonly ReportMedia[];
  /** Neighbours of the same kind, for moving it. */
  before: string | null | undefined;
  after: string | undefined;
  startsOpen: boolean;
}) {
  const { comment, media } = props;
  const t = useText('reports');
  const { settings, editor } = useTools();
  const [isOpen, setOpen] = useState(props.startsOpen);
  const tone = comment.kind === 3 ? toneOf(comment.category) : 'mute';
  const category = settings.categories.find((one) => one.category === (comment.category ?? 2));
  const panel = `panel-${comment.id}`;
  return (
    <section className={classes.comment} data-tone={tone} data-comment={comment.id} aria-label={comment.name}>
      <div className={classes.commentHead}>
        <button
          type="button"
          className={classes.commentToggle}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={18} className={classes.chevron} aria-hidden />
          <span className={classes.commentName}>
            {comment.name}
            <span className={classes.commentMeta}>
              {[comment.kind === 3 ? category?.name : t(`kind.${comment.kind}`), ...comment.locations]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </button>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t('edit.more', { name: comment.name })}
            >
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {props.before !== undefined && (
              <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => move(props.before ?? null)}>
                {t('edit.moveUp')}
              </Menu.Item>
            )}
            {props.after !== undefined && (
              <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => move(props.after ?? null)}>
                {t('edit.moveDown')}
              </Menu.Item>
            )}
            {comment.template_comment_id ? (
              <Menu.Item leftSection={<IconX size={16} />} onClick={() => change({ included: false })}>
                {t('edit.takeOut')}
              </Menu.Item>
            ) : (
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => editor.change({ type: 'remove_comment', comment_id: comment.id })}
              >
                {t('edit.remove')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <CommentFields comment={comment} media={media} change={change} />}
      </div>
    </section>
  );

  function change(changes: CommentChanges) {
    editor.change({ type: 'update_comment', comment_id: comment.id, changes });
  }
  function move(after_id: string | null) {
    editor.change({ type: 'move_comment', comment_id: comment.id, item_id: comment.item_id, after_id });
  }
});

interface FieldsProps {
  comment: ReportComment;
  media: readonly ReportMedia[];
  change: (changes: CommentChanges) => void;
}

function CommentFields({ comment, media, change }: FieldsProps) {
  const t = useText('reports');
  const { settings } = useTools();
  const writeText = (text: string) => {
    const tree = fromPlainText(text);
    change({ text: isEmptyRichText(tree) ? null : tree });
  };
  return (
    <div className={classes.fields}>
      <SavedText
        label={t('edit.name')}
        value={comment.name}
        maxLength={200}
        onCommit={(name) => name.trim() && change({ name: name.trim() })}
      />
      <SavedText
        multiline
        label={t('edit.text')}
        value={comment.text ? plainText(comment.text) : ''}
        onCommit={writeText}
      />
      {comment.kind === 3 && <Severity comment={comment} change={change} />}
      <TagsInput
        label={t('view.location')}
        data={settings.location_tags}
        value={comment.locations}
        maxTags={40}
        onChange={(locations) => change({ locations })}
        {...(comment.locations.length === 0 ? { placeholder: t('edit.locationHint') } : {})}
      />
      {comment.kind === 3 && (
        <Autocomplete
          label={t('view.recommendation')}
          data={settings.recommendations}
          value={comment.recommendation}
          maxLength={120}
          onChange={(recommendation) => change({ recommendation })}
        />
      )}
      {comment.kind === 3 && settings.cost_estimator && <Costs comment={comment} change={change} />}
      <PhotoStrip itemId={comment.item_id} commentId={comment.id} media={media} subject={comment.name} />
    </div>
  );
}

function Severity({ comment, change }: Omit<FieldsProps, 'media'>) {
  const t = useText('reports');
  const { settings } = useTools();
  return (
    <fieldset className={classes.plain} aria-label={t('edit.severity')}>
      <div className={classes.fieldLabel}>{t('edit.severity')}</div>
      <div className={classes.chips}>
        {settings.categories.map(({ category, name }) => (
          <button
            key={category}
            type="button"
            className={classes.chip}
            data-tone={toneOf(category)}
            aria-pressed={(comment.category ?? 2) === category}
            onClick={() => change({ category })}
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function Costs({ comment, change }: Omit<FieldsProps, 'media'>) {
  const t = useText('reports');
  const shown = (cents: number | null) => (cents === null ? '' : fromCents(asCents(cents)));
  const cents = (value: number | string) => (typeof value === 'number' ? toCentsOrNull(value) : null);
  const shared = { decimalScale: 2, min: 0, max: 1_000_000, hideControls: true, thousandSeparator: ',' };
  const isCrossed = (comment.min_cost_cents ?? 0) > (comment.max_cost_cents ?? Number.POSITIVE_INFINITY);
  return (
    <div className={classes.range}>
      <NumberInput
        label={t('edit.minCost')}
        defaultValue={shown(comment.min_cost_cents)}
        onBlur={(event) => put('min_cost_cents', event.currentTarget.value)}
        error={isCrossed}
        {...shared}
      />
      <NumberInput
        label={t('edit.maxCost')}
        defaultValue={shown(comment.max_cost_cents)}
        onBlur={(event) => put('max_cost_cents', event.currentTarget.value)}
        error={isCrossed}
        {...shared}
      />
    </div>
  );
  function put(field: 'min_cost_cents' | 'max_cost_cents', text: string) {
    const plain = text.replaceAll(',', '').trim();
    change({ [field]: plain === '' ? null : cents(Number(plain)) });
  }
}
