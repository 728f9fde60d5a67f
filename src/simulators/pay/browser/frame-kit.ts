import type { SimReply } from '../kit/listener.ts';
import type { SimBrowser } from '../kit/provider.ts';
import { cardButtons, cardFields, webPage } from './pages.ts';

/**
 * Prepended to each provider's script: sandboxed frames on the simulator's origin, connected by a MessageChannel. The
 * page cannot read the frame (it has an opaque origin) and never sees more than a token.
 */
const kit = `
var sim = (function () {
  var root = new URL(document.currentScript.src).origin;
  function place(where) { return typeof where === 'string' ? document.querySelector(where) : where; }
  function sandboxed(src, title) {
    var frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts allow-forms');
    frame.src = src;
    frame.title = title;
    frame.style.cssText = 'width:100%;min-height:410px;border:0';
    return frame;
  }
  return {
    frame: function (provider, where, context) {
      var sid = Math.random().toString(36).slice(2);
      var frame = sandboxed(root + '/frames/' + provider + '?sid=' + sid, 'Card details (simulator)');
      var channel = new MessageChannel(), waiting = {}, count = 0, onChange = function () {}, isReady;
      var ready = new Promise(function (done) { isReady = done; });
      channel.port1.onmessage = function (event) {
        var data = event.data;
        if (data.ready) isReady();
        if (data.change) onChange(data.change);
        if (waiting[data.id]) { waiting[data.id](data.reply); delete waiting[data.id]; }
      };
      function ask(what, extra) {
        return ready.then(function () {
          return new Promise(function (done) {
            var id = ++count;
            waiting[id] = done;
            channel.port1.postMessage({ id: id, do: what, extra: extra || {} });
          });
        });
      }
      frame.addEventListener('load', function () {
        frame.contentWindow.postMessage({ sid: sid, context: context }, '*', [channel.port2]);
      }, { once: true });
      place(where).append(frame);
      return {
        ready: ready,
        submit: function (extra) { return ask('submit', extra); },
        check: function () { return ask('check'); },
        ask: function () { return ask('ask'); },
        onChange: function (run) { onChange = run; },
        remove: function () { frame.remove(); }
      };
    },
    open: function (path) {
      return new Promise(function (done) {
        var frame = sandboxed(root + '/hosted/' + path, 'Confirm (simulator)');
        frame.style.cssText = 'position:fixed;inset:10% 0 auto 0;margin:auto;width:min(420px,100%);height:300px;background:Canvas;border:1px solid;z-index:9999';
        function onReply(event) {
          if (event.source !== frame.contentWindow || String(event.data).indexOf('sim-') !== 0) return;
          removeEventListener('message', onReply);
          frame.remove();
          done(event.data);
        }
        addEventListener('message', onReply);
        document.body.append(frame);
      });
    },
    challenge: function (provider, id) { return sim.open(provider + '/challenge/' + id); },
    ask: async function (provider, context) {
      var box = document.createElement('div');
      box.hidden = true;
      document.body.append(box);
      var frame = sim.frame(provider, box, context);
      var reply = await frame.ask();
      box.remove();
      return reply;
    }
  };
})();`;

/** The script at /sdk/{provider}.js. */
export function sdkScript(browser: SimBrowser): SimReply {
  // In a function scope: only the provider's globals are visible.
  const body = `(function () {${kit}\n${browser.script}\n})();`;
  return {
    status: 200,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
    body,
  };
}

const frameScript = `<script>
var sid = new URLSearchParams(location.search).get('sid');
addEventListener('message', function (event) {
  if (!event.data || event.data.sid !== sid || !event.ports[0]) return;
  var port = event.ports[0], context = event.data.context;
  function card() {
    var found = {};
    ['number', 'expiry', 'cvc', 'postal_code'].forEach(function (id) { found[id] = document.getElementById(id).value; });
    return found;
  }
  function post(path, body) {
    return fetch(location.pathname + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      .then(function (answer) { return answer.json(); });
  }
  port.onmessage = async function (message) {
    var extra = Object.assign({}, context, message.data.extra);
    var path = message.data.do === 'submit' ? '/tokenize' : message.data.do === 'check' ? '/check' : '/ask';
    var reply = await post(path, { card: path === '/ask' ? {} : card(), context: extra });
    var problem = reply && (reply.problem || (reply.error && (reply.error.message || reply.error)));
    document.querySelector('[role=alert]').textContent = problem || '';
    port.postMessage({ id: message.data.id, reply: reply });
  };
  document.addEventListener('input', function () {
    var now = card();
    port.postMessage({ change: { complete: Boolean(now.number && now.expiry && now.cvc) } });
  });
  port.postMessage({ ready: true });
});
</script>`;

/** Gateway frames are always light, and on a phone all test cards are visible. */
const light = `<style>:root { color-scheme: light }
@media (max-width: 360px) {
  [role=alert] { margin: 4px 0 }
  .cards button { font-size: 12px; padding: 3px 6px; margin: 3px 3px 0 0 }
}</style>`;

/** The page in the frame: card fields and test cards. */
export function framePage(browser: SimBrowser): SimReply {
  return webPage(
    'Card',
    `${light}${cardFields()}<p role="alert"></p>${cardButtons(browser.testCards)}${frameScript}`,
  );
}
