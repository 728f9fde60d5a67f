import { expect, test } from 'vitest';
import { escapeXml, mapPreviewSvg } from './maps-preview.ts';
import { streetViewSvg } from './maps-street-view.ts';

const AUSTIN = { lat: 30.2706, lng: -97.7426, w: 350, h: 350 };

test('the map shows the town, a scale and that it is an offline map', () => {
  const svg = mapPreviewSvg({ ...AUSTIN, precision: 'zip_estimate' });
  expect(svg).toMatch(/^<svg [^>]*width="350" height="350"/);
  expect(svg).toContain('>Austin</text>');
  expect(svg).toContain('>5 mi</text>');
  expect(svg).toContain('>Offline map</text>');
  expect(mapPreviewSvg({ ...AUSTIN, precision: 'zip_estimate' })).toBe(svg);
});

test('only an estimated position has a circle around it', () => {
  const circles = (svg: string) => svg.match(/fill-opacity="0.13"/g)?.length ?? 0;
  expect(circles(mapPreviewSvg({ ...AUSTIN, precision: 'zip_estimate' }))).toBe(1);
  expect(circles(mapPreviewSvg({ ...AUSTIN, precision: 'rooftop' }))).toBe(0);
});

test('draws an image even for a point at sea and an absurd size', () => {
  expect(mapPreviewSvg({ lat: 0, lng: 0, w: 1e9, h: Number.NaN, precision: 'street' })).toContain(
    'width="2000"',
  );
});

test('draws the same house for the same address and a different one for another', () => {
  const house = (address: string) => streetViewSvg({ address, w: 600, h: 600 });
  expect(house('123 Main St, Austin')).toBe(house(' 123 MAIN ST, Austin'));
  expect(house('123 Main St')).not.toBe(house('77 Oak Rd'));
  expect(house('123 Main St')).toContain('Street imagery requires a map provider');
  expect(house('123 Main St')).toContain('>123</text>');
});

test('text from outside is escaped', () => {
  expect(escapeXml(`<a href="x">&'`)).not.toMatch(/[<>"']/);
  const svg = streetViewSvg({ address: '<script>1</script>', w: 100, h: 100, caption: '</text><script/>' });
  expect(svg).not.toContain('<script');
});
