/**
 * Exports as the services give them: of Uptime Kuma 2.5.3 what `toJSON` of a monitor writes and what a row of its table holds
 * (server/model/monitor.js, db/knex_init_db.js), of Cronitor the answer of `GET /api/monitors` (its Monitor API documentation and
 * SDKs, 2026-06), of Dead Man's Snitch that of `GET /v1/snitches` (its API documentation and the gem snitcher 0.4.2).
 */
export const pushToken = (at: number) => `mJp9XvK2qL7wTz4RbN8sYc3HdF6g${String(at).padStart(4, '0')}`;

export const kumaMonitor = (at: number, monitor: object = {}) => ({
  id: at, name: `push ${at}`, description: null, path: [`push ${at}`], pathName: `push ${at}`, parent: null, childrenIDs: [], url: 'https://',
  method: 'GET', hostname: null, port: null, maxretries: 0, weight: 2000, active: true, forceInactive: false, type: 'push', timeout: 48,
  interval: 60, retryInterval: 60, resendInterval: 0, keyword: null, invertKeyword: false, expiryNotification: false, ignoreTls: false,
  upsideDown: false, packetSize: 56, maxredirects: 10, accepted_statuscodes: ['200-299'], notificationIDList: {}, tags: [], maintenance: false,
  headers: null, body: null, basic_auth_user: null, basic_auth_pass: 'hunter2', pushToken: pushToken(at), includeSensitiveData: true, ...monitor,
}); // prettier-ignore

export const kumaBackup = (...monitorList: object[]) => ({
  version: '1.23.16',
  notificationList: [{ id: 1, name: 'mail', config: '{"type":"smtp","smtpPassword":"hunter2"}' }],
  monitorList,
});

/** As `sqlite3 -json kuma.db 'select * from monitor'` prints it. */
export const kumaRow = (at: number, row: object = {}) => ({
  id: at, name: `push ${at}`, active: 1, user_id: 1, interval: 60, url: 'https://', type: 'push', weight: 2000, hostname: null, port: null,
  created_date: '2026-08-22 14:04:20', keyword: null, maxretries: 0, ignore_tls: 0, upside_down: 0, maxredirects: 10, retry_interval: 60,
  push_token: pushToken(at), basic_auth_pass: 'hunter2', resend_interval: 0, ...row,
}); // prettier-ignore

export const CRONITOR_KEY = '70f15f445cc1490ba2183404be52079c';

export const cronitorMonitor = (at: number, monitor: object = {}) => ({
  key: `job-${at}`, name: `Job ${at}`, type: 'job', schedule: '0 2 * * *', timezone: 'America/New_York', grace_seconds: 300, failure_tolerance: null,
  schedule_tolerance: null, notify: [], tags: [], assertions: [], paused: false, disabled: false, created: '2026-06-01T10:00:00+00:00', group: null,
  note: null, platform: 'linux cron', realert_interval: null, attributes: { group_name: null, key: `job-${at}`, code: `job-${at}` },
  latest_event: { stamp: 1_749_686_400, state: 'complete' }, latest_issue: null, passing: true, initialized: true, ...monitor,
}); // prettier-ignore

export const cronitorAnswer = (...monitors: object[]) => ({
  page: 1,
  page_size: 50,
  total_monitor_count: monitors.length,
  monitors,
});

export const snitchToken = (at: number) => `c2354d${String(at).padStart(4, '0')}`;

export const snitch = (at: number, more: object = {}) => ({
  token: snitchToken(at), href: `/v1/snitches/${snitchToken(at)}`, name: `Snitch ${at}`, tags: [], notes: '', status: 'healthy',
  checked_in_at: '2026-01-01T12:00:00.000Z', created_at: '2025-12-30T06:30:00.000Z', check_in_url: `https://nosnch.in/${snitchToken(at)}`,
  interval: 'hourly', alert_type: 'basic', alert_email: [], ...more,
}); // prettier-ignore
