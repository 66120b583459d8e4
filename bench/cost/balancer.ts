import { isOfGateway, LINES_OF_PING_ALONE, linesOfPings, sum, usd } from './bill.ts';
import { PRICES } from './prices.ts';

const M = 1e6;
const HOURS = 30 * 24;
/** New connections a second that one capacity unit of a balancer takes: each run of curl makes one. */
const CONNECTIONS_A_UNIT = 25;
/** Kilobytes an hour that one takes, of calls to functions; below it connections are what counts. */
const GB_A_UNIT = 0.4;
/** Of a ping and its answer, with the handshake. */
const KB_A_PING = 1.2;
const ZONES = 2;
/** Of jobs that ping each five minutes. */
const PINGS_A_MONITOR = 8_640;

const unitHoursPerM = Math.max(M / (CONNECTIONS_A_UNIT * 3_600), KB_A_PING / GB_A_UNIT);

/** The section of docs/cost.md about a load balancer in place of the gateway. */
export function costBehindBalancer(): string {
  const { balancerHour, balancerUnitHour, addressHour, alarmMetric } = PRICES;
  const { fixed, perM } = balancer();
  const [without, with_] = [100_000, 1_000_000].map((monitors) => aMillion(monitors * PINGS_A_MONITOR)) as [
    Both,
    Both,
  ];
  return `## Behind a load balancer

With \`pingFront=alb\` jobs and machines call an Application Load Balancer in place of the HTTP API.

| Line | Arithmetic | |
|---|---|---:|
| load balancer, by the hour | ${HOURS} × $${balancerHour} | ${usd(HOURS * balancerHour)} a month |
| its addresses in two zones | ${ZONES} × ${HOURS} × $${addressHour} | ${usd(ZONES * HOURS * addressHour)} a month |
| alarm BalancerFaults | 2 metrics × $${usd(alarmMetric)} | ${usd(2 * alarmMetric)} a month |
| capacity units, by new connections | ${unitHoursPerM.toFixed(1)} × $${balancerUnitHour}, at ${CONNECTIONS_A_UNIT} connections a second each | ${usd(perM)} per million |
| **a million pings of 100,000 monitors, without their checks** | the gateway: $${usd(without.gateway)} | **${usd(without.balancer)}** |
| of 1,000,000 monitors | the gateway: $${usd(with_.gateway)} | ${usd(with_.balancer)} |

It is cheaper from **${Math.round(fixed / saved() / (PINGS_A_MONITOR / M) / 100) * 100} monitors** on that ping every five minutes (${Math.round(fixed / saved())} M pings a month), where its $${usd(fixed)} a month are what the gateway and its log
ask more. Jobs that keep their connection open use fewer units. It has no limit of pings a second ([deploy.md](deploy.md#a-load-balancer-for-pings)).`;
}

interface Both {
  gateway: number;
  balancer: number;
}

function balancer() {
  const { balancerHour, balancerUnitHour, addressHour, alarmMetric } = PRICES;
  const fixed = HOURS * (balancerHour + ZONES * addressHour) + 2 * alarmMetric;
  return { fixed, perM: unitHoursPerM * balancerUnitHour };
}

/** What a million of so many pings a month costs by each way, what is fixed of the balancer among it. */
export function aMillion(pings: number): Both {
  const lines = linesOfPings(pings).slice(0, LINES_OF_PING_ALONE);
  const { fixed, perM } = balancer();
  const others = sum(lines.filter((line) => !isOfGateway(line)));
  return { gateway: sum(lines) / (pings / M), balancer: (others + fixed) / (pings / M) + perM };
}

/** Per million pings, at the first tier of the gateway. */
function saved(): number {
  return sum(linesOfPings(M).filter(isOfGateway)) - balancer().perM;
}
