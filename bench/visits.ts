import { Agent, request } from 'node:http';
import { ORIGIN_MARK_HEADER, VIEWER_ADDRESS_HEADER } from '../lib/contract/origin-mark.ts';
import { readDayCounts } from '../lib/data/statistics/day-counts.ts';
import { STRANGERS_WELCOME } from '../lib/domain/accounts/users.ts';
import { dayAfter, dayOf } from '../lib/domain/calendar.ts';
import { added } from '../lib/domain/statistics/counted.ts';
import { startService, type LocalService } from '../lib/local/service.ts';
import { target, type Section } from './report.ts';

const VISITS = 10_000;
/** Networks that they come from, each with one browser. */
const VISITORS = 1_000;
const AT_ONCE = 32;
const MARK = 'mark';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

/** A flood of visits: how long it takes to count it, and whether any is lost. */
export async function benchVisits(): Promise<Section[]> {
  const service = await startService({
    port: 0,
    dataDir: null,
    checkEverySec: null,
    drainEverySec: null,
    allowLoopbackAlerts: false,
    users: { ...STRANGERS_WELCOME, publicPages: 'on' },
  });
  service.core.config.originMark = { text: MARK };
  try {
    const startedAtMs = performance.now();
    await flood(service);
    const sec = (performance.now() - startedAtMs) / 1000;
    const today = dayOf(service.clock.now());
    const days = await readDayCounts(service.core.table, dayAfter(today, -1), today);
    const { visits_person: visits = 0, visitors_person: visitors = 0 } = added(
      days.map(({ counts }) => counts),
    );
    return [
      {
        title: `${VISITS} visits of ${VISITORS} visitors, ${AT_ONCE} at once`,
        rows: [
          { what: 'counted', s: sec.toFixed(1), 'a second': (VISITS / sec).toFixed(0), visits, visitors },
        ],
        note: 'Service, engine and who visits share the processors.',
      },
      {
        title: 'Targets',
        rows: [
          target(`${VISITS} visits within a minute`, `${sec.toFixed(1)} s`, sec < 60),
          target(`all ${VISITS} counted, and none twice`, String(visits), visits === VISITS),
        ],
      },
    ];
  } finally {
    await service.stop();
  }
}

async function flood(service: LocalService): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let turn = 0;
  const visitor = async () => {
    for (let each = turn++; each < VISITS; each = turn++) await visit(service.url, agent, each % VISITORS);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  agent.destroy();
}

function visit(url: string, agent: Agent, of: number): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': BROWSER,
    [ORIGIN_MARK_HEADER]: MARK,
    [VIEWER_ADDRESS_HEADER]: `198.18.${of >> 8}.${of & 255}`,
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/visit`, { method: 'POST', agent, headers }, (reply) => {
      reply.resume().on('end', () => {
        if (reply.statusCode === 200) resolve();
        else reject(new Error(`A visit was answered ${reply.statusCode}.`));
      });
    });
    sent.on('error', reject).end('{"p":"/"}');
  });
}
