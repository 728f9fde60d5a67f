/** Fictional people and properties of the demo company: real streets with made-up house numbers. */

export interface DemoClient {
  first_name: string;
  last_name: string;
  /** Without: the company's. */
  language?: 'de' | 'fr';
  /** By default made of the name. */
  email?: string;
}

export interface DemoProperty {
  address: string;
  city: string;
  state: string;
  zip_code: string;
  square_feet: number;
  year_built: number;
  foundation: 1 | 2 | 3;
  lat: number;
  lng: number;
}

export const demoClients: readonly DemoClient[] = [
  { first_name: 'Amara', last_name: 'Okafor' },
  { first_name: 'Ben', last_name: 'Carlisle' },
  { first_name: 'Chloé', last_name: 'Marchetti', language: 'fr' },
  { first_name: 'Diego', last_name: 'Rivas' },
  { first_name: 'Elif', last_name: 'Yıldız' },
  { first_name: 'Frank', last_name: 'Neumann', language: 'de' },
  { first_name: 'Grace', last_name: 'Tanaka' },
  // Mistyped, so that the demo has mail that bounces.
  { first_name: 'Hugh', last_name: 'Pemberton', email: 'hugh.pemberton@example.con' },
  { first_name: 'Ines', last_name: 'Alvarado' },
  { first_name: 'Jonas', last_name: 'Lindqvist' },
  { first_name: 'Keisha', last_name: 'Boone' },
  { first_name: 'Liam', last_name: 'O’Sullivan' },
  { first_name: 'Mina', last_name: 'Haddad' },
  { first_name: 'Noah', last_name: 'Feldman' },
  { first_name: 'Olga', last_name: 'Petrenko' },
  { first_name: 'Priya', last_name: 'Raman' },
];

export const demoProperties: readonly DemoProperty[] = [
  house('148 Willow Ave', 'Hoboken', 'NJ', '07030', 2400, 1990, 3, 40.744, -74.032),
  house('27 Maple St', 'Montclair', 'NJ', '07042', 1850, 1924, 1, 40.815, -74.22),
  house('911 Garden Rd', 'Yonkers', 'NY', '10701', 3200, 1958, 1, 40.94, -73.888),
  house('63 Prospect Pl', 'Brooklyn', 'NY', '11217', 1480, 1911, 1, 40.68, -73.976),
  house('405 Lakeview Dr', 'White Plains', 'NY', '10603', 2750, 2003, 1, 41.049, -73.777),
  house('12 Orchard Ln', 'Summit', 'NJ', '07901', 4100, 1987, 1, 40.716, -74.364),
  house('780 Bay Ave', 'Staten Island', 'NY', '10306', 1620, 1972, 2, 40.57, -74.118),
  house('34 Chestnut St', 'New Rochelle', 'NY', '10801', 2250, 1949, 3, 40.916, -73.786),
  house('5 Highland Ter', 'Maplewood', 'NJ', '07040', 1990, 1931, 1, 40.731, -74.272),
  house('219 Ocean Pkwy', 'Brooklyn', 'NY', '11218', 1350, 2015, 2, 40.644, -73.976),
];

function house(
  address: string,
  city: string,
  state: string,
  zip_code: string,
  square_feet: number,
  year_built: number,
  foundation: 1 | 2 | 3,
  lat: number,
  lng: number,
): DemoProperty {
  return { address, city, state, zip_code, square_feet, year_built, foundation, lat, lng };
}
