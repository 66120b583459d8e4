/**
 * Fetches the page anew each minute while it is seen and puts the new roll in the old one's place: what is in
 * sight, focus and rows that a reader opened or closed stay. It leaves a selection alone, announces a changed headline only, and says so
 * plainly when there is no news, since a frozen "all ok" on a wall is a lie. A page of another build is
 * loaded whole, since its roll goes with its own stylesheet.
 */
export const FEED_SCRIPT = `(() => {
const every = 60000;
const $ = (selector, root = document) => root.querySelector(selector);
const keyOf = (row) => row && $('img', row).getAttribute('src');
const stateOf = (row) => row.closest('section').className + keyOf(row);
const textOf = (root) => $('style', root).textContent + $('script', root).textContent;
const openIn = (root) => new Map([...root.querySelectorAll('details')].map((row) => [stateOf(row), row.open]));
let served = openIn(document);
let newsAt = Date.now(), asked = newsAt, busy = false;

function swap(next) {
  const rows = [...document.querySelectorAll('details')];
  const shown = openIn(document);
  const before = served;
  served = openIn(next);
  for (const row of next.querySelectorAll('details')) {
    const key = stateOf(row);
    if (shown.has(key) && shown.get(key) !== before.get(key)) row.open = shown.get(key);
  }
  const inSight = scrollY > 0 && rows.find((row) => row.getBoundingClientRect().top >= 0);
  const seenAt = inSight && inSight.getBoundingClientRect().top;
  const focusedRow = keyOf(document.activeElement.closest('details'));
  const focusedLink = document.activeElement.closest('nav a')?.getAttribute('href');
  const headline = $('h1').textContent;
  for (const part of ['header', 'main']) $(part).replaceWith(document.adoptNode($(part, next)));
  document.title = next.title;
  $('link[rel=icon]').href = $('link[rel=icon]', next).href;
  const rowOf = (key) => [...document.querySelectorAll('details')].find((row) => keyOf(row) === key);
  if (focusedRow) rowOf(focusedRow)?.firstElementChild.focus({ preventScroll: true });
  if (focusedLink) $('nav a[href="' + focusedLink + '"]')?.focus({ preventScroll: true });
  const again = inSight && rowOf(keyOf(inSight));
  if (again) scrollBy(0, again.getBoundingClientRect().top - seenAt);
  if ($('h1').textContent !== headline) $('#news').textContent = $('h1').textContent;
}

function complain(gone) {
  const minutes = Math.max(1, Math.round((Date.now() - newsAt) / every));
  $('#stale').textContent = gone
    ? 'This address has ended. Ask its owner for the new one.'
    : 'No news for ' + minutes + ' min. What you see may be out of date.';
  $('#stale').hidden = false;
  document.documentElement.className = 'stale';
  document.title = 'No news \\u00b7 Rollcall';
}

async function refresh() {
  if (busy || document.hidden) return;
  if (!getSelection().isCollapsed && Date.now() - newsAt < 5 * every) return;
  busy = true;
  asked = Date.now();
  let gone = false;
  try {
    const reply = await fetch(location.href, { cache: 'no-cache', credentials: 'omit', signal: AbortSignal.timeout?.(20000) });
    gone = reply.status === 404;
    const next = new DOMParser().parseFromString(await reply.text(), 'text/html');
    if (!reply.ok || !$('#stale', next)) throw reply.status;
    if (textOf(next) !== textOf(document)) return location.reload();
    swap(next);
    newsAt = Date.now();
    $('#stale').hidden = true;
    document.documentElement.className = '';
  } catch {
    complain(gone);
  }
  busy = false;
}

setInterval(() => Date.now() - asked >= every && refresh(), 1000);
document.addEventListener('visibilitychange', () => Date.now() - asked >= every && refresh());
})();`;
