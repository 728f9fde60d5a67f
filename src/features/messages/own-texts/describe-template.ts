import type { PersonRole } from '#domain/events/events.ts';
import { writtenPlaceholders } from '#domain/messages/message-texts.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { Lang, ReadCtx, WriteCtx } from '#server/context.ts';
import { langOf } from '#server/translate.ts';
import { notFound } from '#wire/errors.ts';
import { type Audience, catalogue, type MessageKey } from '../catalogue.ts';
import type { Template } from '../compose-message.ts';
import { defaultTexts, placeholdersOf } from '../render.ts';
import type { MessageTemplate, MessageTemplateSummary } from '../template-contract.ts';
import type { Channel } from '../template-store.ts';
import * as store from '../template-store.ts';

const languages: readonly Lang[] = ['en', 'de', 'fr'];
const roles: readonly string[] = ['client', 'agent', 'listing_agent', 'inspector', 'contractor'];
const isPersonRole = (audience: Audience): audience is PersonRole => roles.includes(audience);

/** Returns the key if it names a message of the company in this channel; throws NOT_FOUND otherwise. */
export function requireTemplate(key: string, channel: Channel): MessageKey {
  const known = Object.hasOwn(catalogue, key) ? catalogue[key as MessageKey] : undefined;
  if (known?.sender !== 'company' || !known.channels.includes(channel)) throw notFound();
  return key as MessageKey;
}

/** Returns the people of an appointment that the company may send a message to; empty if they are fixed. */
function offeredAudiences(key: MessageKey, channel: Channel): PersonRole[] {
  const { audiences, optional = [], stoppedBy, canBeDisabled } = catalogue[key];
  if (!stoppedBy || !canBeDisabled) return [];
  const all = [...audiences, ...optional].filter(isPersonRole);
  return channel === 'text' ? all.filter((each) => each !== 'inspector') : all;
}

/** Returns who gets a message unless the company chose others. */
function usualAudiences(key: MessageKey, channel: Channel): PersonRole[] {
  if (channel === 'text') return ['client'];
  return catalogue[key].audiences.filter(isPersonRole);
}

/** Lists the messages that the company can word, in the order of the catalogue. */
export async function listTemplates(ctx: ReadCtx): Promise<MessageTemplateSummary[]> {
  const { settings } = await getCompany(ctx);
  const [texts, switches] = [await store.listTexts(ctx), await store.listSwitches(ctx)];
  const lang = langOf(settings.message_language);
  return (Object.keys(catalogue) as MessageKey[]).flatMap((key) =>
    catalogue[key].sender !== 'company'
      ? []
      : catalogue[key].channels.map((channel) => {
          const isOwn = (each: Lang) =>
            texts.some((row) => row.key === key && row.channel === channel && row.lang === each);
          const own = languages.filter(isOwn);
          const choice = switches.find((row) => row.key === key && row.channel === channel);
          const offered = offeredAudiences(key, channel);
          const chosen = choice?.audiences ?? usualAudiences(key, channel);
          return {
            key,
            channel,
            state: stateOf(choice?.enabled !== false, own),
            subject: defaultTexts[lang][key].subject,
            own,
            missing: own.length === 0 ? [] : languages.filter((each) => !isOwn(each)),
            audiences: offered.filter((each) => chosen.includes(each)),
            can_start: canStart(key, channel),
          };
        }),
  );
}

/** What is added to a message (`extra`) is what the user writes. */
function canStart(key: MessageKey, channel: Channel): boolean {
  const known = ['extra', ...writtenPlaceholders(channel, true)];
  const isToPeople = catalogue[key].audiences.every((each) => each === 'chosen' || isPersonRole(each));
  return isToPeople && placeholdersOf(key, channel).every((name) => known.includes(name));
}

function stateOf(isEnabled: boolean, own: readonly Lang[]): MessageTemplate['state'] {
  if (!isEnabled) return 'off';
  return own.length > 0 ? 'changed' : 'default';
}

/** Returns a message with its text in every language, the company's own or the product's. */
export async function getTemplate(
  ctx: ReadCtx | WriteCtx,
  { key: asked, channel }: { key: string; channel: Channel },
): Promise<MessageTemplate> {
  const key = requireTemplate(asked, channel);
  const rows = await store.companyTexts(ctx, key, channel);
  const choice = await store.companySwitch(ctx, key, channel);
  const enabled = choice?.enabled !== false;
  const textIn = (lang: Lang) => {
    const own = rows.find((row) => row.lang === lang);
    const standard = standardContent(defaultTexts[lang][key], channel);
    return own
      ? { subject: own.subject, message: own.body, action_label: own.action_label || standard.action_label }
      : standard;
  };
  const own = languages.filter((lang) => rows.some((row) => row.lang === lang));
  const offered = offeredAudiences(key, channel);
  const chosen = choice?.audiences ?? usualAudiences(key, channel);
  return {
    key,
    channel,
    rev: choice?.rev ?? 0,
    state: stateOf(enabled, own),
    enabled,
    can_be_disabled: catalogue[key].canBeDisabled === true,
    has_button: channel === 'email' && defaultTexts.en[key].action !== undefined,
    audiences: offered.filter((each) => chosen.includes(each)),
    offered,
    placeholders: placeholdersOf(key, channel),
    texts: { en: textIn('en'), de: textIn('de'), fr: textIn('fr') },
    own,
  };
}

function standardContent({ subject, body, action = '', text = '' }: Template, channel: Channel) {
  return channel === 'text'
    ? { subject: '', message: text, action_label: '' }
    : { subject, message: body.join('\n\n'), action_label: action };
}
