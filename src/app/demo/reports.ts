import sharp from 'sharp';
import { defaultMark, type PhotoEdit, type PhotoMark } from '#domain/reports/photos/photo-marks.ts';
import type { bookAppointment } from '#features/appointments/booking-contract.ts';
import { type FullReport, getReport, listReports } from '#features/reports/contract.ts';
import { addMedia, changeMedia, type OpOnWire, patchReport } from '#features/reports/editing-contract.ts';
import { favorComment } from '#features/reports/library-contract.ts';
import { publishReport } from '#features/reports/publishing-contract.ts';
import { newId } from '#server/ids.ts';
import type { RouteOutput } from '#wire/route.ts';
import { callAsOwner, type DemoContext } from './demo-context.ts';

interface ReportOptions {
  publish: boolean;
  /** Varies which defects are found. */
  variety: number;
}

/** Fills in the reports of an appointment with ratings, some defects and photos, and publishes them. */
export async function seedReports(
  demo: DemoContext,
  booked: RouteOutput<typeof bookAppointment>,
  options: ReportOptions,
): Promise<void> {
  const { reports } = await callAsOwner(demo, listReports, { id: booked.id });
  for (const row of reports) {
    const report = await callAsOwner(demo, getReport, { reportId: row.id });
    if (report.projection !== 'full') continue;
    const ops = findings(report, options.variety);
    await callAsOwner(demo, patchReport, { id: report.id, rev: report.rev, ops });
    await addPhotos(demo, report, options.variety);
    if (!options.publish) await addUnsorted(demo, report);
    await addFavorites(demo, report);
    if (options.publish)
      await callAsOwner(demo, publishReport, { confirmed: true, id: report.id, without_sending: true });
  }
}

/** Rates every item; every ninth item (offset by `variety`) also gets its first library defect. */
function findings(report: FullReport, variety: number): OpOnWire[] {
  const ops: OpOnWire[] = [];
  const items = report.sections.flatMap((section) => section.items);
  const [widespread] = defectiveItems(report, variety);
  for (const [index, item] of items.entries()) {
    const defect = item.comments.find((comment) => comment.kind === 3);
    const isFound = defect !== undefined && (index + variety) % 3 === 0;
    if (item.show_ratings)
      ops.push({
        op_id: newId(),
        type: 'set_rating',
        item_id: item.id,
        rating: ratingOf(report, isFound, index),
      });
    if (defect && isFound) {
      ops.push({
        op_id: newId(),
        type: 'update_comment',
        comment_id: defect.id,
        changes: {
          included: true,
          ...estimateOf(index),
          ...(item === widespread ? { locations: [...places] } : {}),
        },
      });
    }
    const fact = item.comments.find((comment) => comment.kind === 1 && comment.options.length > 0);
    const first = fact?.options[(index + variety) % (fact.options.length || 1)];
    if (fact && first) {
      const answer = fact.answer_type === 'multi' ? [first] : first;
      ops.push({
        op_id: newId(),
        type: 'update_comment',
        comment_id: fact.id,
        changes: { included: true, answer },
      });
    }
  }
  return ops;
}

/** Estimates in whole hundreds, as inspectors give them; none for every fourth defect. */
function estimateOf(index: number): { min_cost?: number; max_cost?: number } {
  if (index % 4 === 3) return {};
  const min_cost = 100 + ((index * 7) % 12) * 50;
  return { min_cost, max_cost: min_cost * 2 + 100 };
}

function ratingOf(report: FullReport, isFound: boolean, index: number): string | null {
  const [inspected, , notPresent, deficient] = report.ratings.map((rating) => rating.key);
  if (isFound) return deficient ?? null;
  return (index % 11 === 7 ? notPresent : inspected) ?? null;
}

/** Where the first defect of each report was found. */
const places = ['Front', 'Left', 'Garage'] as const;

function defectiveItems(report: FullReport, variety: number): FullReport['sections'][number]['items'] {
  return report.sections
    .flatMap((section) => section.items)
    .filter((item, index) => item.comments.some((c) => c.kind === 3) && (index + variety) % 3 === 0)
    .slice(0, 5);
}

