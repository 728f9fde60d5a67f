import type { Tone } from '#web/theme/colors.ts';
import type { IconCheck } from '#web/ui/layout/icons.ts';

/** The icon above a heading that reports success or failure. */
export function RoundIcon({ tone, icon: Icon }: { tone: Tone; icon: typeof IconCheck }) {
  return (
    <span
      aria-hidden
      style={{
        display: 'grid',
        placeItems: 'center',
        width: 56,
        height: 56,
        marginBottom: 10,
        borderRadius: 16,
        color: `var(--app-${tone}-text)`,
        background: `var(--app-${tone}-tint)`,
      }}
    >
      <Icon size={28} stroke={1.6} />
    </span>
  );
}
