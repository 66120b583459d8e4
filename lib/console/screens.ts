import type { ComponentType } from 'preact';
import { routeAt } from './match-route.ts';
import type { ScreenProps, ScreenRoute } from './screen.ts';

/** One of the screens that are loaded as one. */
const of =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType<ScreenProps>>>, name: Name) =>
  async () => ({ Screen: (await load())[name] });

const accounts = () => import('./screens/accounts.ts');
const beginning = () => import('./screens/beginning.ts');
const machines = () => import('./screens/machines.ts');
const settingUp = () => import('./screens/setting-up.ts');
const smallPages = () => import('./screens/small-pages.ts');

/** Every screen, in the order of the navigation. */
export const SCREENS: readonly ScreenRoute[] = [
  {
    path: '/',
    title: 'Know when a job goes silent',
    bare: true,
    load: of(smallPages, 'Home'),
  },
  {
    path: '/contact',
    title: 'Write to us',
    bare: true,
    load: of(smallPages, 'Contact'),
  },
  {
    path: '/numbers',
    title: 'In numbers',
    bare: true,
    load: of(smallPages, 'Numbers'),
  },
  {
    path: '/partners',
    title: 'Partners',
    bare: true,
    load: of(smallPages, 'Partners'),
  },
  {
    path: '/app',
    title: 'Monitors',
    nav: 'Monitors',
    load: () => import('./screens/monitors/monitors-screen.tsx'),
  },
  {
    path: '/app/new',
    title: 'Watch something',
    load: of(beginning, 'New'),
  },
  {
    path: '/app/monitors/:id',
    title: 'Monitor',
    load: () => import('./screens/monitor/monitor-screen.tsx'),
  },
  {
    path: '/app/monitors/:id/start',
    title: 'First ping',
    load: of(beginning, 'Started'),
  },
  {
    path: '/app/incidents',
    title: 'Incidents',
    nav: 'Incidents',
    load: of(settingUp, 'Incidents'),
  },
  {
    path: '/app/devices',
    title: 'Machines',
    nav: 'Machines',
    load: of(machines, 'Devices'),
  },
  {
    path: '/app/devices/new',
    title: 'Watch a machine',
    load: of(machines, 'NewDevice'),
  },
  {
    path: '/app/devices/:id',
    title: 'Machine',
    load: of(machines, 'Device'),
  },
  {
    path: '/app/status',
    title: 'Status page',
    nav: 'Status page',
    load: of(settingUp, 'Status'),
  },
  {
    path: '/app/keys',
    title: 'Keys & import',
    nav: 'Keys & import',
    load: of(settingUp, 'Keys'),
  },
  {
    path: '/app/import',
    title: 'Import a crontab',
    load: of(settingUp, 'Import'),
  },
  {
    path: '/app/billing',
    title: 'Billing',
    nav: 'Billing',
    load: of(settingUp, 'Billing'),
  },
  {
    path: '/app/account',
    title: 'Account',
    load: of(accounts, 'Account'),
  },
  {
    path: '/app/organizations/:id',
    title: 'Organization',
    load: of(accounts, 'Organization'),
  },
];

/** The screen at a path, with the parameters of the path. */
export function screenAt(path: string): ReturnType<typeof routeAt<ScreenRoute>> {
  return routeAt(SCREENS, path);
}
