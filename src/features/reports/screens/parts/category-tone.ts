/** The tone of a category of deficiencies: blue to be watched, amber to be repaired, red for a danger. */
export function categoryTone(category: number | null): 'info' | 'warn' | 'bad' | 'mute' {
  return category === 1
    ? 'info'
    : category === 2 || category === null
      ? 'warn'
      : category === 3
        ? 'bad'
        : 'mute';
}
