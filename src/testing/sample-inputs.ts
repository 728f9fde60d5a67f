import { newId } from '#server/ids.ts';
import { defaultProperty } from './bookings.ts';
import type { Ids } from './full-company.ts';
import type { Input } from './route-input.ts';

/** A booking with every id it can take. */
export const sampleBooking = (ids: Ids): Input => ({
  ...defaultProperty,
  date_time: '2030-05-06T09:00',
  order_id: `W-${newId().slice(-8)}`,
  services: [{ id: ids.service, add_ons: [ids.addOn] }],
  templates: [ids.template],
  agreements: [ids.agreementTemplate],
  clients: [ids.client],
  agents: [ids.agent],
  listing_agents: [ids.agent],
  contractors: [ids.contractor],
  inspectors: [ids.technician],
  invisible_inspectors: [ids.owner],
  inspection_events: [
    {
      name: 'Pick-up',
      inspector: ids.technician,
      start_date: '2030-05-08T09:00',
      end_date: '2030-05-08T10:00',
    },
  ],
});

export function sampleAddOn(ids: Ids) {
  return {
    name: 'Boat house',
    description: 'By the water',
    add_fee: 12.5,
    add_hours: 0.25,
    status: 1,
    templates: [ids.template],
    agreements: [ids.agreementTemplate],
  };
}

/** A service with everything that belongs to it. */
export function sampleService(ids: Ids) {
  return {
    name: 'Lake house',
    description: 'With a jetty',
    base_cost: 250,
    base_duration: 1.5,
    status: 1,
    is_public: true,
    templates: [ids.template],
    agreements: [ids.agreementTemplate],
    contractors: [ids.contractor],
    modifiers: [{ when: 1, greater_than: 1000, less_than_or_equal: 2000, add_fee: 50, add_hours: 0.5 }],
    taxes: [{ name: 'Sales tax', add_percent: 6.25 }],
    add_ons: [sampleAddOn(ids)],
  };
}

/** A discount code with a unique name. */
export function sampleDiscountCode(ids: Ids): Input {
  return {
    code: `CODE${newId().slice(-8)}`,
    type: 1,
    value: 10,
    description: 'A little less',
    notes: 'For friends',
    service_ids: [ids.service],
    add_on_ids: [ids.addOn],
    min_total: 100,
    max_uses: 5,
    max_uses_per_client: 1,
    starts_on: '2030-01-01',
    expires_on: '2030-12-31',
    online: true,
    status: 1,
  };
}

/** One of each kind of change to a report. */
export function sampleReportOps(ids: Ids): Input[] {
  const op = (type: string, more: Input) => ({ op_id: newId(), type, ...more });
  const { item, section, comment, media } = ids;
  return [
    op('set_rating', { item_id: item, rating: 'IN' }),
    op('add_comment', {
      comment: { id: newId(), item_id: item, kind: 3, name: 'New', template_comment_id: ids.templateComment },
    }),
    op('update_comment', { comment_id: comment, changes: { included: true } }),
    op('move_comment', { comment_id: comment, item_id: item, after_id: null }),
    op('update_section', { section_id: section, changes: { hidden: false } }),
    op('move_section', { section_id: section, after_id: null }),
    op('add_section', { section: { id: newId(), name: 'Extra' }, after_id: section }),
    op('add_item', { item: { id: newId(), section_id: section, name: 'Extra' }, after_id: item }),
    op('update_item', { item_id: item, changes: { name: 'Renamed' } }),
    op('move_item', { item_id: item, section_id: section, after_id: null }),
    op('update_media', { media_id: media, changes: { caption: 'Changed', comment_id: comment } }),
    op('move_media', { media_id: media, after_id: null }),
  ];
}

/** A one-pixel image. */
export const tinyPng = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (c) => c.charCodeAt(0),
);
