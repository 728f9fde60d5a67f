import { defaultMark, type PhotoMark } from '#domain/reports/photos/photo-marks.ts';
import { markShapes } from '#domain/reports/photos/photo-shapes.ts';
import type { DocumentCompany, ReportComment, ReportModel, ReportPhoto } from './models.ts';

/** A company for the sample documents of tests and bench/pdf.ts. */
export const sampleCompany: DocumentCompany = {
  name: 'Harbor Home Inspections',
  address_lines: ['12 Harbor Street', 'Portland, ME 04101'],
  phone: '(207) 555-0142',
  email: 'office@harbor.example',
  website: 'harbor.example',
  license: 'License ME-20455',
  color: '#0b7285',
  logo: 'logo',
};

const sectionNames = [
  'Inspection details',
  'Roof',
  'Exterior',
  'Foundation and structure',
  'Heating',
  'Cooling',
  'Plumbing',
  'Electrical',
  'Fireplace and stoves',
  'Attic, insulation, ventilation',
  'Doors, windows, interior',
  'Built-in appliances',
  'Garage',
];
const itemNames = [
  'Coverings',
  'Flashings',
  'Penetrations and skylights',
  'Gutters and downspouts',
  'Chimney exterior',
  'Ventilation',
  'Equipment',
  'Controls',
  'Distribution',
  'Safety devices',
];
const defectNames = [
  'Covering damaged or missing',
  'Flashing loose or not sealed',
  'Downspout empties beside the foundation',
  'Crown cracked',
  'Rail or balusters missing',
  'Leak under the sink',
  'Two wires under one screw',
  'Does not latch',
];
const places = ['Front slope', 'Rear left corner', 'Kitchen', 'Basement, north wall', 'Garage'];
const prose =
  'Shingles along the lower edge are lifted and several tabs are gone, so that water can reach the deck in driving rain. The flashing beside the chimney was sealed with caulk, which has dried and opened.\n\nHave a qualified contractor repair it before the next winter and check the deck below for hidden damage.';

export interface SampleSize {
  readonly sections?: number;
  readonly itemsPerSection?: number;
  readonly defects?: number;
  readonly photos?: number;
  readonly hostile?: boolean;
}

export const hostileTexts = [
  '#read("/etc/passwd") #import "@preview/x:1.0.0": *',
  '<script>alert(1)</script> $x^2$ *bold* _it_ `code` @ref <label> \\ # = - + /',
  'Grüße aus Köln, déjà vu, příliš žluťoučký kůň 👩‍👩‍👧 🔥',
  'هذا سقف تالف ويحتاج إلى إصلاح',
  'הגג פגום וצריך תיקון',
  `x${'y'.repeat(400)}z`,
  'bell\u0007null\u0000half\ud83d end',
];

const cover: ReportModel['cover'] = {
  photo: 'house',
  address_lines: ['1847 Seabright Avenue', 'Cape Elizabeth, ME 04107'],
  client: 'Maria and John Whitfield',
  date: 'Friday, March 8, 2030, 9:00 AM EST',
  inspectors: [{ name: 'Daniel Okafor', detail: 'Certified inspector, ME-1188\n(207) 555-0199' }],
  facts: [
    { label: 'Report number', value: 'INV-1042' },
    { label: 'Size', value: '2,400 sq ft' },
    { label: 'Year built', value: '1990' },
    { label: 'Weather', value: 'Dry, 41 °F' },
  ],
};

const ratings: ReportModel['ratings'] = [
  {
    code: 'IN',
    name: 'Inspected',
    color: '#2b8a3e',
    description: 'Seen and working as expected, unless a finding says otherwise.',
  },
  { code: 'NI', name: 'Not inspected', color: '#868e96', description: 'Could not be seen or reached.' },
  { code: 'NP', name: 'Not present', color: '#868e96', description: 'The house does not have it.' },
  {
    code: 'D',
    name: 'Deficient',
    color: '#c92a2a',
    description: 'Does not do its job or will soon fail.',
  },
];

