/**
 * When EventBridge runs a cron expression, written from its documentation alone and apart from the conversion: a minute is asked
 * for what the clock of a zone shows, and each field for whether it names that.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 */
const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const DAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

interface Shown {
  minute: number;
  hour: number;
  day: number;
  month: number;
  /** 1 is Sunday. */
  weekday: number;
  year: number;
}

function names(item: string, value: number, lowest: number, words: readonly string[] = []): boolean {
  const number = (text: string) => (words.includes(text) ? words.indexOf(text) + 1 : Number(text));
  const [range = '', step] = item.split('/');
  if (range === '*') return step === undefined || (value - lowest) % Number(step) === 0;
  const [first = '', last] = range.split('-');
  const from = number(first);
  if (step === undefined) return last === undefined ? value === from : value >= from && value <= number(last);
  return (
    value >= from && (last === undefined || value <= number(last)) && (value - from) % Number(step) === 0
  );
}

const anyNames = (field: string, value: number, lowest: number, words?: readonly string[]) =>
  field.split(',').some((item) => names(item, value, lowest, words));

function isDay(field: string, { day, month, year }: Shown): boolean {
  if (field === '?') return true;
  if (field === 'L') return day === new Date(Date.UTC(year, month, 0)).getUTCDate();
  return anyNames(field, day, 1);
}

function isWeekday(field: string, { day, weekday }: Shown): boolean {
  if (field === '?') return true;
  const [name = '', nth] = field.split('#');
  if (nth === undefined) return anyNames(field, weekday, 1, DAYS);
  return names(name, weekday, 1, DAYS) && Math.ceil(day / 7) === Number(nth);
}

/** Every instant of a stretch at which it runs: what is skipped by a clock change is left out, what is shown twice runs once. */
export function eventBridgeRuns(expression: string, tz: string, from: number, to: number): number[] {
  const [minute = '', hour = '', day = '', month = '', weekday = '', year = ''] = expression.split(' ');
  const minutes = Array.from({ length: 60 }, (_, value) => anyNames(minute, value, 0));
  const isRun = (at: Shown) =>
    anyNames(hour, at.hour, 0) &&
    anyNames(month, at.month, 1, MONTHS) &&
    isDay(day, at) &&
    isWeekday(weekday, at) &&
    anyNames(year, at.year, 1970);
  const runs: number[] = [];
  const shownBefore = new Set<number>();
  const clock = clockOf(tz);
  for (let quarter = from; quarter < to; quarter += QUARTER_MS) {
    const shown = clock(quarter);
    if (!isRun(shown)) continue;
    for (let more = 0; more < 15; more++) {
      const spelled = Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute + more);
      if (!minutes[shown.minute + more] || shownBefore.has(spelled)) continue;
      runs.push(quarter + more * 60_000);
      shownBefore.add(spelled);
    }
  }
  return runs;
}

/** What the clock of a zone shows at a quarter of an hour, at which clocks are changed. */
function clockOf(tz: string): (quarter: number) => Shown {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: tz, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric',
  }); // prettier-ignore
  const ofDay = new Map<number, number>();
  const offsetAtDay = (day: number) => {
    const known = ofDay.get(day) ?? offsetOf(format, day * DAY_MS);
    ofDay.set(day, known);
    return known;
  };
  /** No zone changes twice a day, so two looks tell of most quarters. */
  const offsetAt = (at: number) => {
    const day = Math.floor(at / DAY_MS);
    const offset = offsetAtDay(day);
    return offset === offsetAtDay(day + 1) ? offset : offsetOf(format, at);
  };
  return (quarter) => {
    const local = new Date(quarter + offsetAt(quarter));
    return {
      minute: local.getUTCMinutes(),
      hour: local.getUTCHours(),
      day: local.getUTCDate(),
      month: local.getUTCMonth() + 1,
      weekday: local.getUTCDay() + 1,
      year: local.getUTCFullYear(),
    };
  };
}

function offsetOf(format: Intl.DateTimeFormat, at: number): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) - at;
}
