/** What draws time without a library, as one file that comes late: screens say the same in words before it is there. */
export { RunCalendar } from './calendar.tsx';
export { RunBar } from './run-bar.tsx';
export { runScaleOf, runTimesOf, type RunScale, type RunTime } from './run-times.ts';
export { barsWords, offsetWords } from './run-words.ts';
export { UptimeBars } from './uptime-bars.tsx';
