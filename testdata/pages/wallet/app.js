// Pebble Wallet: a sample application. It keeps its state in this tab alone.
import './fee-picker.js';

const PASSWORD = 'correct horse';

const state = {
  unlocked: sessionStorage.getItem('unlocked') === 'yes',
  balance: 25,
  draft: { to: '', amount: '', fee: 'Market' },
  activity: Array.from({ length: 24 }, (_, i) => ({
    id: 1000 + i,
    title: i % 3 === 0 ? 'Received ETH' : i % 3 === 1 ? 'Sent ETH' : 'Swapped ETH for DAI',
    amount: (0.05 * (i + 1)).toFixed(2),
  })).reverse(),
};

/**
 * Builds an element: h('button', {id: 'x', onclick: f}, 'text', child, …).
 * @param {string} tag
 * @param {Record<string, any>} props
 * @param {(Node | string)[]} children
 */
function h(tag, props = {}, ...children) {
  const el = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith('on')) el.addEventListener(key.slice(2), value);
    else el.setAttribute(key, value);
  }
  el.append(...children);
  return el;
}

/** Shows a message for a moment. @param {string} text */
function toast(text) {
  const el = /** @type {HTMLElement} */ (document.getElementById('toast'));
  el.textContent = text;
  setTimeout(() => { if (el.textContent === text) el.textContent = ''; }, 4000);
}

function unlockScreen() {
  const password = h('input', { type: 'password', id: 'password', 'data-testid': 'unlock-password', autocomplete: 'current-password' });
  const error = h('p', { class: 'error', role: 'alert' });
  return h('form', {
    class: 'card',
    onsubmit: (/** @type {Event} */ e) => {
      e.preventDefault();
      if (/** @type {HTMLInputElement} */ (password).value !== PASSWORD) {
        error.textContent = 'Incorrect password';
        return;
      }
      state.unlocked = true;
      sessionStorage.setItem('unlocked', 'yes');
      location.hash = '#/';
    },
  },
  h('h1', {}, 'Welcome back'),
  h('label', { for: 'password' }, 'Password'), password, error,
  h('div', { class: 'row' }, h('button', { class: 'primary', 'data-testid': 'unlock-submit' }, 'Unlock')));
}

function homeScreen() {
  const tokens = [['Ether', `${state.balance} ETH`], ['Dai', '120 DAI'], ['Basic Attention Token', '40 BAT']];
  return h('div', {},
    h('section', { class: 'card', 'aria-label': 'Balance' },
      h('h1', {}, 'Account 1'),
      h('div', { class: 'balance', 'data-testid': 'balance' }, `${state.balance} ETH`),
      h('div', { class: 'row' },
        h('button', { class: 'primary', 'data-testid': 'coin-overview-send', onclick: () => { location.hash = '#/send'; } }, 'Send'),
        h('button', { 'data-testid': 'coin-overview-swap', onclick: () => toast('Swaps are resting today') }, 'Swap'),
        h('button', { 'data-testid': 'coin-overview-receive', onclick: () => toast('Address copied') }, 'Receive'))),
    h('section', { class: 'card', 'aria-label': 'Tokens' },
      h('h1', {}, 'Tokens'),
      h('ul', { class: 'plain', 'data-testid': 'token-list' },
        ...tokens.map(([name, amount]) => h('li', {}, h('span', {}, name), h('span', {}, amount))))));
}

function sendScreen() {
  const to = h('input', { id: 'to', 'data-testid': 'send-recipient', placeholder: '0x… or name', value: state.draft.to });
  const amount = h('input', { id: 'amount', 'data-testid': 'send-amount', inputmode: 'decimal', value: state.draft.amount });
  const error = h('p', { class: 'error', role: 'alert' });
  return h('form', {
    class: 'card',
    onsubmit: (/** @type {Event} */ e) => {
      e.preventDefault();
      state.draft.to = /** @type {HTMLInputElement} */ (to).value.trim();
      state.draft.amount = /** @type {HTMLInputElement} */ (amount).value.trim();
      const value = Number(state.draft.amount);
      if (!state.draft.to) error.textContent = 'Enter a recipient';
      else if (!(value > 0) || value > state.balance) error.textContent = 'Enter an amount that you have';
      else location.hash = `#/confirm/${7000 + state.activity.length}`;
    },
  },
  h('h1', {}, 'Send'),
  h('label', { for: 'to' }, 'Recipient'), to,
  h('label', { for: 'amount' }, 'Amount in ETH'), amount, error,
  h('div', { class: 'row' },
    h('button', { class: 'primary', 'data-testid': 'send-continue' }, 'Continue'),
    h('button', { type: 'button', onclick: () => { location.hash = '#/'; } }, 'Cancel')));
}

