import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { freePorts } from '../support/servers/free-ports.ts';
import { needsProgram } from '../support/lacking.ts';
import { programPath } from '../support/machines/programs.ts';
import { startTestService } from '../support/service/service.ts';
import { expectRuns, marked } from '../support/machines/shown-commands.ts';
import { AS_NOBODY } from './daemon.ts';
import { newWorkplace } from './workplace.ts';

const PAGE = await readFile(new URL('../../docs/collectors.md', import.meta.url), 'utf8');
const COMMANDS = [...PAGE.matchAll(/^```sh\n(.*?)^```/gms)].map((found) => found[1]).join('');

/** A function in the place of a program, which it is, as nobody. */
const asNobody = (program: string) => `exec ${AS_NOBODY.join(' ')} ${programPath(program)} "$@"`;

/** Intervals are two seconds in the place of sixty, and a pause ends when each channel has rates. */
const SOONER = `
collectd() { sed -i -E 's/^( *(Interval|FlushInterval|FlushTimeout)) 60$/\\1 2/' rollcall.conf; ${asNobody('collectd')}; }
prometheus() { sed -i 's/scrape_interval: 60s/scrape_interval: 2s/' prometheus.yml; ${asNobody('prometheus')}; }
node_exporter() { ${asNobody('prometheus-node-exporter')}; }
rates() { curl -s $INPUTS -H "X-Guest-Token: $TOKEN" | grep -oE '"(cpuPct|written|network)"' | wc -l; }
sleep() { for i in $(seq 80); do [ $(rates) = $((3 * $(ls collectd.json alloy.json 2>/dev/null | wc -l))) ] && return; command sleep 0.5; done; }
`;

it('the commands of the page of collectors print what it shows', async (test) => {
  needsProgram(test, 'collectd', 'collectd-core libyajl2 libcurl3-gnutls');
  for (const program of ['prometheus', 'prometheus-node-exporter', 'curl']) needsProgram(test, program);
  await using service = await startTestService({ isTimed: true });
  await using place = await newWorkplace();
  const port = await freePorts(2);
  const here = COMMANDS.replaceAll('http://localhost:8787', service.url)
    .replaceAll('127.0.0.1:9100', `127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:9099', `127.0.0.1:${port + 1}`)
    // A name that a function cannot have.
    .replaceAll('prometheus-node-exporter', 'node_exporter');

  expect(await expectRuns(`${SOONER}${marked(here)}`, place.folder)).toBe(6);
  expect(service.logged).toEqual([]);
});
