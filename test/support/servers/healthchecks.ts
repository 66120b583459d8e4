import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLoopbackServer } from './loopback-server.ts';

/** A check of a Healthchecks, as far as it differs from one that nobody gave anything. */
export interface GivenCheck extends Record<string, unknown> {
  uuid: string;
  schedule?: string;
}

/** A project of a Healthchecks. */
export interface HealthchecksProject {
  checks: readonly GivenCheck[];
  channels?: readonly { id: string; name: string; kind: string }[];
  /** Its read-write and its read-only key, each of 32 characters. */
  apiKey?: string;
  readOnlyKey?: string;
  /** The versions of the API that this release has. */
  versions?: readonly ('v1' | 'v2' | 'v3')[];
}

/** As `Check.to_dict` of Healthchecks (hc/api/models.py, August 2026) spells one, field by field, for a read-write key or another. */
export function listedCheck(given: GivenCheck, site: string, { version = 'v3', readOnly = false } = {}) {
  const { uuid, schedule, tz = 'UTC', timeout = 86_400, channels = '', ...more } = given;
  const at = `${site}/api/${version}/checks/${uuid}`;
  return {
    name: '', slug: '', tags: '', desc: '', grace: 3_600, n_pings: 12, status: 'up', started: false,
    last_ping: '2026-11-20T02:00:41+00:00', next_ping: '2026-11-21T02:00:00+00:00', manual_resume: false, methods: '', subject: '',
    subject_fail: '', start_kw: '', success_kw: '', failure_kw: '', filter_subject: false, filter_body: false,
    filter_http_body: false, filter_default_fail: false, badge_url: `${site}/b/2/6dc5c5a1-4b5c-4d0c-8d5b-8bb4c9b2f7a3.svg`,
    ...more,
    ...(readOnly
      ? { unique_key: '2872190d95224bad120f41d3c06aab94b8175bb6' }
      : { uuid, ping_url: `${site}/ping/${uuid}`, update_url: at, pause_url: `${at}/pause`, resume_url: `${at}/resume`, channels }),
    ...(schedule === undefined ? { timeout } : { schedule, tz }),
  }; // prettier-ignore
}

export const API_KEY = 'hcw_'.padEnd(32, 'k');
export const READ_ONLY_KEY = 'hcr_'.padEnd(32, 'k');

/** A Healthchecks on loopback as far as its API lists checks and channels, with the words it refuses by (hc/api/decorators.py). */
export async function startHealthchecks(project: HealthchecksProject) {
  const { apiKey = API_KEY, readOnlyKey = READ_ONLY_KEY, versions = ['v1', 'v2', 'v3'] } = project;
  const asked: IncomingMessage[] = [];
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    const [, version = '', list = ''] = /^\/api\/(v\d)\/(checks|channels)\/$/.exec(req.url ?? '') ?? [];
    const sent = String(req.headers['x-api-key'] ?? '');
    const readOnly = sent === readOnlyKey;
    const json = (status: number, body: object) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (!versions.some((each) => each === version))
      return res
        .writeHead(404, { 'content-type': 'text/html; charset=utf-8' })
        .end('<h1>Page not found</h1>');
    if (sent.length !== 32) return json(401, { error: 'missing api key' });
    if (sent !== apiKey && !(readOnly && list === 'checks')) return json(401, { error: 'wrong api key' });
    if (list === 'channels') return json(200, { channels: project.channels ?? [] });
    return json(200, {
      checks: project.checks.map((each) => listedCheck(each, server.url, { version, readOnly })),
    });
  };
  const server = await startLoopbackServer((req, _text, res) => {
    asked.push(req);
    answer(req, res);
  });
  return { ...server, asked };
}
