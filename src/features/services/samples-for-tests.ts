import { newId } from '#server/ids.ts';
import { defaultProperty } from '#testing/bookings.ts';
import type { Ids } from '#testing/ids.ts';
import type { Input } from '#testing/routes/route-input.ts';
import type { RouteSamples } from '#testing/routes/route-samples.ts';

function sampleAddOn(ids: Ids) {
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
function sampleService(ids: Ids) {
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
function sampleDiscountCode(ids: Ids): Input {
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

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'services/{id}': 'spareService',
    'add-ons/{addOnId}': 'spareAddOn',
    'discount-codes/{id}': 'discountCode',
  },
  inputs: {
    'POST /v2/pricing/quote': (ids) => ({
      appointment_id: ids.appointment,
      location: defaultProperty,
      services: [{ id: ids.service, add_ons: [ids.addOn] }],
      fees: [{ serviceId: ids.service, addOnId: ids.addOn, line_item: 'By hand', pretax_amount: 5 }],
      clients: [ids.client],
    }),
    'POST /v2/services': (ids) => sampleService(ids),
    'PUT /v2/services/{id}': (ids) => {
      const service = sampleService(ids);
      return { ...service, add_ons: service.add_ons.map((one) => ({ ...one, id: ids.spareAddOn })) };
    },
    'PUT /v2/services/order': (ids) => ({ ids: [ids.service] }),
    'POST /v2/services/{id}/add-ons': (ids) => sampleAddOn(ids),
    'PUT /v2/services/{id}/add-ons/{addOnId}': (ids) => sampleAddOn(ids),
    'PUT /v2/services/{id}/add-ons/order': (ids) => ({ ids: [ids.spareAddOn] }),
    'POST /v2/discount-codes': (ids) => ({ ...sampleDiscountCode(ids), code: `NEW${newId().slice(-8)}` }),
    'PUT /v2/discount-codes/{id}': (ids) => sampleDiscountCode(ids),
    'POST /v2/discount-codes/validate': (ids) => ({
      code: 'SOMETHING',
      services: [{ id: ids.service, add_ons: [ids.addOn] }],
      location: defaultProperty,
      clients: [ids.client],
    }),
  },
};
