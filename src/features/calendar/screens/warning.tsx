/** A small icon within an entry, with its text as tooltip and accessible name; renders nothing without text. */
export function Warning({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <span role="img" aria-label={text} title={text} style={{ flex: 'none', marginInlineEnd: 3 }}>
      ⚠
    </span>
  );
}
