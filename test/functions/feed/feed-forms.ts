import type { Person, TestService } from '../../support/service/service.ts';

/** The ways to look at one feed. */
export const FORMS = ['page', 'html', 'json', 'rss', 'metrics', 'badge'] as const;
export type Form = (typeof FORMS)[number];

/** What each form calls itself, refusals included. */
export const TYPES: Record<Form, string> = {
  page: 'text/html; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  metrics: 'text/plain; version=0.0.4; charset=utf-8',
  badge: 'image/svg+xml; charset=utf-8',
};

/** A row id of the right form that no feed has. */
export const NO_ROW = '0123456789abcdef01234567';
/** A feed token of the right form that nobody has. */
export const NO_TOKEN = 'A'.repeat(43);

/** Where a form is found; only a badge needs a row id. */
export function pathOf(token: string, form: Form, rowId: string = NO_ROW): string {
  const endings: Record<Form, string> = {
    page: '',
    html: '.html',
    json: '.json',
    rss: '.rss',
    metrics: '/metrics',
    badge: `/${rowId}.svg`,
  };
  return `/s/${token}${endings[form]}`;
}

export interface Look {
  status: number;
  headers: Headers;
  text: string;
}

/** A request as any reader sends it: without credential. */
export async function look(
  service: TestService,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Look> {
  const reply = await fetch(service.url + path, { method, headers });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

/** The text of a form; throws when there is none. */
export async function textOf(
  service: TestService,
  token: string,
  form: Form,
  rowId?: string,
): Promise<string> {
  const { status, text } = await look(service, pathOf(token, form, rowId));
  if (status !== 200) throw new Error(`${form} was answered ${status}: ${text}`);
  return text;
}

export async function tokenOf(person: Person): Promise<string> {
  const { json } = await person.call('GET', '/api/status-feed');
  return String(json['token']);
}

/** The row ids of a feed by the names of its monitors. */
export async function rowIdsOf(service: TestService, token: string): Promise<Record<string, string>> {
  const { json } = await service.call('GET', pathOf(token, 'json'));
  return Object.fromEntries(
    json['endpoints'].map((row: Record<string, unknown>) => [String(row['name']), String(row['id'])]),
  );
}

/** Five monitors of a person, one in each state; moves the clock by 91 s. Returns their ids by state. */
export async function fiveStates(service: TestService, person: Person): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const create = async (state: string, fields: Record<string, unknown> = {}) => {
    const monitor = await person.createMonitor({ name: `${state} job`, interval_sec: 3_600, ...fields });
    ids[state] = String(monitor['id']);
  };
  await create('ok');
  await create('late', { interval_sec: 90 });
  await create('waiting');
  await create('paused');
  await create('inactive');
  for (const state of ['ok', 'late', 'paused', 'inactive']) await service.ping(ids[state]);
  const pausedUntil = new Date(service.clock.now() + 86_400_000).toISOString();
  await person.patch(ids['paused'], { paused_until: pausedUntil });
  await person.remove(ids['inactive']);
  service.clock.advance(91);
  return ids;
}
