/** A small sign within an entry, with its words for who points at it or cannot see it; none without words. */
export function Warning({ words }: { words: string }) {
  if (words === '') return null;
  return (
    <span role="img" aria-label={words} title={words} style={{ flex: 'none', marginInlineEnd: 3 }}>
      ⚠
    </span>
  );
}
