import classes from './gable-logo.module.css';

/** The logo of the product: a gable with a check mark. */
function GableLogo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <rect width="64" height="64" rx="15" fill="var(--mantine-primary-color-filled)" />
      <g fill="none" stroke="#fff" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M13 34 32 17l19 17" />
        <path d="M19 31v17h26V31" />
        <path d="m26 38 5 5 8-9" />
      </g>
    </svg>
  );
}

/** Logo and name side by side. */
export function GableWordmark({ size = 28 }: { size?: number }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 10 }}>
      <GableLogo size={size} />
      <span
        className={classes.word}
        style={{ fontSize: Math.round(size * 0.64), fontWeight: 700, letterSpacing: '-0.02em' }}
      >
        Gable
      </span>
    </span>
  );
}
