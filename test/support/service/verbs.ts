import type { Reply } from './service.ts';

/** As loosely as any reply is read. */
type Listed = Reply['json'][string];

/** What whoever may call the API does with monitors, as tests need it most. */
export interface Verbs {
  /** With the fields of a nightly backup unless told; throws where it is refused. */
  createMonitor(fields?: Record<string, unknown>): Promise<Reply['json']>;
  read(monitorId: unknown): Promise<Reply['json']>;
  monitors(): Promise<Listed>;
  patch(monitorId: unknown, fields: unknown): Promise<Reply>;
  remove(monitorId: unknown): Promise<Reply>;
  /** Every monitor that is listed, so that the next test finds none. */
  removeAll(): Promise<void>;
  events(monitorId: unknown): Promise<Listed>;
  alerts(monitorId: unknown): Promise<Listed>;
  /** The key by which jobs ping monitors by name. */
  ingestKey(): Promise<string>;
}

export function verbsBy(call: (method: string, path: string, body?: unknown) => Promise<Reply>): Verbs {
  const get = async (path: string) => (await call('GET', path)).json;
  const at = (monitorId: unknown) => `/api/endpoints/${monitorId}`;
  const remove = (id: unknown) => call('DELETE', at(id));
  return {
    createMonitor: async (fields = {}) => {
      const settings = { name: 'nightly backup', interval_sec: 300, ...fields };
      const reply = await call('POST', '/api/endpoints', settings);
      if (reply.status !== 201) throw new Error(`The monitor was not created: ${reply.status} ${reply.text}`);
      return reply.json;
    },
    read: (id) => get(at(id)),
    monitors: async () => (await get('/api/endpoints'))['endpoints'],
    patch: (id, fields) => call('PATCH', at(id), fields),
    remove,
    removeAll: async () => {
      for (const { id } of (await get('/api/endpoints'))['endpoints'] ?? []) await remove(id);
    },
    events: async (id) => (await get(`${at(id)}/events`))['events'],
    alerts: async (id) => (await get(`${at(id)}/alerts`))['alerts'],
    ingestKey: async () => (await get('/api/ingest-key'))['key'],
  };
}
