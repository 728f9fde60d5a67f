import type { TestCard } from '../kit/cards.ts';
import type { SimBrowser } from '../kit/provider.ts';
import { type FortisState, newFortisId } from './ledger.ts';
import { applicationPage } from './onboarding.ts';
import { paylinkPage } from './paylinks.ts';

/** Simulator only. */
const testCards: readonly TestCard[] = [
  { label: 'Succeeds (cents of the amount may force an outcome)', number: '4111111111111111' },
  { label: 'Mastercard', number: '5454545454545454' },
  { label: 'Declined', number: '4000000000000002' },
];

/** The subset of commercejs that we call. */
const script = `
window.Commerce = {
  elements: function (clientToken) {
    var handlers = {}, frame = null;
    function emit(name, value) { (handlers[name] || []).forEach(function (run) { run(value); }); }
    this.on = function (name, run) { (handlers[name] = handlers[name] || []).push(run); return this; };
    this.create = function (options) {
      frame = sim.frame('fortis', options.container, { client_token: clientToken });
      frame.ready.then(function () { emit('ready', {}); });
    };
    this.submit = async function () {
      emit('submitted', {});
      var reply = await frame.submit();
      emit(reply.error ? 'validationError' : 'done', reply);
    };
  }
};`;

/** Returns the script of Fortis Elements and what it asks the simulator. */
export function fortisBrowser(world: FortisState): SimBrowser {
  return {
    script,
    testCards,
    invalid: (message) => ({ error: message }),
    tokenize(card, context) {
      if (!world.book.clientTokens.has(context.client_token ?? '')) return { error: 'Invalid token' };
      const id = newFortisId(world.ids);
      world.book.tickets.set(id, { card, isUsed: false });
      return { type: 'Ticket', data: { id, last_four: card.number.slice(-4) } };
    },
    hosted: (call) => applicationPage(world, call) ?? paylinkPage(world, testCards, call),
  };
}