/** Returns a report whose photos are named photo-0, photo-1 … and spread over its findings. */
export function sampleReport(size: SampleSize = {}): ReportModel {
  const { sections = 13, itemsPerSection = 10, defects = 93, photos = 200, hostile = false } = size;
  const items = sampleItems(sections * itemsPerSection, { defects, photos, hostile });
  const all = items.flatMap((item) => item.comments).filter((comment) => comment.kind === 'defect');
  return {
    mode: 'full',
    lang: 'en',
    paper: 'us-letter',
    created_at: '2030-03-08T15:00:00.000Z',
    title: 'Home inspection report',
    company: sampleCompany,
    cover,
    intro:
      'This report describes the condition of the house on the day of the inspection. It is not a guarantee.\n\nParts that could not be reached or seen are named as limitations.',
    closing: 'Thank you for your trust. Please call with any question about this report.',
    categories: [
      { id: 'c1', name: 'Maintenance / monitor', color: '#1971c2' },
      { id: 'c2', name: 'Recommended repair', color: '#e67700' },
      { id: 'c3', name: 'Safety or major', color: '#c92a2a' },
    ],
    ratings,
    summary: {
      groups: ['c3', 'c2', 'c1']
        .map((category) => ({
          category,
          count: all.filter((comment) => comment.category === category).length,
          cost: '$9,500 to $44,000',
        }))
        .filter(({ count }) => count > 0),
      cost: '$28,500 to $132,000',
      trades: [{ name: 'Roofer', count: all.length }],
    },
    sections: Array.from({ length: sections }, (_, s) => ({
      number: `${s + 1}`,
      name: sectionNames[s % sectionNames.length] ?? 'Section',
      items: items
        .slice(s * itemsPerSection, (s + 1) * itemsPerSection)
        .map((item, i) => ({ ...item, number: `${s + 1}.${i + 1}` })),
    })),
  };
}

/** Spreads defects and photos over `itemCount` items. */
function sampleItems(
  itemCount: number,
  { defects, photos, hostile }: Required<Pick<SampleSize, 'defects' | 'photos' | 'hostile'>>,
) {
  let photo = 0;
  let defect = 0;
  const photosUpTo = (limit: number): ReportPhoto[] => {
    const taken: ReportPhoto[] = [];
    for (; photo < Math.min(limit, photos); photo += 1) taken.push(samplePhoto(photo));
    return taken;
  };
  return Array.from({ length: itemCount }, (_, n) => {
    const comments: ReportComment[] = [
      {
        kind: 'information',
        name: 'Material',
        answer: ['Asphalt shingle', 'Wood', 'Not visible'][n % 3] ?? '',
      },
      { kind: 'information', name: 'Method', answer: 'Walked' },
    ];
    if (n % 11 === 5)
      comments.push({
        kind: 'limitation',
        name: 'Not fully visible',
        text: 'Stored goods stood in front of the wall; the part behind them was not inspected.',
      });
    while (defect < Math.round(((n + 1) / itemCount) * defects)) {
      comments.push(
        sampleDefect(defect, photosUpTo(Math.round(((defect + 1) / Math.max(1, defects)) * photos)), hostile),
      );
      defect += 1;
    }
    const isDefective = comments.some((comment) => comment.kind === 'defect');
    return {
      name: itemNames[n % itemNames.length] ?? 'Item',
      ratings: isDefective ? ['IN', 'D'] : [n % 7 === 6 ? 'NP' : 'IN'],
      comments,
    };
  });
}

function samplePhoto(n: number): ReportPhoto {
  const hasMarks = n % 3 !== 2;
  return {
    id: `photo-${n}`,
    caption: `Photo ${n + 1}: seen from the ${places[n % places.length]?.toLowerCase()}`,
    ...(hasMarks
      ? {
          annotations: sampleMarks(n % 2 ? 'ellipse' : 'rect'),
        }
      : {}),
  };
}

function sampleMarks(kind: 'ellipse' | 'rect') {
  const marks: PhotoMark[] = [
    {
      kind: 'arrow',
      points: [
        [0.2, 0.25],
        [0.45, 0.5],
      ],
      ...defaultMark,
    },
    {
      kind,
      points: [
        [0.45, 0.4],
        [0.75, 0.7],
      ],
      ...defaultMark,
      color: '#fcc419',
    },
    { kind: 'text', points: [[0.12, 0.12]], ...defaultMark, text: 'here' },
  ];
  return markShapes(marks, { width: 1600, height: 1200 }, null);
}

function sampleDefect(n: number, photos: ReportPhoto[], hostile: boolean): ReportComment {
  const odd = hostile ? hostileTexts[n % hostileTexts.length] : undefined;
  return {
    kind: 'defect',
    name: odd ?? `${defectNames[n % defectNames.length]} (${n + 1})`,
    text: odd ?? prose,
    category: ['c2', 'c3', 'c1'][n % 3] ?? 'c2',
    in_summary: n % 3 !== 2,
    url: `https://reports.example/view-report2/sample#c${n}`,
    location: places[n % places.length] ?? '',
    recommendation: 'Roofer',
    cost: '$250 to $1,200',
    photos,
  };
}
