import type { ComponentType } from 'preact';
import { routeAt } from './match-route.ts';
import type { ScreenProps, ScreenRoute } from './screen.ts';

/** One of the screens that are loaded as one. */
const of =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType<ScreenProps>>>, name: Name) =>
  async () => ({ Screen: (await load())[name] });

const account = () => import('./screens/chunk-account.ts');
const monitor = () => import('./screens/chunk-monitor.ts');
const machines = () => import('./screens/chunk-machines.ts');
const setup = () => import('./screens/chunk-setup.ts');
const publicPages = () => import('./screens/chunk-public.ts');

/** Every screen, in the order of the navigation. */
export const SCREENS: readonly ScreenRoute[] = [
  {
    path: '/',
    title: 'Know when a job goes silent',
    bare: true,
    load: of(publicPages, 'Home'),
  },
  {
    path: '/contact',
    title: 'Write to us',
    bare: true,
    load: of(publicPages, 'Contact'),
  },
  {
    path: '/numbers',
    title: 'In numbers',
    bare: true,
    load: of(publicPages, 'Numbers'),
  },
  {
    path: '/partners',
    title: 'Partners',
    bare: true,
    load: of(publicPages, 'Partners'),
  },
  {
    path: '/app',
    title: 'Monitors',
    nav: 'Monitors',
    help: 'monitors',
    load: () => import('./screens/monitors/monitors-screen.tsx'),
  },
  {
    path: '/app/new',
    title: 'Watch something',
    help: 'monitors',
    load: of(monitor, 'New'),
  },
  {
    path: '/app/monitors/:id',
    title: 'Monitor',
    help: 'monitors',
    load: of(monitor, 'Monitor'),
  },
  {
    path: '/app/monitors/:id/start',
    title: 'First ping',
    help: 'monitors#pings',
    load: of(monitor, 'Started'),
  },
  {
    path: '/app/monitors/:id/incidents/:number',
    title: 'Incident',
    help: 'monitors#incidents',
    load: of(monitor, 'Incident'),
  },
  {
    path: '/app/incidents',
    title: 'Incidents',
    nav: 'Incidents',
    help: 'monitors#incidents',
    load: of(monitor, 'Incidents'),
  },
  {
    path: '/app/devices',
    title: 'Machines',
    nav: 'Machines',
    help: 'devices',
    load: of(machines, 'Devices'),
  },
  {
    path: '/app/devices/new',
    title: 'Watch a machine',
    help: 'devices',
    load: of(machines, 'NewDevice'),
  },
  {
    path: '/app/devices/:id',
    title: 'Machine',
    help: 'devices',
    load: of(machines, 'Device'),
  },
  {
    path: '/app/channels',
    title: 'Channels',
    nav: 'Channels',
    help: 'channels',
    load: of(setup, 'Channels'),
  },
  {
    path: '/app/maintenance',
    title: 'Maintenance',
    help: 'channels#maintenance',
    load: of(setup, 'Maintenance'),
  },
  {
    path: '/app/status',
    title: 'Status pages',
    nav: 'Status pages',
    help: 'status-pages',
    load: of(setup, 'Status'),
  },
  {
    path: '/app/keys',
    title: 'Keys & import',
    nav: 'Keys & import',
    help: 'accounts#api-keys',
    load: of(setup, 'Keys'),
  },
  {
    path: '/app/import',
    title: 'Import',
    help: 'switch',
    load: of(setup, 'Import'),
  },
  {
    path: '/app/billing',
    title: 'Billing',
    nav: 'Billing',
    help: 'billing',
    load: of(setup, 'Billing'),
  },
  {
    path: '/app/account',
    title: 'Account',
    help: 'accounts',
    load: of(account, 'Account'),
  },
  {
    path: '/app/organizations/:id',
    title: 'Organization',
    help: 'accounts#teams',
    load: of(account, 'Organization'),
  },
];

/** The screen at a path, with the parameters of the path. */
export function screenAt(path: string): ReturnType<typeof routeAt<ScreenRoute>> {
  return routeAt(SCREENS, path);
}
