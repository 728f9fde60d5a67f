import { addDays, asZone, localDate } from '#domain/base/time.ts';
import { type Appointment, getAppointment } from '#features/appointments/contract.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { client } from '#web/client/client.ts';
import { now } from '#web/clock.ts';
import { callForNewest } from '#web/offline/call-for-newest.ts';
import { jobPhotosCache } from '#web/offline/job-photos-cache.ts';
import { keepCopies, loadCopy, storeCopy, storeUser } from '#web/offline/offline-store.ts';
import type { SessionUser } from '#web/session.ts';
import type { Route, RouteInput, RouteOutput } from '#wire/route.ts';
import { type FullReport, getReport } from '../../contract.ts';
import { getCommentLibrary } from '../../library-contract.ts';
import { jobKey, jobListKey, jobsKey, libraryKey, reportKey, type StoredJobs } from '../work/stored-jobs.ts';

/** Bounds of what a device stores: a busy day of two, and thumbnails of some 20 MB. */
const most = { jobs: 20, reports: 30, photos: 1_000 };

/** What a browser knows about its connection; not all of them do. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** How much may be loaded in the background: nothing on a metered or very slow connection, no photos on a slow one. */
export function backgroundBudget(
  { saveData, effectiveType = '4g' }: Connection = (navigator as { connection?: Connection }).connection ??
    {},
): 'nothing' | 'texts' | 'all' {
  if (saveData || effectiveType.endsWith('2g')) return 'nothing';
  return effectiveType === '3g' ? 'texts' : 'all';
}

/**
 * Stores the user's jobs of today and tomorrow with their reports and thumbnails on this device, and removes what is no
 * longer among them. One request after the other, so that pages go first; what has not changed costs no body. Stops when
 * `isCurrent` says so.
 */
export async function storeJobs(user: SessionUser, isCurrent: () => boolean): Promise<void> {
  const budget = backgroundBudget();
  if (budget === 'nothing') return;
  await storeUser(user);
  const keys = new Set<string>();
  const { from, jobs } = await readJobs(user, keys, isCurrent);
  if (!isCurrent()) return;
  await storeCopy(user, jobsKey, { from, jobs } satisfies StoredJobs);
  keys.add(jobsKey);
  const photos = new Set<string>();
  for (const { id } of jobs.flatMap((job) => job.reports).slice(0, most.reports)) {
    keys.add(reportKey(id));
    const report = await readCopy(user, reportKey(id), getReport, { reportId: id }).catch(() => null);
    if (!isCurrent()) return;
    if (report?.projection !== 'full') continue;
    keys.add(libraryKey(id));
    // What the editor suggests; it also works without.
    await readCopy(user, libraryKey(id), getCommentLibrary, { id }).catch(() => null);
    if (budget === 'all') await storePhotos(report, photos, isCurrent);
  }
  if (!isCurrent()) return;
  await keepCopies(keys);
  await keepPhotos(photos);
}

async function readJobs(user: SessionUser, keys: Set<string>, isCurrent: () => boolean): Promise<StoredJobs> {
  const from = localDate(now(), asZone(user.timezone));
  const days = { from, to: addDays(from, 1), technicianId: user.id };
  const filter = { ...days, sort: 'date_time', perPage: most.jobs } as const;
  keys.add(jobListKey);
  const { pageData } = await readCopy(user, jobListKey, listAppointments, filter);
  const jobs: Appointment[] = [];
  for (const { id, status } of pageData) {
    if (!isCurrent()) break;
    if (status === 'canceled') continue;
    keys.add(jobKey(id));
    const job = await readCopy(user, jobKey(id), getAppointment, { inspection_id: id });
    if (job.projection === 'full') jobs.push(job);
  }
  return { from, jobs };
}

/** Reads and stores an answer of the server. If it is still the stored one, only its age is new. */
async function readCopy<R extends Route<'read' | 'action'>>(
  user: SessionUser,
  key: string,
  route: R,
  input: RouteInput<R>,
): Promise<RouteOutput<R>> {
  const stored = await loadCopy<RouteOutput<R>>(user, key);
  const { data, tag } = await callForNewest(client, route, input, stored);
  await storeCopy(user, key, data, tag);
  return data;
}

/** Stores the thumbnails of a report that are not stored yet. Adds the address of each to `photos`. */
async function storePhotos(report: FullReport, photos: Set<string>, isCurrent: () => boolean): Promise<void> {
  const cache = await caches.open(jobPhotosCache);
  const sorted = report.sections.flatMap((section) => section.items.flatMap((item) => item.media));
  const media = [...sorted, ...report.unsorted];
  for (const { public_id } of media) {
    if (photos.size >= most.photos || !isCurrent()) return;
    const path = `/api/v2/reports/${report.public_id}/media/${public_id}/thumb`;
    photos.add(path);
    if (await cache.match(path)) continue;
    // The editor draws the marks itself, and the original never changes.
    const answer = await fetch(`${path}?t=${report.team_pass}&original=true`, { priority: 'low' });
    if (answer.ok && isCurrent()) await cache.put(path, answer);
  }
}

async function keepPhotos(photos: ReadonlySet<string>): Promise<void> {
  const cache = await caches.open(jobPhotosCache);
  const others = (await cache.keys()).filter(({ url }) => !photos.has(new URL(url).pathname));
  await Promise.all(others.map((each) => cache.delete(each)));
}
