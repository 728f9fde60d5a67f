import { Input, Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useId } from 'react';
import { lazy } from '../../loading/lazy.ts';

const Editor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditorBox }));

export interface RichTextProps {
  label: string;
  /** HTML; empty for no text. */
  value: string;
  onChange: (html: string) => void;
  description?: ReactNode;
  error?: ReactNode;
  /** Height of the empty box in lines. */
  minRows?: number;
}

/** A text with headings, lists, bold, italic and links. The code of the editor is loaded when the field is shown. */
export function RichTextField({ label, value, onChange, description, error, minRows = 4 }: RichTextProps) {
  const id = useId();
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={description}
      error={error}
    >
      <Suspense fallback={<Skeleton h={minRows * 22 + 62} radius={8} />}>
        <Editor label={label} value={value} onChange={onChange} isWrong={Boolean(error)} minRows={minRows} />
      </Suspense>
    </Input.Wrapper>
  );
}
