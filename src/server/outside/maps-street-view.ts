import { createHash } from 'node:crypto';
import { escapeXml } from './maps-preview.ts';

/** What to draw: the front of a house, always the same for the same address. */
export interface StreetView {
  address: string;
  w: number;
  h: number;
  /** Text below the image, in the user's language. */
  caption?: string;
}

interface House {
  wall: string;
  trim: string;
  roof: string;
  door: string;
  leaf: string;
  isTwoStorey: boolean;
  hasGarage: boolean;
  hasHip: boolean;
  isMirrored: boolean;
  hasChimney: boolean;
  number: string;
}

const WALLS = ['#e9dcc3', '#cfdbe2', '#dfe5d3', '#e8d3c6', '#d9d6e2', '#f0e9da', '#c9d6cf', '#e5cfae'];
const ROOFS = ['#5d6670', '#7a5a4a', '#4f5b57', '#69594f', '#57607a'];
const DOORS = ['#b4451f', '#2f5d62', '#37508a', '#6d3b47', '#3d6b3f', '#c27a1a'];
const LEAVES = ['#7fa66a', '#6f9b75', '#93ab62', '#6a9483'];
const GLASS = '#9fc0d2';
const FONT = 'Inter, system-ui, Helvetica, Arial, sans-serif';

/**
 * Draws a house in place of a street photo when no maps provider is configured or none has an image. The caption says
 * that it is a drawing, so that it is not mistaken for the actual house.
 */
export function streetViewSvg(view: StreetView): string {
  const w = Math.round(Math.min(2000, Math.max(80, view.w || 80)));
  const h = Math.round(Math.min(2000, Math.max(80, view.h || 80)));
  const house = houseOf(view.address);
  const caption = escapeXml(view.caption ?? 'Street imagery requires a map provider');
  const scene = [
    sky(),
    hills(house),
    tree(70, 404, 1.15, house.leaf),
    street(),
    drawHouse(house),
    bushes(house),
  ].join('');
  const mirrored = house.isMirrored ? ' transform="translate(600 0) scale(-1 1)"' : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 600 600" preserveAspectRatio="xMidYMid slice" role="img" font-family="${FONT}">` +
    `<title>${caption}</title><g${mirrored}>${scene}</g>${numberPlate(house)}` +
    `<rect y="548" width="600" height="52" fill="#2b333b" fill-opacity="0.86"/>` +
    `<text x="300" y="580" font-size="19" text-anchor="middle" fill="#fff">${caption}</text></svg>`
  );
}

function houseOf(address: string): House {
  const hash = createHash('sha256').update(address.trim().toLowerCase()).digest();
  const pick = <T>(list: readonly T[], at: number, other: T): T =>
    list[(hash[at] ?? 0) % list.length] ?? other;
  const coin = (at: number) => (hash[at] ?? 0) % 2 === 0;
  return {
    wall: pick(WALLS, 0, '#e9dcc3'),
    trim: '#fbfaf6',
    roof: pick(ROOFS, 1, '#5d6670'),
    door: pick(DOORS, 2, '#b4451f'),
    leaf: pick(LEAVES, 3, '#7fa66a'),
    isTwoStorey: coin(4),
    hasGarage: (hash[5] ?? 0) % 3 > 0,
    hasHip: coin(6),
    isMirrored: coin(7),
    hasChimney: coin(8),
    number: /^\s*(\d{1,5}[a-z]?)\b/i.exec(address)?.[1] ?? '',
  };
}

function sky(): string {
  return (
    '<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#bcd9ea"/><stop offset="1" stop-color="#f3f6f2"/></linearGradient></defs>' +
    '<rect width="600" height="600" fill="url(#sky)"/>' +
    '<g fill="#fff" fill-opacity="0.75"><ellipse cx="130" cy="96" rx="58" ry="17"/><ellipse cx="168" cy="84" rx="40" ry="20"/><ellipse cx="452" cy="62" rx="52" ry="14"/><ellipse cx="484" cy="53" rx="30" ry="14"/></g>'
  );
}

function hills(house: House): string {
  return `<path d="M0 372C110 330 210 352 320 346S520 322 600 352V480H0z" fill="${house.leaf}" fill-opacity="0.38"/><path d="M0 412C150 396 420 398 600 410V520H0z" fill="${house.leaf}"/>`;
}

function street(): string {
  return (
    '<rect y="486" width="600" height="14" fill="#d8d5cd"/><rect y="500" width="600" height="100" fill="#8b9096"/>' +
    '<rect y="486" width="600" height="2" fill="#c3c0b8"/><rect y="498" width="600" height="4" fill="#bab7af"/>' +
    '<path d="M0 532H600" stroke="#e9e4cf" stroke-width="4" stroke-dasharray="46 34"/>'
  );
}

/** The main body spans x 150 to 400, the garage to its right ends at 530; the ground line is y 424. */
function drawHouse(house: House): string {
  const top = house.isTwoStorey ? 214 : 290;
  const path = '<path d="M246 424h44l26 62h-96z" fill="#dcd8cf"/>';
  const drive = house.hasGarage ? '<path d="M416 424h100l40 62H398z" fill="#cfccc4"/>' : '';
  const chimney = house.hasChimney
    ? `<rect x="336" y="${top - 104}" width="30" height="84" fill="#9b6a55"/><rect x="331" y="${top - 110}" width="40" height="10" fill="#7f5443"/>`
    : '';
  const upper = house.isTwoStorey ? `${glass(178, 246)}${glass(248, 246)}${glass(318, 246)}` : '';
  return [
    path,
    drive,
    chimney,
    house.hasGarage ? garage(house) : '',
    `<rect x="150" y="${top}" width="250" height="${424 - top}" fill="${house.wall}"/>`,
    siding(150, top, 250),
    `<rect x="150" y="412" width="250" height="12" fill="#a8a49b"/>`,
    mainRoof(house, top),
    upper,
    glass(172, 322),
    glass(330, 322),
    porch(house),
  ].join('');
}

