import { z } from 'zod/mini';
import { summaryModes } from '#domain/settings/reports.ts';
import { companyBranding } from '#features/agreements/contract.ts';
import { answerType, kind, richTextTree } from '#wire/comment-fields.ts';
import { instant, publicId } from '#wire/fields.ts';
import { publicPhoto } from './media-contract.ts';

/** The language of the reader whose personal link this is, for the page's own words; null if unknown. */
export const readerLanguage = z.nullable(z.enum(['en', 'de', 'fr']));

export const money = z.nullable(z.number());

export const summaryMode = z.enum(summaryModes, 'Unknown summary');

export const rating = z.object({ key: z.string(), label: z.string() });

export const category = z.object({
  category: z.number(),
  name: z.string(),
  color: z.string(),
  in_summary: z.boolean(),
});

const publicComment = z.object({
  id: z.string(),
  number: z.string(),
  kind,
  name: z.string(),
  answer_type: answerType,
  answer: z.nullable(z.unknown()),
  text: richTextTree,
  locations: z.array(z.string()),
  category: z.nullable(z.number()),
  recommendation: z.string(),
  min_cost: money,
  max_cost: money,
  /** Listed in the summary. */
  in_summary: z.boolean(),
  photos: z.array(publicPhoto),
});

export type PublicComment = z.infer<typeof publicComment>;

/** What the report of a re-inspection says as a whole. */
const reinspectionFacts = z.object({
  /** The earlier report and the version that is inspected again. */
  report: z.object({ public_id: publicId, name: z.string(), version: z.number() }),
  /** How many defects have each rating. */
  outcomes: z.array(z.object({ key: z.string(), label: z.string(), count: z.number() })),
  without_outcome: z.number(),
  /** The sums of the estimates of all its defects. */
  totals: z.object({
    count: z.number(),
    estimated: z.number(),
    min_cost: z.number(),
    max_cost: z.number(),
  }),
});

/** A report as the public sees it: the last published state, without excluded parts and internal ids. */
export const publicReport = z.object({
  projection: z.literal('public'),
  public_id: publicId,
  name: z.string(),
  /** The team's preview of unpublished changes. */
  is_draft: z.boolean(),
  published_at: z.nullable(instant),
  /** Which published version this is, and the newest; null for a draft. */
  version: z.nullable(z.object({ number: z.number(), newest: z.number() })),
  company: companyBranding,
  appointment: z.object({
    public_id: publicId,
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    date_time: instant,
    timezone: z.string(),
    square_feet: z.nullable(z.number()),
    year_built: z.nullable(z.number()),
    technicians: z.array(z.string()),
    clients: z.array(z.string()),
    /** Further people whom the company's settings name. */
    others: z.array(z.object({ role: z.enum(['listing_agent', 'contractor']), name: z.string() })),
  }),
  /** Path of the property's photo, or null. */
  cover: z.nullable(z.string()),
  ratings: z.array(rating),
  categories: z.array(category),
  /** What the summary lists; `off`: the page has none. */
  summary: summaryMode,
  header_text: richTextTree,
  disclaimer: richTextTree,
  sections: z.array(
    z.object({
      number: z.string(),
      name: z.string(),
      standards_text: richTextTree,
      items: z.array(
        z.object({
          number: z.string(),
          name: z.string(),
          rating: z.nullable(z.string()),
          comments: z.array(publicComment),
          photos: z.array(publicPhoto),
        }),
      ),
    }),
  ),
  /** Base path of photos: `{media_path}/{id}/{large|medium|thumb}{media_query}`. */
  media_path: z.string(),
  /** Base path of videos: `{video_path}/{id}{media_query}`. */
  video_path: z.string(),
  media_query: z.string(),
  reader_language: readerLanguage,
  /** Only the summary's deficiencies, without photos: all that this reader may read. */
  is_summary_only: z.boolean(),
  reinspection: z.optional(reinspectionFacts),
});

export type PublicReport = z.infer<typeof publicReport>;