/** Stars two comments of the library in each of the first items; doing so again changes nothing. */
async function addFavorites(demo: DemoContext, report: FullReport): Promise<void> {
  const items = report.sections.flatMap((section) => section.items).slice(0, 12);
  const starred = items.flatMap((item) => item.comments.filter((c) => c.kind === 3).slice(-2));
  for (const { template_comment_id } of starred)
    if (template_comment_id)
      await callAsOwner(demo, favorComment, { commentId: template_comment_id, is_favorite: true });
}

async function addPhotos(demo: DemoContext, report: FullReport, variety: number): Promise<void> {
  const [widespread, ...others] = defectiveItems(report, variety);
  const shots = [
    ...places.slice(0, 2).map((location) => ({ item: widespread, location })),
    ...others.map((item) => ({ item, location: '' })),
  ];
  for (const [index, { item, location }] of shots.entries()) {
    if (!item) continue;
    const comment = item.comments.find((c) => c.kind === 3);
    const media_id = newId();
    await callAsOwner(demo, addMedia, {
      id: report.id,
      media_id,
      item_id: item.id,
      comment_id: comment?.id ?? '',
      location,
      caption: item.name,
      camera_time: minuteOf(report, 10 + index * 7),
      file: await drawnPhoto(variety * 3 + index),
    });
    if (variety % 3 === 0 && index < 3)
      await callAsOwner(demo, changeMedia, { id: report.id, mediaId: media_id, ...drawnOn(index) });
  }
}

/** What an inspector uploads in the evening: a few photos in a row, one whose camera forgot the year. */
async function addUnsorted(demo: DemoContext, report: FullReport): Promise<void> {
  for (const [index, minute] of [3, 5, 21, 44, 58].entries())
    await callAsOwner(demo, addMedia, {
      id: report.id,
      media_id: newId(),
      item_id: '',
      camera_time: index === 4 ? '2012-01-01T00:10:00' : minuteOf(report, minute),
      file: await drawnPhoto(60 + index),
    });
}

/** The camera's local time some minutes after the beginning of the inspection. */
function minuteOf({ appointment }: FullReport, minute: number): string {
  const local = appointment.date_time.slice(0, 14);
  return `${local}${String(minute).padStart(2, '0')}:00`;
}

async function drawnPhoto(seed: number): Promise<File> {
  return new File([new Uint8Array(await drawing(seed))], 'photo.jpg', { type: 'image/jpeg' });
}

/** Of the three photos of a report two have marks, and one is cropped to the window. */
function drawnOn(n: number): { annotations?: PhotoMark[]; edit?: PhotoEdit } {
  if (n === 2) return { edit: { rotation: 0, crop: { x: 0.5, y: 0.1, width: 0.45, height: 0.5 } } };
  const label: PhotoMark = { ...defaultMark, kind: 'text', points: [[0.3, 0.22]], text: 'Cracked' };
  const arrow: PhotoMark = {
    ...defaultMark,
    kind: 'arrow',
    points: [
      [0.3, 0.28],
      [0.38, 0.44],
    ],
  };
  const circle: PhotoMark = {
    ...defaultMark,
    kind: 'ellipse',
    color: '#fcc419',
    points: [
      [0.42, 0.38],
      [0.62, 0.62],
    ],
  };
  return { annotations: n === 0 ? [label, arrow] : [circle] };
}

/** Draws a wall with a crack, since the demo ships no photos. */
export async function drawing(seed: number): Promise<Buffer> {
  const hue = (seed * 47) % 360;
  const crack = Array.from(
    { length: 9 },
    (_, i) => `${120 + i * 130},${420 + ((seed * 37 + i * 91) % 160)}`,
  ).join(' ');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="960"><defs><linearGradient id="w" x2="0" y2="1"><stop offset="0" stop-color="hsl(${hue} 18% 82%)"/><stop offset="1" stop-color="hsl(${hue} 22% 66%)"/></linearGradient></defs><rect width="1280" height="960" fill="url(#w)"/><rect y="780" width="1280" height="180" fill="hsl(${hue} 12% 38%)"/><polyline points="${crack}" fill="none" stroke="#3b3632" stroke-width="7" stroke-linejoin="round"/><rect x="880" y="180" width="240" height="300" rx="6" fill="hsl(205 40% 80%)" stroke="#f5f2ee" stroke-width="18"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
}