function siding(x: number, top: number, width: number): string {
  const lines = Array.from(
    { length: Math.floor((408 - top) / 13) },
    (_, row) => `M${x} ${top + 14 + row * 13}h${width}`,
  );
  return `<path d="${lines.join('')}" stroke="#000" stroke-opacity="0.055" stroke-width="1.5"/>`;
}

function mainRoof(house: House, top: number): string {
  const shape = house.hasHip
    ? `M134 ${top + 4}L196 ${top - 78}H354L416 ${top + 4}z`
    : `M132 ${top + 6}L275 ${top - 96}L418 ${top + 6}z`;
  const gable = house.hasHip
    ? ''
    : `<path d="M168 ${top - 2}L275 ${top - 78}L382 ${top - 2}z" fill="${house.wall}"/><circle cx="275" cy="${top - 30}" r="13" fill="${GLASS}" stroke="${house.trim}" stroke-width="5"/>`;
  return `<path d="${shape}" fill="${house.roof}"/>${gable}<path d="M134 ${top + 5}H416" stroke="${house.trim}" stroke-width="8"/><path d="M134 ${top + 10}H416" stroke="#000" stroke-opacity="0.1" stroke-width="4"/>`;
}

function garage(house: House): string {
  const panels = Array.from({ length: 4 }, (_, row) => `M418 ${360 + row * 16}h96`).join('');
  return (
    `<rect x="398" y="318" width="134" height="106" fill="${house.wall}"/>${siding(398, 318, 134)}` +
    `<path d="M396 322L410 268H512L544 322z" fill="${house.roof}"/><path d="M396 321H544" stroke="${house.trim}" stroke-width="7"/>` +
    `<rect x="412" y="342" width="108" height="82" fill="${house.trim}"/><path d="${panels}" stroke="#c9c5bb" stroke-width="2"/>` +
    `<path d="M424 346h18v10h-18zM449 346h18v10h-18zM474 346h18v10h-18z" fill="${GLASS}"/>`
  );
}

function glass(x: number, y: number): string {
  return (
    `<rect x="${x - 4}" y="${y - 4}" width="50" height="62" fill="#fbfaf6"/><rect x="${x}" y="${y}" width="42" height="54" fill="${GLASS}"/>` +
    `<path d="M${x} ${y + 54}L${x + 30} ${y}H${x + 42}L${x + 12} ${y + 54}z" fill="#fff" fill-opacity="0.28"/>` +
    `<path d="M${x + 21} ${y}v54M${x} ${y + 27}h42" stroke="#fbfaf6" stroke-width="4"/><rect x="${x - 8}" y="${y + 58}" width="58" height="6" fill="#eceae3"/>`
  );
}

function porch(house: House): string {
  return (
    `<rect x="242" y="322" width="56" height="102" fill="${house.trim}"/><rect x="248" y="328" width="44" height="96" fill="${house.door}"/>` +
    '<path d="M255 336h13v30h-13zM272 336h13v30h-13zM255 374h13v42h-13zM272 374h13v42h-13z" fill="#000" fill-opacity="0.14"/>' +
    `<circle cx="286" cy="380" r="3" fill="#e8c76a"/><path d="M224 318L270 288L316 318z" fill="${house.roof}"/><rect x="226" y="316" width="88" height="7" fill="${house.trim}"/>` +
    `<rect x="230" y="322" width="6" height="102" fill="${house.trim}"/><rect x="304" y="322" width="6" height="102" fill="${house.trim}"/>` +
    '<rect x="222" y="418" width="96" height="7" fill="#bdb9b0"/>'
  );
}

function bushes(house: House): string {
  const bush = (x: number, r: number) =>
    `<ellipse cx="${x}" cy="${424 - r * 0.35}" rx="${r}" ry="${r * 0.75}"/>`;
  return `<g fill="${house.leaf}" stroke="#000" stroke-opacity="0.06">${bush(168, 20)}${bush(198, 16)}${bush(346, 17)}${bush(378, 21)}</g><g fill="#000" fill-opacity="0.07">${bush(174, 12)}${bush(372, 13)}</g>`;
}

function tree(x: number, ground: number, scale: number, leaf: string): string {
  return (
    `<g transform="translate(${x} ${ground}) scale(${scale})"><path d="M-7 14L-4-70H4L7 14z" fill="#7d6552"/>` +
    `<g fill="${leaf}"><circle cx="0" cy="-120" r="48"/><circle cx="-32" cy="-88" r="34"/><circle cx="33" cy="-90" r="36"/></g>` +
    '<g fill="#000" fill-opacity="0.08"><circle cx="16" cy="-96" r="30"/><circle cx="-26" cy="-80" r="22"/></g></g>'
  );
}

/** Drawn outside the mirrored group, so that the digits are never reversed. */
function numberPlate(house: House): string {
  if (house.number === '') return '';
  const x = house.isMirrored ? 330 : 270;
  return `<rect x="${x - 20}" y="300" width="40" height="15" rx="3" fill="#fff"/><text x="${x}" y="312" font-size="12" font-weight="600" text-anchor="middle" fill="#333b42">${escapeXml(house.number)}</text>`;
}
