/** What the package for apps of AWS CDK has. */
export { RollcallStack, type RollcallStackProps } from './stack/rollcall-stack.ts';
export type { RollcallSettings } from './stack/settings-from-props.ts';
export { DeclaredMonitor as Monitor } from './construct/declared-monitor.ts';
export type { DeclaredMonitorProps as MonitorProps, EveryMonitorProps } from './construct/monitor-props.ts';
export { MonitorSchedule as Schedule } from './construct/monitor-schedule.ts';
export { Rollcall } from './construct/rollcall.ts';
export type { FromStackProps, FromUrlProps } from './construct/rollcall.ts';
