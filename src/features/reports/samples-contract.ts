import { z } from 'zod/mini';
import { companyBranding } from '#features/agreements/contract.ts';
import { asLine, id, instant, optionalText, publicId, text } from '#wire/fields.ts';
import { action, type RouteOutput, read, write } from '#wire/route.ts';
import { teamTokenParam } from './contract.ts';
import { publicReport } from './public-report-contract.ts';

const changed = ['samples'];
const forAdmins = { access: 'member', capability: 'edit_settings' } as const;
const name = text('Enter a name', 120);
const description = optionalText(1000);

/** Words that are left out as well, one a line. */
const also = optionalText(2000);

export const previewSample = read('GET /v2/reports/{reportId}/as-sample', {
  ...forAdmins,
  summary:
    'What a sample of the published report would leave out: names, addresses, phone numbers and the like in its texts, and the words of `also`.',
  input: z.object({ reportId: id, also }),
  output: z.object({
    /** The report’s name without private data. */
    name: z.string(),
    photos: z.number(),
    /** Never part of a sample. */
    videos: z.number(),
    redacted: z.array(
      z.object({
        kind: z.enum(['name', 'address', 'phone', 'email', 'order', 'coordinates', 'other']),
        text: z.string(),
        /** False for what may be an ordinary word, which `keep` may name. */
        is_certain: z.boolean(),
        count: z.number(),
        /** Where it occurs first. */
        path: z.array(z.string()),
        before: z.string(),
        after: z.string(),
      }),
    ),
    /** The sample of this published state, if there is one. */
    existing: z.nullable(z.object({ public_id: publicId, name: z.string() })),
  }),
  invalidates: ['reports', 'samples'],
});

export type SamplePreview = RouteOutput<typeof previewSample>;

export const makeSample = action('POST /v2/reports/{reportId}/as-sample', {
  ...forAdmins,
  summary:
    'Makes a frozen copy of the published report without private data and shows it as a sample. LOCKED while unpublished. Photos are included only if the user confirms that they contain no private data. The same request again returns the same sample.',
  input: z.object({
    reportId: id,
    subscriberId: optionalText(60),
    name,
    description,
    also,
    /** Texts that the preview calls uncertain, to leave as they are. */
    keep: z.optional(z.array(z.string().check(asLine, z.maxLength(200))).check(z.maxLength(200))),
    /** The user has checked that the photos contain no private data. */
    photos_checked: z.optional(z.boolean()),
  }),
  output: z.object({ id, public_id: publicId, name: z.string(), photos: z.number() }),
  invalidates: changed,
});

const sampleRow = z.object({
  id,
  public_id: publicId,
  name: z.string(),
  description: z.string(),
  visible: z.boolean(),
  photos: z.number(),
  created_at: instant,
  /** The report it was made from; null if that is gone. */
  report_id: z.nullable(id),
  /** Team token with which a hidden sample opens (`?t=`). */
  team_pass: z.string(),
});

export type SampleRow = z.infer<typeof sampleRow>;

export const listSamples = read('GET /v2/sample-reports', {
  ...forAdmins,
  summary: 'The company’s sample reports in order, also hidden ones, with the address of their public list.',
  output: z.object({ samples: z.array(sampleRow), request_id: z.string() }),
  invalidates: changed,
});

// Before the routes with {id}.
export const orderSamples = write('PUT /v2/sample-reports/order', {
  ...forAdmins,
  summary: 'Puts the samples in the order of the ids; others follow in their present order.',
  input: z.object({ ids: z.array(id).check(z.maxLength(200, 'At most 200 samples')) }),
  output: z.null(),
  invalidates: changed,
});

export const changeSample = write('PATCH /v2/sample-reports/{id}', {
  ...forAdmins,
  summary: 'Renames or describes a sample, or shows or hides it.',
  input: z.object({ id, name: z.optional(name), description, visible: z.optional(z.boolean()) }),
  output: z.null(),
  invalidates: changed,
});

export const deleteSample = write('DELETE /v2/sample-reports/{id}', {
  ...forAdmins,
  summary: 'Deletes a sample with its photos. Its report stays as it is.',
  input: z.object({ id }),
  output: z.null(),
  invalidates: changed,
});

const sampleLink = { param: 'sampleId', kind: 'sample-report' } as const;

export const getSample = read('GET /v2/public/sample-reports/{sampleId}', {
  access: 'link',
  link: sampleLink,
  summary:
    'A sample report by its public id, for anyone while the company shows it; for the team with its token `t`.',
  input: z.object({ sampleId: publicId, t: teamTokenParam }),
  output: z.object({
    name: z.string(),
    description: z.string(),
    /** Anyone may read it. */
    is_visible: z.boolean(),
    /** The company’s list, if there are other samples. */
    list: z.nullable(z.string()),
    /** Without appointment, people and place. */
    report: publicReport,
  }),
  invalidates: changed,
});

export type PublicSample = RouteOutput<typeof getSample>;

export const getSamplePhoto = action('GET /v2/public/sample-reports/{sampleId}/media/{mediaId}/{size}', {
  access: 'link',
  link: sampleLink,
  summary: 'A photo of a sample report, by public ids.',
  input: z.object({
    sampleId: publicId,
    mediaId: publicId,
    size: z.enum(['large', 'medium', 'thumb'], 'Unknown size'),
    t: teamTokenParam,
  }),
  download: true,
});

export const listPublicSamples = read('GET /v2/public/companies/{id}/sample-reports', {
  access: 'link',
  link: { param: 'id', kind: 'company' },
  summary: 'The sample reports that a company shows, in its order, by request id or public name.',
  input: z.object({ id: z.string().check(z.regex(/^[\w-]{3,64}$/, 'Not a valid link')) }),
  output: z.object({
    company: companyBranding,
    samples: z.array(
      z.object({
        public_id: publicId,
        name: z.string(),
        description: z.string(),
        deficiencies: z.number(),
        photos: z.number(),
        /** Path of its first photo, or null. */
        cover: z.nullable(z.string()),
      }),
    ),
  }),
  invalidates: changed,
});

export type PublicSampleList = RouteOutput<typeof listPublicSamples>;
