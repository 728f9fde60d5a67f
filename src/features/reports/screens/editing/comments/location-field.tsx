import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { uniqueLocations } from '#domain/reports/locations.ts';
import type { CommentChanges } from '#domain/reports/operations/report-ops.ts';
import type { ReportComment, ReportMedia } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { IconPlus } from '#web/ui/layout/icons.ts';
import { useEditorTools } from '../../work/use-report-editor.ts';
import classes from '../editor.module.css';

/** How many suggestions are shown before the rest is asked for. */
const firstFew = 8;
const mostLocations = 40;

/** Where a comment was found: several places, by one tap each or typed. */
export function LocationField(props: {
  comment: ReportComment;
  media: readonly ReportMedia[];
  change: (changes: CommentChanges) => void;
}) {
  const { comment, media, change } = props;
  const t = useTranslation('reports');
  const { settings, canEdit } = useEditorTools();
  const [isAll, setAll] = useState(false);
  const { locations } = comment;
  const tags = settings.location_tags;
  const offered = isAll ? tags : tags.slice(0, firstFew);
  const shown = uniqueLocations([...offered, ...locations]);
  function toggle(location: string) {
    if (!locations.includes(location)) return change({ locations: [...locations, location] });
    change({ locations: locations.filter((one) => one !== location) });
    const count = media.filter((photo) => photo.location === location).length;
    if (count > 0) toast(t('edit.photosWithoutLocation', { count, location }));
  }
  return (
    <fieldset className={classes.plain} aria-label={t('edit.locations')}>
      <div className={classes.fieldLabel}>{t('edit.locations')}</div>
      <div className={classes.chips}>
        {shown.map((location) => (
          <button
            key={location}
            type="button"
            className={classes.chip}
            aria-pressed={locations.includes(location)}
            onClick={() => toggle(location)}
          >
            {location}
          </button>
        ))}
        {!isAll && tags.length > firstFew && (
          <button type="button" className={classes.chip} data-quiet onClick={() => setAll(true)}>
            {t('edit.moreLocations', { count: tags.length - firstFew })}
          </button>
        )}
      </div>
      {canEdit && locations.length < mostLocations && (
        <OtherLocation onAdd={(location) => change({ locations: [...locations, location] })} />
      )}
    </fieldset>
  );
}

/** A place that is not among the suggestions. */
function OtherLocation({ onAdd }: { onAdd: (location: string) => void }) {
  const t = useTranslation('reports');
  const [text, setText] = useState('');
  function add(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === '') return;
    onAdd(text.trim());
    setText('');
  }
  return (
    <form className={`${classes.ownLine} ${classes.otherLocation}`} onSubmit={add}>
      <TextInput
        aria-label={t('edit.otherLocation')}
        placeholder={t('edit.otherLocation')}
        value={text}
        maxLength={80}
        enterKeyHint="done"
        className={classes.grow}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={text.trim() === ''}
      >
        {t('edit.add')}
      </Button>
    </form>
  );
}