function confirmScreen() {
  const dialog = /** @type {HTMLDialogElement} */ (h('dialog', { 'aria-label': 'Approve transfer' }));
  const approve = () => {
    const { to, amount } = state.draft;
    dialog.close();
    state.balance = Math.round((state.balance - Number(amount)) * 1e6) / 1e6;
    state.activity.unshift({ id: 7000 + state.activity.length, title: 'Sent ETH', amount });
    state.draft = { to: '', amount: '', fee: 'Market' };
    location.hash = '#/activity';
    toast(`Transaction sent to ${to}`);
  };
  dialog.append(
    h('h1', {}, 'Approve transfer?'),
    h('p', {}, 'This cannot be undone.'),
    h('div', { class: 'row' },
      h('button', { class: 'primary', onclick: approve }, 'Approve'),
      h('button', { onclick: () => dialog.close() }, 'Reject')));
  const fee = h('fee-picker', { 'data-testid': 'fee-picker' });
  fee.addEventListener('pick', (e) => { state.draft.fee = /** @type {CustomEvent<string>} */ (e).detail; });
  return h('div', {},
    h('section', { class: 'card' },
      h('h1', {}, 'Review'),
      h('dl', {},
        h('dt', {}, 'To'), h('dd', {}, state.draft.to || '(nobody)'),
        h('dt', {}, 'Amount'), h('dd', {}, `${state.draft.amount || '0'} ETH`)),
      fee,
      h('div', { class: 'row' },
        h('button', { class: 'primary', 'data-testid': 'confirm-footer-button', onclick: () => dialog.showModal() }, 'Confirm'),
        h('button', { 'data-testid': 'confirm-back', onclick: () => { location.hash = '#/send'; } }, 'Back'))),
    dialog);
}

/** @param {string | undefined} id */
function activityScreen(id) {
  const one = id && state.activity.find((a) => String(a.id) === id);
  if (one) {
    return h('section', { class: 'card' },
      h('h1', {}, `Transaction ${one.id}`),
      h('dl', {}, h('dt', {}, 'Kind'), h('dd', {}, one.title), h('dt', {}, 'Amount'), h('dd', {}, `${one.amount} ETH`)),
      h('div', { class: 'row' }, h('a', { class: 'button', href: '#/activity' }, 'All activity')));
  }
  return h('section', { class: 'card' },
    h('h1', {}, 'Activity'),
    h('ul', { class: 'plain', 'data-testid': 'activity-list' },
      ...state.activity.map((a) => h('li', {},
        h('a', { href: `#/activity/${a.id}` }, `${a.title} ${a.id}`),
        h('span', {}, `${a.amount} ETH`)))));
}

function settingsScreen() {
  return h('div', {},
    h('section', { class: 'card' },
      h('h1', {}, 'Settings'),
      h('label', { for: 'currency' }, 'Currency'),
      h('select', { id: 'currency', 'data-testid': 'settings-currency', onchange: () => toast('Currency saved') },
        h('option', {}, 'US dollar'), h('option', {}, 'Euro'), h('option', {}, 'Yen')),
      h('label', {}, h('input', { type: 'checkbox', style: 'width:auto', onchange: () => toast('Saved') }), ' Hide small balances')),
    h('section', { class: 'card', 'aria-label': 'Network' },
      h('iframe', { src: 'network.html', title: 'Network settings' })));
}

const screens = { unlock: unlockScreen, '': homeScreen, send: sendScreen, confirm: confirmScreen, activity: activityScreen, settings: settingsScreen };

function show() {
  const [name, id] = location.hash.replace(/^#\/?/, '').split('/');
  if (!state.unlocked && name !== 'unlock') {
    location.hash = '#/unlock';
    return;
  }
  const build = screens[/** @type {keyof typeof screens} */ (name)] ?? homeScreen;
  /** @type {HTMLElement} */ (document.getElementById('screen')).replaceChildren(build(id));
  const nav = /** @type {HTMLElement} */ (document.getElementById('nav'));
  const menu = /** @type {HTMLElement} */ (document.getElementById('account-menu'));
  nav.hidden = menu.hidden = !state.unlocked;
  for (const a of nav.querySelectorAll('a')) {
    if (a.hash === location.hash || (a.hash === '#/' && name === '')) a.setAttribute('aria-current', 'page');
    else a.removeAttribute('aria-current');
  }
  document.title = `${document.querySelector('#screen h1')?.textContent ?? 'Wallet'} – Pebble Wallet`;
}

/** @type {HTMLElement} */ (document.getElementById('account-menu')).addEventListener('click', () => {
  sessionStorage.removeItem('unlocked');
  state.unlocked = false;
  location.hash = '#/unlock';
});
addEventListener('hashchange', show);
show();
