import { routeAt } from './match-route.ts';
import type { ScreenRoute } from './screen.ts';

/** Every screen, in the order of the navigation. */
export const SCREENS: readonly ScreenRoute[] = [
  {
    path: '/',
    title: 'Know when a job goes silent',
    bare: true,
    load: async () => ({ Screen: (await import('./screens/small-pages.ts')).Home }),
  },
  {
    path: '/contact',
    title: 'Write to us',
    bare: true,
    load: async () => ({ Screen: (await import('./screens/small-pages.ts')).Contact }),
  },
  {
    path: '/numbers',
    title: 'In numbers',
    bare: true,
    load: async () => ({ Screen: (await import('./screens/small-pages.ts')).Numbers }),
  },
  {
    path: '/partners',
    title: 'Partners',
    bare: true,
    load: async () => ({ Screen: (await import('./screens/small-pages.ts')).Partners }),
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
    load: async () => ({ Screen: (await import('./screens/beginning.ts')).New }),
  },
  {
    path: '/app/monitors/:id',
    title: 'Monitor',
    load: () => import('./screens/monitor/monitor-screen.tsx'),
  },
  {
    path: '/app/monitors/:id/start',
    title: 'First ping',
    load: async () => ({ Screen: (await import('./screens/beginning.ts')).Started }),
  },
  {
    path: '/app/incidents',
    title: 'Incidents',
    nav: 'Incidents',
    load: async () => ({ Screen: (await import('./screens/setting-up.ts')).Incidents }),
  },
  {
    path: '/app/devices',
    title: 'Machines',
    nav: 'Machines',
    load: async () => ({ Screen: (await import('./screens/machines.ts')).Devices }),
  },
  {
    path: '/app/devices/new',
    title: 'Watch a machine',
    load: async () => ({ Screen: (await import('./screens/machines.ts')).NewDevice }),
  },
  {
    path: '/app/devices/:id',
    title: 'Machine',
    load: async () => ({ Screen: (await import('./screens/machines.ts')).Device }),
  },
  {
    path: '/app/status',
    title: 'Status page',
    nav: 'Status page',
    load: async () => ({ Screen: (await import('./screens/setting-up.ts')).Status }),
  },
  {
    path: '/app/keys',
    title: 'Keys & import',
    nav: 'Keys & import',
    load: async () => ({ Screen: (await import('./screens/setting-up.ts')).Keys }),
  },
  {
    path: '/app/import',
    title: 'Import a crontab',
    load: async () => ({ Screen: (await import('./screens/setting-up.ts')).Import }),
  },
  {
    path: '/app/billing',
    title: 'Billing',
    nav: 'Billing',
    load: async () => ({ Screen: (await import('./screens/setting-up.ts')).Billing }),
  },
];

/** The screen at a path, with the parameters of the path. */
export function screenAt(path: string): ReturnType<typeof routeAt<ScreenRoute>> {
  return routeAt(SCREENS, path);
}
