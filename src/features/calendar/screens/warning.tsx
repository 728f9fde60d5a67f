/** A small icon within an entry, with its text as tooltip and accessible name; renders nothing without text. */
export function Warning({ words }: { words: string }) {
  if (words === '') return null;
  return (
    <span role="img" aria-label={words} title={words} style={{ flex: 'none', marginInlineEnd: 3 }}>
      ⚠
    </span>
  );
}
