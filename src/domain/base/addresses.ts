/**
 * Returns the street and the place of an address as separate lines, without empty ones.
 * @example addressLines({ address: '1 Main St', city: 'Austin', state: 'TX', zip_code: '' }) → ['1 Main St', 'Austin, TX']
 */
export function addressLines(row: {
  address: string;
  city: string;
  state: string;
  zip_code: string;
}): string[] {
  const place = [row.city, [row.state, row.zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [row.address, place].filter((line) => line.trim() !== '');
}
