import { Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { makeSample, previewSample, type SamplePreview } from '../../samples-contract.ts';
import { DialogButtons } from '../parts/dialog-buttons.tsx';
import { RedactedTexts } from './redacted-texts.tsx';

interface Props {
  reportId: string;
  onClose: () => void;
}

/** Makes a sample of a published report, after the user has seen what is left out and checked the photos. */
export function SampleDialog({ reportId, onClose }: Props) {
  const t = useTranslation('reports');
  const formId = useId();
  const [form, setForm] = useState(emptyForm);
  const [asked, setAsked] = useState('');
  const change = (changes: Partial<SampleForm>) => setForm((before) => ({ ...before, ...changes }));
  const preview = useRead(previewSample, { reportId, ...(asked ? { also: asked } : {}) }, { keep: true });
  const { send, save } = useMaking({ reportId, onClose }, form, preview.data);
  const decide = () => {
    if (preview.data && preview.data.photos > 0 && form.photos === 'unchecked')
      change({ isMissingPhotos: true });
    else send();
  };
  const { data } = preview;
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('samples.make')}
      width={640}
      locked={save.pending}
      footer={
        <DialogButtons
          label={t('samples.save')}
          isPending={save.pending}
          form={formId}
          disabled={!data || data.existing !== null}
        />
      }
    >
      {preview.status === 'failed' && <ErrorState failure={preview.failure} onRetry={preview.retry} />}
      {!data && preview.status !== 'failed' && <LinesSkeleton lines={6} />}
      {data?.existing && (
        <Notice tone="info" title={t('samples.exists', { name: data.existing.name })}>
          {t('samples.existsHint')}
        </Notice>
      )}
      {data && !data.existing && (
        <SampleFields
          id={formId}
          form={form}
          preview={data}
          errors={save.fieldErrors}
          onChange={change}
          onAsk={setAsked}
          onSubmit={decide}
        />
      )}
    </GuardedDialog>
  );
}

type SampleFieldsProps = PartProps & {
  id: string;
  errors: Record<string, string>;
  /** Searches for further words. */
  onAsk: (also: string) => void;
  onSubmit: () => void;
};

/** What the user enters and decides. Enter submits. */
function SampleFields({ id, form, preview, errors, onChange, onAsk, onSubmit }: SampleFieldsProps) {
  const t = useTranslation('reports');
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap={20}>
        <Fields form={form} preview={preview} onChange={onChange} errors={errors} />
        <RedactedTexts texts={preview.redacted} keep={form.keep} onKeep={(keep) => onChange({ keep })} />
        <Textarea
          label={t('samples.also')}
          description={t('samples.alsoHint')}
          value={form.also}
          maxLength={2000}
          autosize
          minRows={2}
          onChange={(event) => onChange({ also: event.currentTarget.value })}
          onBlur={() => onAsk(form.also.trim())}
        />
        <Photos form={form} preview={preview} onChange={onChange} />
      </Stack>
    </form>
  );
}

interface SampleForm {
  /** Null until the user changes the suggestion. */
  name: string | null;
  description: string;
  also: string;
  keep: readonly string[];
  photos: 'unchecked' | 'checked' | 'left_out';
  /** The user tried to save without deciding about the photos. */
  isMissingPhotos: boolean;
}

const emptyForm: SampleForm = {
  name: null,
  description: '',
  also: '',
  keep: [],
  photos: 'unchecked',
  isMissingPhotos: false,
};

function useMaking({ reportId, onClose }: Props, form: SampleForm, preview: SamplePreview | undefined) {
  const t = useTranslation('reports');
  const save = useWrite(makeSample, { onDone: onClose, toast: ({ name }) => t('samples.made', { name }) });
  return {
    save,
    send: () => {
      const { name, description, also, keep, photos } = form;
      void save.send({
        reportId,
        name: name ?? preview?.name ?? '',
        description,
        also,
        keep: [...keep],
        photos_checked: photos === 'checked',
      });
    },
  };
}

interface PartProps {
  form: SampleForm;
  preview: SamplePreview;
  onChange: (changes: Partial<SampleForm>) => void;
}

function Fields(props: PartProps & { errors: Record<string, string> }) {
  const t = useTranslation('reports');
  const { form, preview, onChange, errors } = props;
  return (
    <>
      <Text c="dimmed">{t('samples.makeHint')}</Text>
      <TextInput
        data-autofocus
        label={t('samples.name')}
        value={form.name ?? preview.name}
        maxLength={120}
        error={errors.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Textarea
        label={t('samples.description')}
        placeholder={t('samples.descriptionHint')}
        value={form.description}
        maxLength={1000}
        autosize
        minRows={2}
        error={errors.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  );
}

function Photos({ form, preview, onChange }: PartProps) {
  const t = useTranslation('reports');
  if (preview.photos + preview.videos === 0) return null;
  const { photos } = form;
  return (
    <Stack gap={10}>
      {preview.photos > 0 && (
        <>
          <Checkbox
            label={t('samples.photosChecked')}
            description={t('samples.photosCheckedHint', { count: preview.photos })}
            checked={photos === 'checked'}
            disabled={photos === 'left_out'}
            error={form.isMissingPhotos && photos === 'unchecked' && t('samples.photosMissing')}
            onChange={() => onChange({ photos: photos === 'checked' ? 'unchecked' : 'checked' })}
          />
          <Checkbox
            label={t('samples.photosLeftOut')}
            checked={photos === 'left_out'}
            onChange={() => onChange({ photos: photos === 'left_out' ? 'unchecked' : 'left_out' })}
          />
        </>
      )}
      {preview.videos > 0 && <Text c="dimmed">{t('samples.noVideos', { count: preview.videos })}</Text>}
    </Stack>
  );
}
