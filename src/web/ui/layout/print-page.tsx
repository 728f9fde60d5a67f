import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AppLink } from '../../navigation/link.tsx';
import { IconArrowLeft } from './icons.ts';
import classes from './print-page.module.css';

export type PaperSize = 'letter' | 'a4';

interface PaperPageProps {
  /** The company's country: US and Canada use letter paper, which is the default until the country is known. */
  country: string | undefined;
  back: { to: string; label: string };
  labels: { paper: string; letter: string };
  /** Shown in the bar before the paper size. */
  choices?: ReactNode;
  /** Shown in the bar after the paper size. */
  tools: (paper: PaperSize) => ReactNode;
  children: (paper: PaperSize) => ReactNode;
}

/**
 * A page that is printed from the browser: a bar that is not printed (back link, tools, paper size) above the sheet.
 */
export function PrintPage({ country, back, labels, choices, tools, children }: PaperPageProps) {
  const [chosen, choose] = useState<PaperSize | null>(null);
  const paper = chosen ?? (country === undefined || country === 'US' || country === 'CA' ? 'letter' : 'a4');
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <AppLink to={back.to} className={classes.back ?? ''}>
          <IconArrowLeft size={16} aria-hidden /> {back.label}
        </AppLink>
        {choices}
        <SegmentedControl
          aria-label={labels.paper}
          value={paper}
          onChange={(next) => choose(next as PaperSize)}
          data={[
            { value: 'letter', label: labels.letter },
            { value: 'a4', label: 'A4' },
          ]}
        />
        {tools(paper)}
      </div>
      {children(paper)}
    </div>
  );
}

interface SheetProps {
  paper: PaperSize;
  label: string;
  /** The line at the top: company and document. */
  head: ReactNode;
  children: ReactNode;
}

/** The printed sheet, white in dark mode too. */
export function PrintSheet({ paper, label, head, children }: SheetProps) {
  return (
    <article className={classes.sheet} data-paper={paper} aria-label={label}>
      <div className={classes.head}>{head}</div>
      {children}
    </article>
  );
}

/** Small grey text on a sheet. */
export function FaintText({ children }: { children: ReactNode }) {
  return <span className={classes.faint}>{children}</span>;
}
