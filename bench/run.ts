import { benchAws } from './aws.ts';
import { benchCallers } from './callers.ts';
import { benchCapacity } from './capacity.ts';
import { benchChecker } from './checker.ts';
import { benchClaim } from './claim.ts';
import { benchConsole } from './console.ts';
import { benchConsoleList } from './console-list.ts';
import { benchFeed } from './feed.ts';
import { benchFullHour } from './full-hour.ts';
import { benchIntake } from './intake.ts';
import { benchLoad } from './load.ts';
import { benchMcp } from './mcp.ts';
import { benchPayments } from './payments.ts';
import { benchPing } from './ping.ts';
import { benchReading } from './reading.ts';
import { report } from './report.ts';
import { benchRhythm } from './rhythm.ts';
import { benchSeries } from './series.ts';
import { benchSize } from './size.ts';
import { benchUnits } from './units.ts';
import { benchStaying } from './staying.ts';
import { benchVisits } from './visits.ts';
import { benchWires } from './wires.ts';

const PARTS = {
  aws: benchAws,
  ping: benchPing,
  size: benchSize,
  checker: benchChecker,
  capacity: benchCapacity,
  staying: benchStaying,
  'full-hour': benchFullHour,
  console: benchConsole,
  'console-list': benchConsoleList,
  feed: benchFeed,
  claim: benchClaim,
  callers: benchCallers,
  intake: benchIntake,
  load: benchLoad,
  mcp: benchMcp,
  reading: benchReading,
  rhythm: benchRhythm,
  series: benchSeries,
  payments: benchPayments,
  visits: benchVisits,
  wires: benchWires,
  units: benchUnits,
};
type Part = keyof typeof PARTS;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(
    `There is no bench called ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}.`,
  );
  process.exitCode = 1;
} else {
  for (const part of Object.keys(PARTS) as Part[])
    if (asked.length === 0 || asked.includes(part)) await report(part, await PARTS[part]());
}
