import { Button, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useObjectUrl, useStoredPicture } from '#web/pictures.ts';
import { FileDrop, imageMaxBytes, imageTypes } from '#web/ui/inputs/file-drop.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { type OwnSignature, type Profile, updateProfile } from '../../profile-contract.ts';
import classes from './profile.module.css';
import { SignaturePadField, type SignaturePadHandle } from './signature-pad-field.tsx';

interface Props {
  profile: Profile;
  isDirty: boolean;
  onDirty: (isDirty: boolean) => void;
}
type Kind = OwnSignature['kind'];
const kinds: readonly Kind[] = ['drawn', 'typed', 'uploaded'];

/** The user's signature: drawn, typed or uploaded. */
export function SignatureCard({ profile, isDirty, onDirty }: Props) {
  const t = useTranslation('people');
  const { signature } = profile;
  const [kind, setKind] = useState<Kind>(signature?.kind ?? 'drawn');
  const [text, setText] = useState(signature?.text || `${profile.first_name} ${profile.last_name}`);
  const [file, setFile] = useState<File | null>(null);
  const pad = useRef<SignaturePadHandle>(null);
  const write = useWrite(updateProfile, { toast: t('profile.saved'), onDone: () => onDirty(false) });
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

  return (
    <Card
      title={t('profile.signature')}
      flush
      actions={
        signature && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => void write.send({ signature_kind: 'none' })}
            disabled={write.pending}
          >
            {t('profile.removeSignature')}
          </Button>
        )
      }
    >
      <div className={classes.inCard}>
        <Text c="dimmed" fz="sm">
          {t('profile.signatureHint')}
        </Text>
        {signature && !isDirty && <Present signature={signature} />}
        <SegmentedControl
          aria-label={t('profile.signatureKind')}
          value={kind}
          onChange={(next) => {
            setKind(next as Kind);
            write.reset();
          }}
          data={kinds.map((one) => ({ value: one, label: t(`profile.kind.${one}`) }))}
          disabled={write.pending}
          className={classes.kinds ?? ''}
        />
        {kind === 'drawn' && <SignaturePadField ref={pad} onDraw={() => onDirty(true)} />}
        {kind === 'typed' && (
          <>
            <TextInput
              label={t('profile.typedName')}
              value={text}
              maxLength={120}
              onChange={(event) => {
                setText(event.currentTarget.value);
                onDirty(true);
              }}
            />
            <Typed text={text} />
          </>
        )}
        {kind === 'uploaded' && (
          <>
            <Chosen file={file} />
            <FileDrop
              accept={imageTypes}
              maxBytes={imageMaxBytes}
              onFiles={([first]) => {
                setFile(first ?? null);
                onDirty(true);
              }}
              label={t('profile.chooseSignature')}
              hint={t('pictureHint')}
              disabled={write.pending}
            />
          </>
        )}
        {error && (
          <Text c="var(--app-bad-text)" fz="sm" role="alert">
            {error}
          </Text>
        )}
      </div>
      <div className={classes.foot}>
        <Button
          loading={write.pending}
          disabled={!isDirty && !(kind === 'typed' && signature?.kind !== 'typed')}
          onClick={() => void save()}
        >
          {t('save')}
        </Button>
      </div>
    </Card>
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
