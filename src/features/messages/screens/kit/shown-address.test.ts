import { expect, test } from 'vitest';
import { shownAddress } from './shown-address.ts';

test.each([
  ['ruth.x@example.com', 'ruth.x@example.com'],
  ['ann@x.example, udo@x.example', 'ann@x.example, udo@x.example'],
  ['+12125551222', '(212) 555-1222'],
  ['+442079460958', '+442079460958'],
])('shows %s as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
