import { expect, test } from 'vitest';
import { readAddressLine, readContactLine, usualOrder } from './rebook.ts';

const order = (
  services: Record<string, string[]>,
  technicianId: string | null,
  squareFeet: number | null,
) => ({
  ...{ services, technicianId, squareFeet },
});

test('the usual order is the most frequent one, whatever the order of its services', () => {
  const orders = [
    order({ radon: [] }, 'tina', 3000),
    order({ home: ['pool', 'roof'], radon: [] }, 'tom', 2050),
    order({ radon: [], home: ['roof', 'pool'] }, 'tom', 1900),
    order({}, null, null),
  ];
  expect(usualOrder(orders)).toEqual({
    services: { home: ['pool', 'roof'], radon: [] },
    technicianId: 'tom',
    squareFeet: 2100,
  });
});

test('of equally frequent orders the latest is usual, and without orders nothing is', () => {
  const orders = [order({ home: [] }, 'tina', null), order({ radon: [] }, 'tom', null)];
  expect(usualOrder(orders)).toEqual({ services: { home: [] }, technicianId: 'tina', squareFeet: null });
  expect(usualOrder([])).toEqual({ services: {}, technicianId: null, squareFeet: null });
});

test.each([
  ['12 Main St, Boulder, CO 80301', 'US', ['12 Main St', 'Boulder', 'CO', '80301']],
  ['12 Main St, Boulder CO 80301-1234, USA', 'US', ['12 Main St', 'Boulder', 'CO', '80301']],
  ['12 Main St, Boulder, Colorado 80301', 'US', ['12 Main St', 'Boulder', 'Colorado', '80301']],
  ['12 Main St, Apt 4, Boulder, co, 80301', 'US', ['12 Main St', 'Apt 4, Boulder', 'CO', '80301']],
  ['12 Main St', 'US', ['12 Main St', '', '', '']],
  ['12 Main St, Boulder', 'US', ['12 Main St', 'Boulder', '', '']],
  ['12345', 'US', ['12345', '', '', '']],
  ['7 Bay Rd, Sydney NSW 2000', 'AU', ['7 Bay Rd', 'Sydney', 'NSW', '2000']],
  ['5 King St, Toronto, ON m5v 2t6', 'CA', ['5 King St', 'Toronto', 'ON', 'M5V 2T6']],
  ['', 'US', ['', '', '', '']],
])('reads the address %s of %s', (text, country, [address, city, state, zip_code]) => {
  expect(readAddressLine(text, country)).toEqual({ address, city, state, zip_code });
});

test.each([
  ['Jane Doe jane@doe.example', ['Jane', 'Doe', 'jane@doe.example']],
  ['Jane Doe <jane@doe.example>', ['Jane', 'Doe', 'jane@doe.example']],
  ['"Doe, Jane" <jane@doe.example>', ['Jane', 'Doe', 'jane@doe.example']],
  ['jane@doe.example, Jane Ann Doe', ['Jane Ann', 'Doe', 'jane@doe.example']],
  ['Jane Doe', ['Jane', 'Doe', '']],
  ['jane@doe.example', ['', '', 'jane@doe.example']],
])('reads the client %s', (text, [first_name, last_name, email]) => {
  expect(readContactLine(text)).toEqual({ first_name, last_name, email });
});
