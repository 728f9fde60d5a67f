import classes from './report.module.css';

/** The facts below a finding: each with its label, empty ones left out. */
export function NoteList({ notes }: { notes: readonly { label: string; text: string }[] }) {
  const shown = notes.filter(({ text }) => text !== '');
  if (shown.length === 0) return null;
  return (
    <dl className={classes.notes}>
      {shown.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
