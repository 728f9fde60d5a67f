/** The color tone of a deficiency category: blue for monitoring, amber for repair, red for a safety hazard. */
export function categoryTone(category: number | null): 'info' | 'warn' | 'bad' | 'mute' {
  return category === 1
    ? 'info'
    : category === 2 || category === null
      ? 'warn'
      : category === 3
        ? 'bad'
        : 'mute';
}
