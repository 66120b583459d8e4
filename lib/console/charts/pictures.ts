/** What is drawn of runs and incidents without a library, as one file that comes late: screens stand without it. */
export { RunCalendar } from './calendar.tsx';
export { dayOf, jobsOf } from './day-jobs.ts';
export { DayPicture } from './day-picture.tsx';
export { Lanes } from './lanes.tsx';
export { NightToCome, WatchedNight } from './nights.tsx';
export { OutputDifference } from './output-difference.tsx';
export { RunBar } from './run-bar.tsx';
export { barsWords, offsetWords, runScaleOf, runTimesOf, type RunScale, type RunTime } from './run-times.ts';
export { UptimeBars } from './uptime-bars.tsx';
