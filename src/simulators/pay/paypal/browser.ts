import { choicePage, redirectTo, webPage } from '../browser/pages.ts';
import type { SimBrowser } from '../kit/provider.ts';
import { type OrderRow, type PaypalState, sendNotice, serializeOrder } from './ledger.ts';

/** Buttons: one button that opens the approval page in a frame. */
const script = `
window.paypal = {
  Buttons: function (options) {
    return {
      isEligible: function () { return true; },
      render: async function (where) {
        var button = document.createElement('button');
        button.type = 'button';
        button.textContent = 'PayPal (simulator)';
        (typeof where === 'string' ? document.querySelector(where) : where).append(button);
        button.addEventListener('click', async function () {
          try {
            var id = await options.createOrder();
            var signal = await sim.open('paypal/approve/' + id + '?framed=1');
            if (signal === 'sim-approved') await options.onApprove({ orderID: id });
            else if (options.onCancel) options.onCancel({ orderID: id });
          } catch (error) {
            if (options.onError) options.onError(error);
          }
        });
      },
      close: async function () {}
    };
  }
};`;

/** Returns the script of PayPal’s buttons and what it asks the simulator. */
export function paypalBrowser(world: PaypalState): SimBrowser {
  return {
    script,
    testCards: [],
    invalid: (message) => ({ error: message }),
    tokenize: () => ({ error: 'PayPal takes no card here' }),
    hosted({ method, path, form }) {
      const order = world.book.orders.get(/^approve\/(\w+)$/.exec(path)?.[1] ?? '');
      if (!order) return null;
      if (method === 'GET') {
        const text = `Pay ${(order.amount / 100).toFixed(2)} ${order.currency} with PayPal?`;
        return choicePage('PayPal', text, ['approve', 'cancel', 'wrong funding source', 'close window']);
      }
      const choice = form.get('choice') ?? '';
      const isFramed = form.get('framed') === '1';
      if (choice === 'approve' || choice === 'wrong funding source')
        approve(world, order, choice !== 'approve');
      if (choice === 'close window') return webPage('PayPal', '<p>Closed.</p>', 'sim-closed');
      if (isFramed)
        return webPage('PayPal', '<p>Done.</p>', choice === 'cancel' ? 'sim-canceled' : 'sim-approved');
      const back = choice === 'cancel' ? order.cancelUrl : order.returnUrl;
      const sign = back.includes('?') ? '&' : '?';
      return redirectTo(
        `${back}${sign}token=${order.id}${choice === 'cancel' ? '' : '&PayerID=SIMPAYER00001'}`,
      );
    },
  };
}

function approve(world: PaypalState, order: OrderRow, isRefusedOnce: boolean): void {
  if (order.status === 'COMPLETED') return;
  order.status = 'APPROVED';
  order.approvedMs = world.clock.ms();
  order.isRefusedOnce = isRefusedOnce;
  sendNotice(world, 'CHECKOUT.ORDER.APPROVED', 'checkout-order', serializeOrder(world, order));
}
