import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AppLink } from '../../link.tsx';
import { IconArrowLeft } from './icons.ts';
import classes from './print-page.module.css';

export type PaperSize = 'letter' | 'a4';

interface PaperPageProps {
  /** Of the company: letter is the paper of the US and of Canada, and stands until the country is known. */
  country: string | undefined;
  back: { to: string; label: string };
  words: { paper: string; letter: string };
  /** In the bar before the choice of paper. */
  choices?: ReactNode;
  /** In the bar behind it. */
  tools: (paper: PaperSize) => ReactNode;
  children: (paper: PaperSize) => ReactNode;
}

/** A page that is printed from the browser: a bar that stays behind (way back, tools, choice of paper) above the sheet. */
export function PrintPage({ country, back, words, choices, tools, children }: PaperPageProps) {
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
          aria-label={words.paper}
          value={paper}
          onChange={(next) => choose(next as PaperSize)}
          data={[
            { value: 'letter', label: words.letter },
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
  /** The line above everything: whose paper it is, and what. */
  head: ReactNode;
  children: ReactNode;
}

/** The sheet of paper itself, white in the dark too. */
export function PrintSheet({ paper, label, head, children }: SheetProps) {
  return (
    <article className={classes.sheet} data-paper={paper} aria-label={label}>
      <div className={classes.head}>{head}</div>
      {children}
    </article>
  );
}

/** Small grey words on a sheet. */
export function FaintText({ children }: { children: ReactNode }) {
  return <span className={classes.faint}>{children}</span>;
}
