import classes from '../booking.module.css';

/**
 * A field that people neither see nor reach, and that browsers and password managers do not fill in: none knows this
 * name, and the attributes ask each of them not to.
 */
export function Trap({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <input
      className={classes.trap}
      type="text"
      name="subject"
      aria-hidden
      tabIndex={-1}
      autoComplete="off"
      data-1p-ignore
      data-bwignore
      data-lpignore="true"
      data-form-type="other"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
