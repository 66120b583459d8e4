import type { ComponentType } from 'preact';
import { routeAt } from './match-route.ts';
import type { ScreenProps, ScreenRoute } from './screen.ts';
import { Screen as Monitors } from './screens/monitors/monitors-screen.tsx';

/** One of the screens that are loaded as one. */
const of =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType<ScreenProps>>>, name: Name) =>
  async () => ({ Screen: (await load())[name] });

const monitor = () => import('./screens/chunk-monitor.ts');
const setup = () => import('./screens/chunk-setup.ts');
const publicPages = () => import('./screens/chunk-public.ts');

/** Every screen, in the order of the navigation. */
export const SCREENS: readonly ScreenRoute[] = [
  {
    path: '/contact',
    title: 'Contact us',
    bare: true,
    load: of(publicPages, 'Contact'),
  },
  {
    path: '/numbers',
    title: 'Statistics',
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
    // Most visits begin with it, so it is in what all screens share: as a file of its own it would pack worse.
    load: () => Promise.resolve({ Screen: Monitors }),
  },
  {
    path: '/app/new',
    title: 'Create monitor',
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
    path: '/app/day',
    title: 'Day',
    nav: 'Day',
    help: 'day',
    load: of(monitor, 'Day'),
  },
  {
    path: '/app/devices',
    title: 'Machines',
    nav: 'Machines',
    help: 'devices',
    load: of(setup, 'Devices'),
  },
  {
    path: '/app/devices/new',
    title: 'Add a machine',
    help: 'devices',
    load: of(setup, 'NewDevice'),
  },
  {
    path: '/app/devices/:id',
    title: 'Machine',
    help: 'devices',
    load: of(setup, 'Device'),
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
    load: of(setup, 'Account'),
  },
  {
    path: '/app/organizations/:id',
    title: 'Organization',
    help: 'accounts#teams',
    load: of(setup, 'Organization'),
  },
];

/** The screen at a path, with the parameters of the path. */
export function screenAt(path: string): ReturnType<typeof routeAt<ScreenRoute>> {
  return routeAt(SCREENS, path);
}
