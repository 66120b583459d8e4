import { LIMITS } from '../../lib/domain/limits.ts';
import { defaultSettings } from '../../lib/config/settings/all-settings.ts';
import { LINES_OF_PING_ALONE, linesOfPings, sum, usd } from './bill.ts';
import { PRICES } from './prices.ts';
import { UNITS } from './units.ts';

const DAY_SEC = 86_400;
const GB = 1e9;
/** With its item. */
const OUTPUT_BYTES = LIMITS.outputKeptBytes + 200;

/** The section of docs/cost.md about what strangers can make an open copy cost. */
export function costOfFloods(): string {
  const flood = floods();
  return `## What strangers can make it cost

A copy that is open to strangers takes pings from anybody who makes a guest, up to \`ingestRate\`: ${flood.rate} a second, ${flood.pings} M a day.

| A day of it | for | USD |
|---|---|---:|
| plain pings, or failures, of one monitor | the gateway, the function, one write each; of events and outputs what the bound keeps | ${flood.one} |
| plain pings of monitors that each keep below the bound | the same, and an event each | ${flood.spread} |
| logs of 10 kB of ${flood.monitors} monitors, each at its bound of ${LIMITS.outputsPerMin} a minute | the same, and an output each | ${flood.outputs} |
| storage of the last for a month, ${flood.storedTb} TB, which goes after 90 days | | ${flood.stored} |

Of one monitor ${LIMITS.eventsPerMin} events and ${LIMITS.outputsPerMin} outputs a minute are kept, whatever comes. To make so many monitors takes a stranger
${flood.makingMin} minutes at the default limits. What holds strangers back, in the order of what it spares you:

- \`guests=off signUp=closed\` with your \`admins\`: nobody but you makes a monitor. A flood of pings to ids that are none still costs gateway, function and reads.
- \`ingestRate\` and \`ingestBurst\` at some times what your jobs send at a full hour. The price is linear in it. What is above is refused, yours as well.
- The alarm PingsUnusual rings at ${flood.unusual} M pings a day (\`unusualPingsPerDay\`): ${flood.heardMin} minutes into such a flood, up to an hour later by CloudWatch's look.
- \`monthlyBudgetUsd\` has AWS tell you of the whole account, some hours late. It stops nothing.
- docs/security.md has the dearest calls besides pings.`;
}

/** What a day of pings at the limit of the gateway costs in USD, however few monitors they are for. */
function floods() {
  const { ingestRate, standardRate, unusualPingsPerDay } = defaultSettings;
  const pings = ingestRate * DAY_SEC;
  const { writeUnitsPerM, readUnitsPerM, tableGbMonth, recoveryGbMonth } = PRICES;
  const alone = sum(linesOfPings(pings).slice(0, LINES_OF_PING_ALONE));
  // Beyond the bound the monitor is written, and no event.
  const saved = UNITS.ping.write > 1 ? (pings / 1e6) * (UNITS.ping.write - 1) * writeUnitsPerM : 0;
  const monitors = (ingestRate * 60) / LIMITS.outputsPerMin;
  const outputs = (pings / 1e6) * (Math.ceil(OUTPUT_BYTES / 1024) * writeUnitsPerM);
  const logs = (pings / 1e6) * (2 * writeUnitsPerM + 0.5 * readUnitsPerM);
  const gateway =
    alone - (pings / 1e6) * (UNITS.ping.write * writeUnitsPerM + UNITS.ping.read * readUnitsPerM);
  const storedGb = (pings * OUTPUT_BYTES) / GB;
  return {
    rate: ingestRate.toLocaleString('en'),
    pings: (pings / 1e6).toLocaleString('en'),
    one: usd(alone - saved),
    spread: usd(alone),
    monitors: monitors.toLocaleString('en'),
    outputs: usd(gateway + logs + outputs),
    makingMin: Math.round(monitors / standardRate / 60),
    storedTb: (storedGb / 1000).toFixed(1),
    stored: usd(storedGb * (tableGbMonth + recoveryGbMonth)),
    unusual: unusualPingsPerDay / 1e6,
    heardMin: Math.round(unusualPingsPerDay / ingestRate / 60),
  };
}
