import { expect, test } from 'vitest';
import type { CompanyProfile } from '#features/company/profile-contract.ts';
import { metaTags, profileMeta } from './page-meta.ts';

const name = '</script><script>alert(1)</script>"<b>';
const profile = {
  public_slug: 'lee',
  names: { company_name: name, owner_name: '' },
  logos: { logo: '/api/logo', header_logo: null },
  city: 'Austin',
  state: '',
  about_company: `<p>We look <b>closely</b>.</p><p>${'Long word '.repeat(30)}</p>`,
  social_links: {},
  service_area: '',
} as CompanyProfile;

test('the name of a company cannot leave the tags of its profile', () => {
  const meta = profileMeta('https://x.example', profile);
  const tags = metaTags(meta);
  expect(tags.match(/<\/script>/g)).toHaveLength(1);
  expect(tags).not.toContain('<b>');
  const data = /<script type="application\/ld\+json">(.*)<\/script>/.exec(tags)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({ name, url: 'https://x.example/public-profile/lee' });
});

test('a profile has one address, a picture and a description that ends between words', () => {
  const meta = profileMeta('https://x.example', profile);
  expect(meta.description).toMatch(/^We look closely\. Long word .* (Long|word) …$/);
  expect(meta.description.length).toBeLessThanOrEqual(163);
  expect(metaTags(meta)).toContain('<link rel="canonical" href="https://x.example/public-profile/lee">');
  expect(metaTags(meta)).toContain('<meta property="og:image" content="https://x.example/api/logo">');
});
