import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../i18n.ts';
import { IconCloudUpload } from '../layout/icons.ts';
import classes from './file-drop.module.css';

interface Props {
  onFiles: (files: File[]) => void;
  /** Accepted MIME types and extensions (`.docx`); others are rejected with 'File type not accepted'. */
  accept: readonly string[];
  maxBytes: number;
  multiple?: boolean;
  label?: string;
  hint?: ReactNode;
  /** Opens the camera on phones. */
  capture?: 'environment' | 'user';
  disabled?: boolean;
  /** Next to something more important, such as the fields of a form. */
  isSmall?: boolean;
}

/** Supported picture types (specification section 9). */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export const imageMaxBytes = 5_242_880;

/** An area to drop or choose files. Rejects wrong types and sizes with a message below the field. */
export function FileDrop(props: Props) {
  const t = useTranslation('web');
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const { error, check } = useFileCheck(props);

  function take(list: FileList | null) {
    const fine = check([...(list ?? [])].slice(0, props.multiple ? undefined : 1));
    if (fine.length > 0) props.onFiles(fine);
    // Allows choosing the same file again after an error.
    if (input.current) input.current.value = '';
  }

  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over && !props.disabled);
  };

  return (
    <div className={classes.drop}>
      <label
        className={classes.zone}
        data-over={isOver || undefined}
        data-disabled={props.disabled || undefined}
        data-small={props.isSmall || undefined}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          if (!props.disabled) take(event.dataTransfer.files);
        }}
      >
        {!props.isSmall && <IconCloudUpload size={22} stroke={1.6} aria-hidden />}
        <span className={classes.label}>{props.label ?? t('dropFile')}</span>
        {props.hint && <span className={classes.hint}>{props.hint}</span>}
        <input
          ref={input}
          type="file"
          className={classes.input}
          accept={props.accept.join(',')}
          multiple={props.multiple}
          capture={props.capture}
          disabled={props.disabled}
          aria-describedby={error ? errorId : undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => take(event.currentTarget.files)}
        />
      </label>
      {error && (
        <div id={errorId} role="alert" className={classes.error}>
          {error}
        </div>
      )}
    </div>
  );
}

/** The message about the last files, and a function that checks files and returns those that are accepted. */
function useFileCheck({ accept, maxBytes }: Pick<Props, 'accept' | 'maxBytes'>) {
  const t = useTranslation('web');
  const format = useFormat();
  const [error, setError] = useState<string | null>(null);
  function check(files: File[]): File[] {
    const wrong = files.find((file) => !isAccepted(file, accept));
    const tooLarge = files.find((file) => file.size > maxBytes);
    setError(wrong ? t('fileType') : tooLarge ? t('fileSize', { size: format.bytes(maxBytes) }) : null);
    return files.filter((file) => isAccepted(file, accept) && file.size <= maxBytes);
  }
  return { error, check };
}

// Browsers leave the type empty if no program for it is installed: then the extension counts.
function isAccepted(file: File, accept: readonly string[]): boolean {
  return accept.some((one) =>
    one.startsWith('.') ? file.name.toLowerCase().endsWith(one) : one === file.type,
  );
}
