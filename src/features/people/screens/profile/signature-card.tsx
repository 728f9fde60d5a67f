import { Button, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useObjectUrl, useStoredPicture } from '#web/pictures.ts';
import { useSaveable } from '#web/ui/feedback/save-bar-page.tsx';
import { FileDrop, imageMaxBytes, imageTypes } from '#web/ui/inputs/file-drop.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { type OwnSignature, type Profile, updateProfile } from '../../profile-contract.ts';
import classes from './profile.module.css';
import type { ProfilePart } from './profile-part.ts';
import { SignaturePadField, type SignaturePadHandle } from './signature-pad-field.tsx';

interface Props {
  profile: Profile;
  part: ProfilePart;
}
type Kind = OwnSignature['kind'];
const kinds: readonly Kind[] = ['drawn', 'typed', 'uploaded'];

/** The user's signature: drawn, typed or uploaded. */
export function SignatureCard({ profile, part }: Props) {
  const t = useTranslation('people');
  const { signature } = profile;
  const state = useSignature(profile, part);
  const { kind, write, error } = state;
  // A typed signature is prefilled with the name: choosing it is enough.
  const isDirty = part.isDirty || (kind === 'typed' && signature?.kind !== 'typed');
  useSaveable({
    isDirty,
    pending: write.pending,
    save: state.save,
    discard: part.restart,
    others: () => [],
  });
  return (
    <Card
      title={t('profile.signature')}
      flush
      actions={
        signature && (
          <RemoveButton
            onClick={() => void write.send({ signature_kind: 'none' })}
            disabled={write.pending}
          />
        )
      }
    >
      <div className={classes.inCard}>
        <Text c="dimmed" fz="sm">
          {t('profile.signatureHint')}
        </Text>
        {signature && !part.isDirty && <Present signature={signature} />}
        <SegmentedControl
          aria-label={t('profile.signatureKind')}
          value={kind}
          onChange={(next) => {
            state.setKind(next as Kind);
            write.reset();
          }}
          data={kinds.map((one) => ({ value: one, label: t(`profile.kind.${one}`) }))}
          disabled={write.pending}
          className={classes.kinds ?? ''}
        />
        <SignatureInput of={state} onChange={() => part.setDirty(true)} />
        {error && (
          <Text c="var(--app-bad-text)" fz="sm" role="alert">
            {error}
          </Text>
        )}
      </div>
    </Card>
  );
}

function useSignature({ signature, first_name, last_name }: Profile, part: ProfilePart) {
  const t = useTranslation('people');
  const [kind, setKind] = useState<Kind>(signature?.kind ?? 'drawn');
  const [text, setText] = useState(signature?.text || `${first_name} ${last_name}`);
  const [file, setFile] = useState<File | null>(null);
  const pad = useRef<SignaturePadHandle>(null);
  const write = useWrite(updateProfile, { toast: t('profile.saved'), onDone: () => part.setDirty(false) });
  const error = write.fieldErrors.signature_image ?? write.fieldErrors.signature_text;

  async function save() {
    const drawing = kind === 'drawn' ? await pad.current?.toFile() : null;
    const image = kind === 'uploaded' ? file : drawing;
    await write.send({
      signature_kind: kind,
      ...(kind === 'typed' ? { signature_text: text } : {}),
      ...(image ? { signature_image: image } : {}),
    });
  }

  return { kind, setKind, text, setText, file, setFile, pad, write, error, save };
}

interface InputProps {
  of: ReturnType<typeof useSignature>;
  onChange: () => void;
}

function SignatureInput({ of: { kind, text, setText, file, setFile, pad, write }, onChange }: InputProps) {
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      onChange();
    };
  switch (kind) {
    case 'drawn':
      return <SignaturePadField ref={pad} onDraw={onChange} />;
    case 'typed':
      return <TypedInput text={text} onChange={changed(setText)} />;
    case 'uploaded':
      return <UploadInput file={file} onChoose={changed(setFile)} disabled={write.pending} />;
  }
}

function RemoveButton({ onClick, disabled }: { onClick: () => void; disabled: boolean }) {
  const t = useTranslation('people');
  return (
    <Button variant="subtle" color="gray" size="compact-sm" onClick={onClick} disabled={disabled}>
      {t('profile.removeSignature')}
    </Button>
  );
}

function TypedInput({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const t = useTranslation('people');
  return (
    <>
      <TextInput
        label={t('profile.typedName')}
        value={text}
        maxLength={120}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Typed text={text} />
    </>
  );
}

interface UploadProps {
  file: File | null;
  onChoose: (file: File | null) => void;
  disabled: boolean;
}

function UploadInput({ file, onChoose, disabled }: UploadProps) {
  const t = useTranslation('people');
  return (
    <>
      <Chosen file={file} />
      <FileDrop
        accept={imageTypes}
        maxBytes={imageMaxBytes}
        onFiles={([first]) => onChoose(first ?? null)}
        label={t('profile.chooseSignature')}
        hint={t('pictureHint')}
        disabled={disabled}
      />
    </>
  );
}

function Present({ signature }: { signature: OwnSignature }) {
  const t = useTranslation('people');
  const image = useStoredPicture(signature.image);
  if (signature.kind === 'typed') return <Typed text={signature.text} />;
  return (
    <div className={classes.paper}>{image && <img src={image} alt={t('profile.presentSignature')} />}</div>
  );
}

function Typed({ text }: { text: string }) {
  return (
    <div className={classes.paper}>
      <span className={classes.script}>{text}</span>
    </div>
  );
}

function Chosen({ file }: { file: File | null }) {
  const t = useTranslation('people');
  const url = useObjectUrl(file);
  return url ? (
    <div className={classes.paper}>
      <img src={url} alt={t('profile.chosenSignature')} />
    </div>
  ) : null;
}
