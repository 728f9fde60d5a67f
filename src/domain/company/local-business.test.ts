import { expect, test } from 'vitest';
import { type DescribedCompany, localBusiness } from './local-business.ts';

const bare: DescribedCompany = {
  public_slug: 'lee',
  names: { company_name: 'Lee & Co' },
  logos: { logo: null, header_logo: null },
  street: '',
  city: '',
  state: '',
  zip_code: '',
  country_code: 'US',
  address_lat_long: null,
  company_phone: '',
  company_email: '',
  website: '',
  social_links: {},
  service_area: '',
  service_radius: null,
};

test('describes only what a company has entered', () => {
  expect(localBusiness('https://x.example', bare)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: 'Lee & Co',
    url: 'https://x.example/public-profile/lee',
  });
});

test('names phone, address, logo, links and the area around the address', () => {
  const at = { lat: 30.27, lng: -97.74 };
  const full = localBusiness('https://x.example', {
    ...bare,
    ...{ street: '1 Main St', city: 'Austin', state: 'TX', zip_code: '78701', company_phone: '5125550100' },
    ...{ address_lat_long: at, website: 'https://lee.example', social_links: { x: 'https://x.com/lee' } },
    ...{ service_area: 'Austin\n Round Rock', service_radius: 10 },
    logos: { logo: '/api/logo', header_logo: '/api/header' },
  });
  const point = { '@type': 'GeoCoordinates', latitude: 30.27, longitude: -97.74 };
  expect(full).toMatchObject({
    telephone: '+15125550100',
    logo: 'https://x.example/api/logo',
    sameAs: ['https://lee.example', 'https://x.com/lee'],
    address: {
      ...{ '@type': 'PostalAddress', streetAddress: '1 Main St', addressLocality: 'Austin' },
      ...{ addressRegion: 'TX', postalCode: '78701', addressCountry: 'US' },
    },
    geo: point,
    areaServed: ['Austin, Round Rock', { '@type': 'GeoCircle', geoMidpoint: point, geoRadius: 16093 }],
  });
});
