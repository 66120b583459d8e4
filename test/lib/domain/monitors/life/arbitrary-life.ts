import * as fc from 'fast-check';
import type { Rules } from './history.ts';
import type { Life, Step } from './live.ts';

const HOUR_MS = 3_600_000;
const rid = fc.constantFrom(null, null, 'a', 'b', 'c');
const repeat = fc.constantFrom(null, 3_600, 5_400, 7_200);
const inARow = fc.constantFrom(1, 1, 2, 3);
const limit = fc.constantFrom(null, 60, 600, 1_800, 3_600);

const interval = fc.record<Rules>({
  everySec: fc.constantFrom(60, 300, 900, 3_600, 7_200),
  schedule: fc.constant(null),
  maxDurationSec: limit,
  alertRepeatSec: repeat,
  alertAfterFailures: inARow,
});

const schedule = fc.record({
  timing: fc.constantFrom(
    { everySec: 60, cron: '* * * * *', offsetSec: 0 },
    { everySec: 900, cron: '*/15 * * * *', offsetSec: 0 },
    { everySec: 3_600, cron: '20 * * * *', offsetSec: 1_200 },
    { everySec: 86_400, cron: '30 3 * * *', offsetSec: 12_600 },
  ),
  graceSec: fc.constantFrom(30, 90, 600, 7_200),
  maxDurationSec: limit,
  alertRepeatSec: repeat,
  alertAfterFailures: inARow,
});

const rules = fc.oneof(
  interval,
  schedule.map<Rules>(({ timing: { everySec, cron, offsetSec }, graceSec, ...others }) => ({
    ...others,
    everySec,
    schedule: { cron, offsetSec, graceSec },
  })),
);

const does: fc.Arbitrary<Step['does']> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ what: fc.constant('ping'), rid }) },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('start'), rid }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('fail'), rid }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('steady'), pings: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('pause'), forMs: lasting(6) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('resume') }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('outage'), forMs: lasting(4) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('crash', 'twice', 'race', 'early') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('change'),
      changed: fc.oneof(
        fc.record({ maxDurationSec: limit }),
        fc.record({ alertRepeatSec: repeat }),
        fc.record({ alertAfterFailures: inARow }),
        fc.record({ everySec: fc.constantFrom(300, 3_600, 7_200) }),
      ),
    }),
  },
);

/** Hours and short histories: thousands of these find what a rule forgets. */
export const shortLife: fc.Arbitrary<Life> = rules.chain((chosen) =>
  fc.record({
    rules: fc.constant(chosen),
    steps: fc
      .tuple(fc.array(step(chosen, does), { minLength: 1, maxLength: 16 }), fc.boolean())
      .map(([steps, deleted]): Step[] =>
        deleted ? [...steps, { waitMs: 60_000, does: { what: 'delete' } }] : steps,
      ),
  }),
);

/** Weeks: what adds up, wears out or comes round again only after days. */
export const longLife: fc.Arbitrary<Life> = rules.chain((chosen) =>
  fc.record({
    rules: fc.constant(chosen),
    steps: fc.array(step(chosen, does, 12 * HOUR_MS), { minLength: 150, maxLength: 170, size: 'max' }),
  }),
);

/** Waits on the marks where rules turn: the checker's ticks, the deadline and the millisecond after it. */
function step(chosen: Rules, what: fc.Arbitrary<Step['does']>, longestMs = 2 * HOUR_MS): fc.Arbitrary<Step> {
  const everyMs = Math.min(chosen.everySec * 1000, 12 * HOUR_MS);
  const waitMs = fc.oneof(
    fc.constantFrom(0, 1, 500, 60_000, 300_000, 600_000, 1_800_000, 3_600_000),
    fc.constantFrom(everyMs / 2, everyMs, everyMs + 1, 2 * everyMs),
    fc.integer({ min: 0, max: longestMs }),
  );
  return fc.record({ waitMs, does: what });
}

function lasting(hours: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(1, 300_000, HOUR_MS, hours * HOUR_MS),
    fc.integer({ min: 1, max: hours * HOUR_MS }),
  );
}
