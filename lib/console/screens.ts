import { routeAt } from './match-route.ts';
import type { ScreenRoute } from './screen.ts';

/** Every screen, in the order of the navigation. */
export const SCREENS: readonly ScreenRoute[] = [
  {
    path: '/',
    title: 'Know when a job goes silent',
    bare: true,
    load: () => import('./screens/home/home-screen.tsx'),
  },
  {
    path: '/contact',
    title: 'Write to us',
    bare: true,
    load: () => import('./screens/contact/contact-screen.tsx'),
  },
  {
    path: '/numbers',
    title: 'In numbers',
    bare: true,
    load: () => import('./screens/numbers/numbers-screen.tsx'),
  },
  {
    path: '/partners',
    title: 'Partners',
    bare: true,
    load: () => import('./screens/partners/partners-screen.tsx'),
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
    load: () => import('./screens/new/new-screen.tsx'),
  },
  {
    path: '/app/monitors/:id',
    title: 'Monitor',
    load: () => import('./screens/monitor/monitor-screen.tsx'),
  },
  {
    path: '/app/monitors/:id/start',
    title: 'First ping',
    load: () => import('./screens/started/started-screen.tsx'),
  },
  {
    path: '/app/incidents',
    title: 'Incidents',
    nav: 'Incidents',
    load: () => import('./screens/incidents/incidents-screen.tsx'),
  },
  {
    path: '/app/devices',
    title: 'Machines',
    nav: 'Machines',
    load: () => import('./screens/devices/devices-screen.tsx'),
  },
  {
    path: '/app/devices/new',
    title: 'Watch a machine',
    load: () => import('./screens/device-new/device-new-screen.tsx'),
  },
  {
    path: '/app/devices/:id',
    title: 'Machine',
    load: () => import('./screens/device/device-screen.tsx'),
  },
  {
    path: '/app/status',
    title: 'Status page',
    nav: 'Status page',
    load: () => import('./screens/status/status-screen.tsx'),
  },
  {
    path: '/app/keys',
    title: 'Keys & import',
    nav: 'Keys & import',
    load: () => import('./screens/keys/keys-screen.tsx'),
  },
  {
    path: '/app/import',
    title: 'Import a crontab',
    load: () => import('./screens/import/import-screen.tsx'),
  },
  {
    path: '/app/billing',
    title: 'Billing',
    nav: 'Billing',
    load: () => import('./screens/billing/billing-screen.tsx'),
  },
];

/** The screen at a path, with the parameters of the path. */
export function screenAt(path: string): ReturnType<typeof routeAt<ScreenRoute>> {
  return routeAt(SCREENS, path);
}
